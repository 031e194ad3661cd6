import { Failure } from '../../../base/failures';
import { transaction, type Database } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import type { RunStatusName } from '../../run-kinds/contract';
import { RUN } from '../../run-kinds/rules';
import { TOUCH, type RunOwner } from './runs';

/** Tables whose rows about a run are deleted with the run. */
export const CONTENT_OF_RUN = [
  'artifacts',
  'run_shares',
  'samples',
  'submission_flaws',
  'evidence_checks',
  'research_trails',
  'run_timeline',
  'name_checks',
  'claim_checks',
  'run_labels',
] as const;

/**
 * Deletes the input, metadata, documents, links and research of an ended run. The row stays for accounting. A sweep
 * later deletes the run's sessions at the agent provider. A second call does not find the run.
 *
 * @throws Failure `run_not_found`; `run_not_finished` while the run is open (409)
 */
export function deleteRun(db: Database, { accountId, mode }: RunOwner, runId: string): Promise<void> {
  return transaction(db, async (tx) => {
    // Locks the run, so that no link or PDF is added after its content is deleted.
    const { rows } = await tx.query<{ status: RunStatusName }>({
      text: 'SELECT status FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3 AND deleted_at IS NULL FOR UPDATE',
      values: [runId, accountId, mode],
    });
    if (!rows[0]) throw new Failure('run_not_found');
    const { status } = rows[0];
    if (!RUN.isTerminal(status)) throw new Failure('run_not_finished', { detail: `The run is ${status}.` });
    for (const table of CONTENT_OF_RUN) {
      await tx.query({ text: `DELETE FROM ${table} WHERE run_id = $1`, values: [runId] });
    }
    // Candidates keep their costs and session ids.
    await tx.query({
      text: `UPDATE candidates SET title = '', idea = '', audience = NULL, geography = NULL, submission = NULL, findings = NULL
             WHERE run_id = $1`,
      values: [runId],
    });
    await tx.query({
      text: `UPDATE runs SET input = '{}', metadata = '{}', webhook = NULL, failure_words = NULL, deleted_at = now(), sessions_left = true,
                    ${TOUCH} WHERE id = $1`,
      values: [runId],
    });
    await recordAudit(tx, { action: 'run.deleted', accountId, subject: runId, before: { status } });
  });
}

/** Records that the agent provider no longer stores sessions of a deleted run. */
export async function recordSessionsDeleted(db: Database, runId: string): Promise<void> {
  await db.pool.query({ text: 'UPDATE runs SET sessions_left = false WHERE id = $1', values: [runId] });
}
