import { randomUUID } from 'node:crypto';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { refuseOperation } from './refuse-operation';
import { ENDABLE } from './request-end';
import type { Withdrawal } from './row';
import { signalPayout } from './signal-payout';

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
