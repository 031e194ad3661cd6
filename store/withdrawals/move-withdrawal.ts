import type { WithdrawalState } from '../../contracts/withdrawals';
import { mailMessage, type BackgroundMail } from '../../contracts/workflow-messages';
import { transaction, type Database, type Queryable, type Withdrawal } from '../../prisma/client';
import { post } from '../ledger';
import { enqueue } from '../outbox';

/** From where each state is reached (contract.md, States). */
const FROM: Record<Exclude<WithdrawalState, 'requested'>, readonly WithdrawalState[]> = {
  under_review: ['requested'],
  processing: ['requested', 'under_review'],
  in_transit: ['processing'],
  paid: ['in_transit'],
  rejected: ['under_review'],
  failed: ['processing', 'in_transit'],
  canceled: ['processing', 'in_transit'],
  returned: ['paid'],
};

/** How the contributor is told of an end. */
const NOTICES: Partial<Record<WithdrawalState, BackgroundMail>> = {
  paid: 'withdrawal_paid',
  rejected: 'withdrawal_not_paid',
  failed: 'withdrawal_not_paid',
  canceled: 'withdrawal_not_paid',
  returned: 'withdrawal_not_paid',
};

/** What is learned with a step; what is left out stays as it is. */
interface Learned {
  failureReason?: string;
  payoutId?: string;
}

/**
 * Moves a withdrawal to a state, where it is in one that leads there; in the same transaction what that means is entered into the books,
 * and the contributor is told of an end. Says in which state it is now: asked again, or too late, it changes nothing.
 */
export function moveWithdrawal(
  db: Database,
  id: string,
  to: keyof typeof FROM,
  { failureReason, payoutId }: Learned = {},
): Promise<WithdrawalState> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'accountId' | 'mode' | 'amount'>>({
      name: 'withdrawal-move',
      text: `UPDATE withdrawals SET status = $2, updated_at = now(),
                    paid_at = CASE $2 WHEN 'paid' THEN now() ELSE paid_at END,
                    failure_reason = COALESCE($4, failure_reason),
                    payout_id = COALESCE($5, payout_id)
             WHERE id = $1 AND status = ANY($3)
             RETURNING id, account_id AS "accountId", mode, amount`,
      values: [id, to, FROM[to], failureReason ?? null, payoutId ?? null],
    });
    if (!rows[0]) return stateOf(tx, id);
    await enter(tx, rows[0], to);
    const mail = NOTICES[to];
    if (mail) await enqueue(tx, `mail:${mail}:${id}`, mailMessage({ mail, id }));
    return to;
  });
}

/** Notes the transfer that carries a withdrawal. */
export async function recordTransfer(db: Database, id: string, transferId: string): Promise<void> {
  await db.prisma.withdrawal.updateMany({
    where: { id, transferId: null },
    data: { transferId, updatedAt: new Date() },
  });
}

// One cause for every way in which a hold ends: it is released or paid out, once.
async function enter(
  tx: Queryable,
  { id, accountId, mode, amount }: Pick<Withdrawal, 'id' | 'accountId' | 'mode' | 'amount'>,
  to: WithdrawalState,
): Promise<void> {
  const settled = { cause: `withdrawal:${id}:settled`, accountId, mode };
  if (to === 'paid') await post(tx, settled, { held: -amount, provider: amount });
  else if (to === 'returned') {
    const returned = { cause: `withdrawal:${id}:returned`, accountId, mode };
    await post(tx, returned, { provider: -amount, available: amount });
  } else if (to === 'rejected' || to === 'failed' || to === 'canceled') {
    await post(tx, settled, { held: -amount, available: amount });
  }
}

async function stateOf(tx: Queryable, id: string): Promise<WithdrawalState> {
  const { rows } = await tx.query<{ status: WithdrawalState }>({
    text: 'SELECT status FROM withdrawals WHERE id = $1',
    values: [id],
  });
  return rows[0]!.status;
}
