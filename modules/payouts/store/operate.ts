import { randomUUID } from 'node:crypto';
import { Failure } from '../../../base/failures';
import { isOneOf } from '../../../base/machine';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { contributorBalance } from '../../ledger/store/balances';
import { recordAudit } from '../../outbox/store/audit';
import { once, type IdempotencyClaim, type Once } from '../../outbox/store/claims';
import type { ReviewDecision, WithdrawalState, EndRequest } from '../contract';
import { ENDABLE, MEANING, WITHDRAWAL } from '../rules';
import { signalPayout, stateOf, type Withdrawal } from './withdrawals';

/**
 * Records the reviewer's decision and signals the workflow. Returns the number of the review that was decided, from 1.
 * The first decision about a review is final, and survives the loss of the workflow. An approval accepts the current
 * balance (see `readShortfall`). A repeated claim does not decide again, even if a later review is open. @throws
 * Failure `not_found` if the withdrawal is unknown, neither under review nor held, or already decided, and as {@link
 * once}
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
    // A decision made before any review counts for the first review.
    return Math.max(reviews, 1);
  });
}

/** Explains why a withdrawal cannot be approved or rejected, and what it is waiting for. */
async function refuseDecision(tx: Queryable, id: string): Promise<never> {
  const { rows } = await tx.query<Pick<Withdrawal, 'status' | 'reviewDecision'> & { suspended: boolean }>({
    text: `SELECT withdrawals.status, review_decision AS "reviewDecision", accounts.status = 'suspended' AS suspended
           FROM withdrawals JOIN accounts ON accounts.id = account_id WHERE withdrawals.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw new Failure('not_found', { detail: `There is no withdrawal ${id}.` });
  const { status, reviewDecision, suspended } = rows[0];
  const isDecided = reviewDecision !== null && isOneOf(WITHDRAWAL.before('processing'), status);
  if (!isDecided) throw new Failure('not_found', { detail: `Withdrawal ${id} is ${status} and not under review.` });
  const waits = suspended && reviewDecision === 'approve';
  const way = waits ? 'it continues once you resume its account with `accounts resume`' : 'it continues by itself';
  throw new Failure('not_found', { detail: `Withdrawal ${id} was already decided (${reviewDecision}): ${way}.` });
}

/**
 * Requests the end of a withdrawal and signals its workflow. The withdrawal ends once its transfer is reversed. If the
 * bank has begun the payout, the payout's result decides instead. A later request replaces an earlier one. If the bank
 * returns a paid withdrawal, the withdrawal ends without a request, unless the provider refuses to reverse the
 * transfer. Only then does it need a write-off.
 * @throws Failure `not_found`, also if the withdrawal has ended or is under review
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
    const change = { before: { status }, after: { how } };
    await recordAudit(tx, { action: 'withdrawal.failed', accountId, subject: id, reason, ...change });
    await signalPayout(tx, withdrawal, `end:${randomUUID()}`);
  });
}

/**
 * Signals the workflow to check a withdrawal now. Restarts the workflow if it was terminated.
 * @throws Failure `not_found`, also if the withdrawal has ended
 */
export function retryWithdrawal(db: Database, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'mode' | 'accountId' | 'status'>>({
      name: 'withdrawal-retry',
      text: `UPDATE withdrawals SET updated_at = now() WHERE id = $1 AND status = ANY($2)
             RETURNING id, mode, account_id AS "accountId", status`,
      values: [id, WITHDRAWAL.open],
    });
    const withdrawal = rows[0] ?? (await refuseOperation(tx, id));
    const { accountId, status } = withdrawal;
    await recordAudit(tx, { action: 'withdrawal.retried', accountId, subject: id, after: { status } });
    await signalPayout(tx, withdrawal, `retry:${randomUUID()}`);
  });
}

const WAYS = {
  // `under_review` is the only held state in which a withdrawal cannot be ended.
  held: 'decide it with `withdrawals reject`',
  paid: 'a return by the bank ends it; if the provider then refused to take the money back, use --write-off',
  released: 'the contributor can ask again',
  sent_back: 'the contributor can ask again',
};

/** Explains why an operator cannot end or retry a withdrawal, and what to do. @throws Failure `not_found` */
async function refuseOperation(tx: Queryable, id: string): Promise<never> {
  const status = await stateOf(tx, id);
  if (!status) throw new Failure('not_found', { detail: `There is no withdrawal ${id}.` });
  throw new Failure('not_found', { detail: `Withdrawal ${id} is ${status}: ${WAYS[MEANING[status].amount]}.` });
}
