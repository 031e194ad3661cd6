import { Failure } from '../../contracts/failures';
import type { ReviewDecision } from '../../contracts/withdrawals';
import { WITHDRAWAL } from '../../domain/withdrawals';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { contributorBalance } from '../ledger/read-balances';
import type { Withdrawal } from './row';
import { signalPayout } from './signal-payout';

/**
 * Records the reviewer's decision together with the signal for the workflow. The first decision about a review is final,
 * and survives the loss of the workflow. An approval covers the balance of its moment: see `readShortfall`.
 *
 * @throws Failure `not_found` if no such withdrawal is under review, or it was decided before
 */
export function decideReview(db: Database, id: string, { decision, reason }: ReviewDecision): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'mode' | 'accountId' | 'reviews'>>({
      name: 'withdrawal-decide',
      text: `UPDATE withdrawals SET review_decision = $2, review_reason = $3, updated_at = now()
             WHERE id = $1 AND review AND review_decision IS NULL AND status = ANY($4)
             RETURNING id, mode, account_id AS "accountId", reviews`,
      values: [id, decision, reason, WITHDRAWAL.before('processing')],
    });
    if (!rows[0]) throw new Failure('not_found', { detail: `No withdrawal ${id} waits for a review.` });
    const { accountId, mode, reviews } = rows[0];
    if (decision === 'approve') {
      const { available } = (await contributorBalance(tx, accountId, mode))!;
      await tx.query({
        name: 'withdrawal-approved-available',
        text: 'UPDATE withdrawals SET approved_available = $2 WHERE id = $1',
        values: [id, available],
      });
    }
    await recordAudit(tx, { action: 'withdrawal.reviewed', accountId, subject: id, reason, after: { decision } });
    await signalPayout(tx, rows[0], `decided:${reviews}`);
  });
}
