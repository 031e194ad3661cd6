import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import type { Database, Queryable } from '../../../prisma/client';
import { contributorBalance } from '../../ledger/store/balances';
import { lockContributor } from '../../ledger/store/contributors';
import { post } from '../../ledger/store/post';
import { matureShares } from '../../ledger/store/shares';
import { requestMail } from '../../mail/store/mails';
import { recordAudit } from '../../outbox/store/audit';
import { once, type Once, type IdempotencyClaim } from '../../outbox/store/claims';
import { enqueue, type PendingMessage } from '../../outbox/store/outbox';
import type { Withdrawal } from '../contract';
import { payoutMessage } from '../messages';
import { ENDED_UNPAID } from '../rules';
import { postingOf } from './withdrawals';

/** Maximum number of shares that one request makes available. The sweep handles the rest. */
const MATURED_AT_ONCE = 1_000;

/** Totals in minor units above which a withdrawal needs a review. The totals include the withdrawal itself. */
export interface ReviewSums {
  /** Over the last 24 hours. */
  dayAbove: number;
  /** Over the last 30 days. */
  monthAbove: number;
}

export interface RequestWithdrawal {
  idempotency: IdempotencyClaim;
  accountId: string;
  mode: Mode;
  /** Minor units of US dollars. */
  amount: number;
  note: string | null;
  review: ReviewSums;
}

/**
 * Atomically holds the amount on the contributor's balance and records the withdrawal, the response to replay and the
 * workflow to start. Serializes requests of one contributor, so that together they never hold more than the balance.
 * @throws Failure `not_a_contributor`, `insufficient_balance`
 * @throws Failure as {@link once}
 */
export async function requestWithdrawal(
  db: Database,
  request: RequestWithdrawal,
): Promise<Once<Withdrawal> & { pending: PendingMessage | null }> {
  let pending: PendingMessage | null = null;
  const result = await once(db, request.idempotency, async (tx) => {
    const withdrawalId = newId('wdr');
    await hold(tx, request, withdrawalId);
    const requestedAt = (await insertWithdrawal(tx, request, withdrawalId)).toISOString();
    await recordAudit(tx, {
      action: 'withdrawal.requested',
      accountId: request.accountId,
      subject: withdrawalId,
      after: { mode: request.mode, amount: request.amount, currency: 'usd', status: 'requested' },
    });
    const message = payoutMessage({ id: withdrawalId, mode: request.mode, amount: request.amount });
    pending = await enqueue(tx, `start:${message.workflowId}`, message);
    await requestMail(tx, { mail: 'withdrawal_requested', id: withdrawalId });
    return {
      withdrawalId,
      status: 'requested' as const,
      amount: request.amount,
      currency: 'usd' as const,
      payout: null,
      failureReason: null,
      requestedAt,
      updatedAt: requestedAt,
      paidAt: null,
    };
  });
  return { ...result, pending };
}

async function hold(
  tx: Queryable,
  { accountId, mode, amount }: RequestWithdrawal,
  withdrawalId: string,
): Promise<void> {
  if (!(await lockContributor(tx, accountId, mode))) throw new Failure('not_a_contributor');
  // Some shares may be due that the sweep has not made available yet.
  await matureShares(tx, MATURED_AT_ONCE, { accountId, mode });
  const { available } = (await contributorBalance(tx, accountId, mode))!;
  if (amount > available) throw new Failure('insufficient_balance', { detail: `${available} is available.` });
  const held = postingOf({ id: withdrawalId, accountId, mode, currency: 'usd' }, 'held');
  await post(tx, held, { available: -amount, held: amount });
}

async function insertWithdrawal(tx: Queryable, request: RequestWithdrawal, withdrawalId: string): Promise<Date> {
  const review = await needsReview(tx, request);
  const { rows } = await tx.query<{ requestedAt: Date }>({
    name: 'withdrawal-insert',
    text: `INSERT INTO withdrawals (id, account_id, mode, amount, currency, note, status, review)
           VALUES ($1, $2, $3, $4, 'usd', $5, 'requested', $6) RETURNING requested_at AS "requestedAt"`,
    values: [withdrawalId, request.accountId, request.mode, request.amount, request.note, review],
  });
  return rows[0]!.requestedAt;
}

/** True if the contributor's withdrawals of a day or month exceed the limit. Those that ended unpaid do not count. */
async function needsReview(tx: Queryable, request: RequestWithdrawal): Promise<boolean> {
  const { accountId, mode, amount, review } = request;
  const { rows } = await tx.query<{ day: number; month: number }>({
    name: 'withdrawal-sums',
    text: `SELECT COALESCE(sum(amount) FILTER (WHERE requested_at > now() - interval '24 hours'), 0)::float8 AS day,
                  COALESCE(sum(amount), 0)::float8 AS month
           FROM withdrawals
           WHERE account_id = $1 AND mode = $2 AND requested_at > now() - interval '30 days'
             AND (written_off OR NOT status = ANY($3))`,
    values: [accountId, mode, ENDED_UNPAID],
  });
  const { day, month } = rows[0]!;
  return day + amount > review.dayAbove || month + amount > review.monthAbove;
}
