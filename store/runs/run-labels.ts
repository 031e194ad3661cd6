import { createHash } from 'node:crypto';
import type { Mode } from '../../contracts/access';
import type { Metadata } from '../../contracts/metadata';
import type { Database, Prisma, Queryable } from '../../prisma/client';
import { RUN_COLUMNS, toRun, type Run } from './row';
import type { RunOwner, RunPage } from './read-runs';

/**
 * Labels of a run in the caller's transaction: one for each member of its metadata, by which its owner's runs are found
 * in the order of their ids, however many there are.
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

/** Runs of this owner with all of this metadata, newest first, at most `limit`. */
export async function listLabeled(
  db: Database,
  { accountId, mode }: RunOwner,
  { metadata, status, kind, before, limit }: Labeled,
): Promise<Run[]> {
  // The first member finds the runs, the row decides on all of them.
  const [label] = labelsOf(metadata);
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'runs-labeled',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id IN (
             SELECT labels.run_id FROM run_labels AS labels JOIN runs AS labeled ON labeled.id = labels.run_id
             WHERE labels.account_id = $1 AND labels.mode = $2 AND labels.label = $3
               AND ($4::text IS NULL OR labels.run_id < $4) AND labeled.metadata @> $5::jsonb
               AND ($6::text IS NULL OR labeled.status = $6) AND ($7::text IS NULL OR labeled.kind = $7)
             ORDER BY labels.run_id DESC LIMIT $8)
           ORDER BY id DESC`,
    values: [accountId, mode, label, before ?? null, JSON.stringify(metadata), status ?? null, kind ?? null, limit],
  });
  return rows.map(toRun);
}

type Labeled = RunPage & { metadata: Metadata };

// A hash, because a value is longer than what an index should hold, and may name a person.
function labelsOf(metadata: Metadata): Buffer[] {
  return Object.entries(metadata).map((member) => createHash('sha256').update(JSON.stringify(member)).digest());
}
