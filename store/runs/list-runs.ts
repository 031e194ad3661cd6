import { lastId } from '../../contracts/ids';
import { RUN_KIND_NAMES, RUN_STATUSES } from '../../contracts/runs';
import type { Database, Prisma } from '../../prisma/client';
import type { RunOwner } from './find-run';
import { listLabeled, type RunPage } from './list-labeled';
import { RUN_COLUMNS, toRun, type Run } from './row';

/** Runs of this owner, newest first, at most `limit`. */
export async function listRuns(db: Database, owner: RunOwner, page: RunPage): Promise<Run[]> {
  const { metadata } = page;
  if (metadata && Object.keys(metadata).length > 0) return listLabeled(db, owner, { ...page, metadata });
  if (page.statuses || page.kinds) return listFiltered(db, owner, page);
  const { accountId, mode } = owner;
  const rows = await db.prisma.run.findMany({
    where: { accountId, mode, id: { lt: page.before ?? lastId('run'), gte: page.since ?? '' } },
    orderBy: { id: 'desc' },
    take: page.limit,
  });
  return rows.map(toRun);
}

// The newest of each status and kind are merged, by an index with both: a page costs the same however rare its runs are
// among all of the account.
async function listFiltered(
  db: Database,
  { accountId, mode }: RunOwner,
  { statuses = RUN_STATUSES, kinds = RUN_KIND_NAMES, before = lastId('run'), since = '', limit }: RunPage,
): Promise<Run[]> {
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'runs-filtered',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id IN (
             SELECT part.id FROM unnest($5::text[]) AS kinds(kind), unnest($6::text[]) AS statuses(status),
               LATERAL (SELECT id FROM runs WHERE account_id = $1 AND mode = $2 AND kind = kinds.kind
                          AND status = statuses.status AND id < $3 AND id >= $7 ORDER BY id DESC LIMIT $4) AS part
             ORDER BY part.id DESC LIMIT $4)
           ORDER BY id DESC`,
    values: [accountId, mode, before, limit, kinds, statuses, since],
  });
  return rows.map(toRun);
}
