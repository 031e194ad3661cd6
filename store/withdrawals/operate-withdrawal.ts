import { randomUUID } from 'node:crypto';
import { Failure } from '../../contracts/failures';
import type { EndRequest } from '../../contracts/withdrawals';
import { payoutMessage } from '../../domain/messages/payouts';
import { WITHDRAWAL } from '../../domain/withdrawals';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { enqueue } from '../outbox/enqueue';
import type { Withdrawal } from './row';

type Operated = Pick<Withdrawal, 'id' | 'mode' | 'accountId' | 'status'>;

/** States in which an operator can end a withdrawal; one under review is decided instead. */
const ENDABLE: Withdrawal['status'][] = ['requested', 'processing', 'in_transit'];
/** States in which a withdrawal is looked at again. */
const FOLLOWED: Withdrawal['status'][] = [...ENDABLE, 'under_review', 'paid'];

/**
 * Asks for the end of a withdrawal, together with the hint for its workflow. It ends once its transfer is reversed; a
 * payout that the bank has begun decides for itself. A later request replaces an earlier one. One that was paid and that
 * the bank sent back ends by itself too, unless its money can no longer be taken back: then by a write-off only.
 *
 * @throws Failure `not_found`, also for one that has ended or is under review
 */
export function requestEnd(db: Database, id: string, { how, reason }: EndRequest): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Operated>({
      name: 'withdrawal-request-end',
      text: `UPDATE withdrawals SET end_requested = $2, end_reason = $3, updated_at = now()
             WHERE id = $1 AND (status = ANY($4) OR (status = ANY($5) AND $2 = 'write_off' AND refusals > 0))
             RETURNING id, mode, account_id AS "accountId", status`,
      values: [id, how, reason, ENDABLE, WITHDRAWAL.before('returned')],
    });
    const withdrawal = rows[0] ?? (await refuse(tx, id));
    const { accountId, status } = withdrawal;
    await recordAudit(tx, {
      action: 'withdrawal.failed',
      accountId,
      subject: id,
      reason,
      before: { status },
      after: { how },
    });
    await hint(tx, withdrawal, 'end');
  });
}

/**
 * Has a withdrawal looked at now, which also starts a workflow anew that was ended by hand.
 *
 * @throws Failure `not_found`, also for one that has ended
 */
export function retryWithdrawal(db: Database, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Operated>({
      name: 'withdrawal-retry',
      text: `UPDATE withdrawals SET updated_at = now() WHERE id = $1 AND status = ANY($2)
             RETURNING id, mode, account_id AS "accountId", status`,
      values: [id, FOLLOWED],
    });
    const withdrawal = rows[0] ?? (await refuse(tx, id));
    const { accountId, status } = withdrawal;
    await recordAudit(tx, { action: 'withdrawal.retried', accountId, subject: id, after: { status } });
    await hint(tx, withdrawal, 'retry');
  });
}

function hint(tx: Queryable, withdrawal: Operated, why: string) {
  return enqueue(tx, `withdrawal:${withdrawal.id}:${why}:${randomUUID()}`, payoutMessage(withdrawal, 'payoutHint'));
}

async function refuse(tx: Queryable, id: string): Promise<never> {
  const { rows } = await tx.query<Pick<Withdrawal, 'status'>>({
    text: 'SELECT status FROM withdrawals WHERE id = $1',
    values: [id],
  });
  const status = rows[0]?.status;
  if (!status) throw new Failure('not_found', { detail: `There is no withdrawal ${id}.` });
  const way = WAYS[status] ?? 'the contributor can ask again';
  throw new Failure('not_found', { detail: `Withdrawal ${id} is ${status}: ${way}.` });
}

const WAYS: Partial<Record<Withdrawal['status'], string>> = {
  under_review: 'decide it with `withdrawals reject`',
  paid: 'what the bank sends back ends it by itself, and with --write-off where the provider refused to take that back',
};
