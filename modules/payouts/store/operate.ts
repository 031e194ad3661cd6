import { randomUUID } from 'node:crypto';
import { transaction, type Database } from '../../../prisma/client';
import { contributorBalance } from '../../ledger/store/balances';
import { recordAudit } from '../../outbox/store/audit';
import { once, type IdempotencyClaim, type Once } from '../../outbox/store/claims';
import type { ReviewDecision, WithdrawalState, EndRequest } from '../contract';
import { WITHDRAWAL } from '../rules';
import { refuseDecision, signalPayout, refuseOperation, type Withdrawal } from './withdrawals';

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

/** States in which an operator can end a withdrawal; one under review is decided instead. */
export const ENDABLE: Withdrawal['status'][] = ['requested', 'processing', 'in_transit'];

/**
 * Asks for the end of a withdrawal, together with the signal for its workflow. It ends once its transfer is reversed; a
 * payout that the bank has begun decides for itself. A later request replaces an earlier one. One that was paid and that
 * the bank sent back ends by itself too, unless its money can no longer be taken back: then by a write-off only.
 *
 * @throws Failure `not_found`, also for one that has ended or is under review
 */
export function requestEnd(db: Database, id: string, { how, reason }: EndRequest): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'mode' | 'accountId' | 'status'>>({
      name: 'withdrawal-request-end',
      text: `UPDATE withdrawals SET end_requested = $2, end_reason = $3, updated_at = now()
             WHERE id = $1 AND (status = ANY($4) OR (status = ANY($5) AND $2 = 'write_off' AND refusals > 0))
             RETURNING id, mode, account_id AS "accountId", status`,
      values: [id, how, reason, ENDABLE, WITHDRAWAL.before('returned')],
    });
    const withdrawal = rows[0] ?? (await refuseOperation(tx, id));
    const { accountId, status } = withdrawal;
    await recordAudit(tx, {
      action: 'withdrawal.failed',
      accountId,
      subject: id,
      reason,
      before: { status },
      after: { how },
    });
    await signalPayout(tx, withdrawal, `end:${randomUUID()}`);
  });
}

/** States in which a withdrawal is checked again. */
const FOLLOWED: Withdrawal['status'][] = [...ENDABLE, 'under_review', 'paid'];

/**
 * Has a withdrawal checked now, which also restarts a workflow that was ended by hand.
 *
 * @throws Failure `not_found`, also for one that has ended
 */
export function retryWithdrawal(db: Database, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'mode' | 'accountId' | 'status'>>({
      name: 'withdrawal-retry',
      text: `UPDATE withdrawals SET updated_at = now() WHERE id = $1 AND status = ANY($2)
             RETURNING id, mode, account_id AS "accountId", status`,
      values: [id, FOLLOWED],
    });
    const withdrawal = rows[0] ?? (await refuseOperation(tx, id));
    const { accountId, status } = withdrawal;
    await recordAudit(tx, { action: 'withdrawal.retried', accountId, subject: id, after: { status } });
    await signalPayout(tx, withdrawal, `retry:${randomUUID()}`);
  });
}
