import { createHash } from 'node:crypto';
import type { Mode } from '../../contracts/access';
import type { Metadata } from '../../contracts/metadata';
import type { Queryable } from '../../prisma/client';

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

/** Labels of metadata: hashes, because a value is longer than what an index should hold, and may name a person. */
export function labelsOf(metadata: Metadata): Buffer[] {
  return Object.entries(metadata).map((member) => createHash('sha256').update(JSON.stringify(member)).digest());
}
