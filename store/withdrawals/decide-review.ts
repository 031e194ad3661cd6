import type { ReviewDecision, WithdrawalState } from '../../contracts/withdrawals';
import { WITHDRAWAL } from '../../domain/withdrawals';
import type { Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import type { IdempotencyClaim } from '../idempotency/claim-key';
import { once, type Once } from '../idempotency/once';
import { contributorBalance } from '../ledger/read-balances';
import type { Withdrawal } from './row';
import { refuseDecision } from './refuse-operation';
import { signalPayout } from './signal-payout';

/**
 * Records the reviewer's decision together with the signal for the workflow, and returns which review of the withdrawal,
 * from 1, it decided. The first decision about a review is final, and survives the loss of the workflow. An approval
 * covers the balance of its moment: see `readShortfall`. Once for its claim, if it has one: a withdrawal can be reviewed
 * again, and a repetition would decide that too.
 *
 * @throws Failure `not_found` if no such withdrawal is under review or held, or it was decided before; as {@link once}
 */
export function decideReview(
  db: Database,
  id: string,
  { decision, reason }: ReviewDecision,
  claim: IdempotencyClaim | null = null,
): Promise<Once<number>> {
  return once(db, claim, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'mode' | 'accountId' | 'reviews'>>({
      name: 'withdrawal-decide',
      text: `UPDATE withdrawals SET review_decision = $2, review_reason = $3, updated_at = now()
             WHERE id = $1 AND (review OR status = $5) AND review_decision IS NULL AND status = ANY($4)
             RETURNING id, mode, account_id AS "accountId", reviews`,
      values: [id, decision, reason, WITHDRAWAL.before('processing'), 'under_review' satisfies WithdrawalState],
    });
    if (!rows[0]) return refuseDecision(tx, id);
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
    // One that is decided before it came up is the first.
    return Math.max(reviews, 1);
  });
}
