import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import type { Run } from '../runs/row';
import { addShare, type AddedShare, type WantedShare } from './add-share';

/**
 * Shares the dossier of a completed run.
 *
 * @throws Failure `run_not_found`, `run_not_completed`, `too_many_shares`
 */
export function shareRun(
  db: Database,
  owner: { accountId: string; mode: Mode },
  runId: string,
  wanted: WantedShare,
): Promise<AddedShare> {
  return transaction(db, async (tx) => {
    // Locked also so that no link outlives an erasure.
    const { rows: runs } = await tx.query<Pick<Run, 'status'>>({
      text: 'SELECT status FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3 FOR UPDATE',
      values: [runId, owner.accountId, owner.mode],
    });
    if (!runs[0]) throw new Failure('run_not_found');
    if (runs[0].status !== 'completed') throw new Failure('run_not_completed');
    const added = await addShare(tx, { runId }, wanted);
    const { expiresAt } = added.share;
    await recordAudit(tx, { action: 'run.shared', accountId: owner.accountId, subject: runId, after: { expiresAt } });
    return added;
  });
}
