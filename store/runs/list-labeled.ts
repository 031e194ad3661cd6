import type { Metadata } from '../../contracts/metadata';
import type { RunKind, RunStatusName } from '../../contracts/runs';
import type { Database, Prisma } from '../../prisma/client';
import type { RunOwner } from './find-run';
import { labelsOf } from './label-run';
import { RUN_COLUMNS, toRun, type Run } from './row';

/** Page of a list of runs: those of these statuses, kinds and metadata, where given, below the id `before` and not below `since`. */
export interface RunPage {
  statuses?: readonly RunStatusName[];
  kinds?: readonly RunKind[];
  metadata?: Metadata;
  before?: string;
  since?: string;
  limit: number;
}

/** Runs of this owner with all of this metadata, newest first, at most `limit`. */
export async function listLabeled(
  db: Database,
  { accountId, mode }: RunOwner,
  { metadata, statuses, kinds, before, since, limit }: Labeled,
): Promise<Run[]> {
  // The first member finds the runs, the row decides on all of them: one after another by LIMIT, as a join would read
  // each run that has the label, for a page, where the planner takes the other members for rare.
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

type Labeled = RunPage & { metadata: Metadata };
