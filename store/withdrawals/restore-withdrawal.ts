import type { Mode } from '../../contracts/access';
import { transaction, type Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { recordAudit } from '../audit/record-audit';
import { post } from '../ledger/post';
import { signalPayout } from './signal-payout';

/** A withdrawal that the provider made and our database lost, as reconstructed from its transfer. */
export interface LostWithdrawal {
  withdrawalId: string;
  mode: Mode;
  /** Minor units. */
  amount: number;
  currency: string;
  connectedAccountId: string;
  /** Time of its transfer. */
  transferredAt: Date;
}

/**
 * Enters a withdrawal that was lost in a failover or a restore, once: its row, the hold on the balance under the cause
 * that it had (`withdrawal:<id>:held`), and the workflow, which finds the transfer and follows the payout. The balance
 * may become negative: what has left cannot be withdrawn again. Alerts the operator. Returns false if the account is no contributor of ours
 * or the withdrawal is known.
 */
export function restoreWithdrawal(db: Database, lost: LostWithdrawal): Promise<boolean> {
  const { withdrawalId, mode, amount, currency } = lost;
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string }>({
      name: 'withdrawal-restore-contributor',
      text: `SELECT account_id AS "accountId" FROM contributors WHERE connected_account_id = $1 AND mode = $2`,
      values: [lost.connectedAccountId, mode],
    });
    if (!rows[0]) return false;
    const { accountId } = rows[0];
    const { rowCount } = await tx.query({
      name: 'withdrawal-restore',
      text: `INSERT INTO withdrawals (id, account_id, mode, amount, currency, status, review, requested_at)
             VALUES ($1, $2, $3, $4, $5, 'processing', false, $6) ON CONFLICT (id) DO NOTHING`,
      values: [withdrawalId, accountId, mode, amount, currency, lost.transferredAt],
    });
    if (rowCount === 0) return false;
    const held = { cause: `withdrawal:${withdrawalId}:held`, accountId, mode, currency };
    await post(tx, held, { available: -amount, held: amount });
    await recordAudit(tx, {
      action: 'withdrawal.restored',
      accountId,
      subject: withdrawalId,
      after: { mode, amount, currency, status: 'processing' },
    });
    await raiseAlert(tx, { alert: 'withdrawal-restored', subject: withdrawalId, facts: { withdrawalId, accountId } });
    await signalPayout(tx, { id: withdrawalId, mode }, 'restored');
    return true;
  });
}
