import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { Withdrawal } from '../../contracts/withdrawals';
import { payoutMessage } from '../../contracts/workflow-messages';
import type { Database, Queryable } from '../../prisma/client';
import { once, type IdempotencyClaim, type Once } from '../idempotency';
import { contributorBalance, post } from '../ledger';
import { enqueue, type PendingMessage } from '../outbox';

/** A withdrawal that a contributor asks for. */
export interface RequestWithdrawal {
  idempotency: IdempotencyClaim;
  accountId: string;
  mode: Mode;
  /** Minor units of US dollars. */
  amount: number;
  note: string | null;
  /** Whether a person has to look at it first. */
  review: boolean;
}

/**
 * Holds the amount on the contributor's balance and records the withdrawal, the answer to replay and the workflow to start: all of it or
 * none. Requests of one contributor wait for each other, so that together they never hold more than there is.
 *
 * @throws Failure `not_a_contributor`, `insufficient_balance`
 * @throws Failure `idempotency_key_reused`, `idempotency_in_flight` as {@link once}
 */
export async function requestWithdrawal(
  db: Database,
  request: RequestWithdrawal,
): Promise<Once<Withdrawal> & { pending: PendingMessage | null }> {
  let pending: PendingMessage | null = null;
  const result = await once(db, request.idempotency, async (tx) => {
    const withdrawalId = newId('wdr');
    await hold(tx, request, withdrawalId);
    const requestedAt = (await insert(tx, request, withdrawalId)).toISOString();
    const message = payoutMessage({ id: withdrawalId, mode: request.mode });
    pending = await enqueue(tx, `start:${message.workflowId}`, message);
    return {
      withdrawalId,
      status: 'requested' as const,
      amount: request.amount,
      currency: 'usd' as const,
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
  // In a statement of its own: the balance is read after whoever came first has committed.
  const { rowCount } = await tx.query({
    name: 'withdrawal-lock-contributor',
    text: 'SELECT 1 FROM contributors WHERE account_id = $1 AND mode = $2 FOR NO KEY UPDATE',
    values: [accountId, mode],
  });
  if (rowCount === 0) throw new Failure('not_a_contributor');
  const { available } = (await contributorBalance(tx, accountId, mode))!;
  if (amount > available) throw new Failure('insufficient_balance', { detail: `${available} is available.` });
  await post(tx, { cause: `withdrawal:${withdrawalId}:held`, accountId, mode }, { available: -amount, held: amount });
}

async function insert(tx: Queryable, request: RequestWithdrawal, withdrawalId: string): Promise<Date> {
  const { rows } = await tx.query<{ requestedAt: Date }>({
    name: 'withdrawal-insert',
    text: `INSERT INTO withdrawals (id, account_id, mode, amount, currency, note, status, review)
           VALUES ($1, $2, $3, $4, 'usd', $5, 'requested', $6) RETURNING requested_at AS "requestedAt"`,
    values: [withdrawalId, request.accountId, request.mode, request.amount, request.note, request.review],
  });
  return rows[0]!.requestedAt;
}
