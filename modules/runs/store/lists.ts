import { createHash } from 'node:crypto';
import type { Mode } from '../../../base/access';
import { lastId, idsSince } from '../../../base/ids';
import type { Metadata } from '../../../base/metadata';
import type { RunFailureCode } from '../../../base/run-failures';
import type { Database, Prisma, Queryable } from '../../../prisma/client';
import { RUN_KIND_NAMES, RUN_STATUSES, type RunKind, type RunStatusName } from '../../run-kinds/contract';
import { RUN_COLUMNS, toRun, type RunOwner, type Run } from './runs';

/**
 * Selects a page of a list of runs, with optional filters. Ids range from `since` (inclusive) to `before` (exclusive).
 */
export interface RunPage {
  statuses?: readonly RunStatusName[];
  kinds?: readonly RunKind[];
  metadata?: Metadata;
  before?: string;
  since?: string;
  limit: number;
}

/** Lists runs of this owner, newest first, at most `limit`. */
export async function listRuns(db: Database, owner: RunOwner, page: RunPage): Promise<Run[]> {
  const { metadata } = page;
  if (metadata && Object.keys(metadata).length > 0) return listLabeled(db, owner, { ...page, metadata });
  if (page.statuses || page.kinds) return listFiltered(db, owner, page);
  const { accountId, mode } = owner;
  const rows = await db.prisma.run.findMany({
    where: { accountId, mode, deletedAt: null, id: { lt: page.before ?? lastId('run'), gte: page.since ?? '' } },
    orderBy: { id: 'desc' },
    take: page.limit,
  });
  return rows.map(toRun);
}

// Merges the newest runs of each status and kind, using an index on both. The cost of a page does not grow if matching
// runs are rare.
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
                          AND status = statuses.status AND deleted_at IS NULL AND id < $3 AND id >= $7 ORDER BY id DESC LIMIT $4) AS part
             ORDER BY part.id DESC LIMIT $4)
           ORDER BY id DESC`,
    values: [accountId, mode, before, limit, kinds, statuses, since],
  });
  return rows.map(toRun);
}

/** Lists runs of this owner that have all of this metadata, newest first, at most `limit`. */
async function listLabeled(
  db: Database,
  { accountId, mode }: RunOwner,
  { metadata, statuses, kinds, before, since, limit }: RunPage & { metadata: Metadata },
): Promise<Run[]> {
  // Finds runs by the first metadata member, and checks each row for the other members until LIMIT is reached. A join
  // could read every run with the first member if the planner expected the others to be rare.
  const [label] = labelsOf(metadata);
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'runs-labeled',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id IN (
             SELECT labels.run_id FROM run_labels AS labels, LATERAL (
               SELECT FROM runs WHERE id = labels.run_id AND metadata @> $5::jsonb
                 AND ($6::text[] IS NULL OR status = ANY ($6)) AND ($7::text[] IS NULL OR kind = ANY ($7)) LIMIT 1) AS labeled
             WHERE labels.account_id = $1 AND labels.mode = $2 AND labels.label = $3
               AND ($4::text IS NULL OR labels.run_id < $4) AND labels.run_id >= $9
             ORDER BY labels.run_id DESC LIMIT $8)
           ORDER BY id DESC`,
    values: [
      accountId,
      mode,
      label,
      before ?? null,
      JSON.stringify(metadata),
      statuses ?? null,
      kinds ?? null,
      limit,
      since ?? '',
    ],
  });
  return rows.map(toRun);
}

/** Filter for an operator's list of runs. A run must match every given field. */
export interface RunFilter {
  accountId?: string | undefined;
  kind?: RunKind | undefined;
  statuses?: readonly RunStatusName[] | undefined;
  failureCode?: RunFailureCode | undefined;
  /** Runs created at this time or later. */
  since?: Date | undefined;
  /** Runs older than the run with this id. */
  before?: string | undefined;
}

/** Upper bound on the clock difference between machines that generate ids. */
const CLOCK_SLACK_MS = 3_600_000;

export async function listAllRuns(db: Database, limit: number, filter: RunFilter = {}): Promise<Run[]> {
  const { accountId, kind, statuses, failureCode, since, before } = filter;
  const rows = await db.prisma.run.findMany({
    where: {
      ...(accountId && { accountId }),
      ...(kind && { kind }),
      ...(statuses && { status: { in: [...statuses] } }),
      ...(failureCode && { failureCode }),
      ...(since && { createdAt: { gte: since } }),
      id: {
        ...(before && { lt: before }),
        // The range of ids limits the search before times are compared.
        ...(since && { gte: idsSince('run', new Date(+since - CLOCK_SLACK_MS)) }),
      },
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(toRun);
}

/** Returns which of these runs a later run repeats. */
export async function listRetried(db: Database, runIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.prisma.run.findMany({ where: { retryOf: { in: [...runIds] } }, select: { retryOf: true } });
  return new Set(rows.map(({ retryOf }) => retryOf!));
}

/**
 * Stores a label for each metadata member, in the caller's transaction. {@link listRuns} finds runs by their labels.
 */
export async function labelRun(
  tx: Queryable,
  { accountId, mode, metadata }: { accountId: string; mode: Mode; metadata: Metadata },
  runId: string,
): Promise<void> {
  const labels = labelsOf(metadata);
  if (labels.length === 0) return;
  await tx.query({
    name: 'run-labels-insert',
    text: `INSERT INTO run_labels (account_id, mode, label, run_id) SELECT $1, $2, label, $4 FROM unnest($3::bytea[]) AS label`,
    values: [accountId, mode, labels, runId],
  });
}

/** Labels for metadata. They are hashes, because a value may be too long for an index or may name a person. */
function labelsOf(metadata: Metadata): Buffer[] {
  return Object.entries(metadata).map((member) => createHash('sha256').update(JSON.stringify(member)).digest());
}
