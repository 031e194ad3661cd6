import type { Mode } from '../../../base/access';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { raiseAlert } from '../../alerts/store/alerts';
import { post } from '../../ledger/store/post';
import { recordAudit } from '../../outbox/store/audit';
import { thisMinute } from '../../outbox/store/outbox';
import { leastRecent, longestWait } from '../../outbox/store/sweeping';
import { UNDERWAY, WITHDRAWAL_WAIT } from '../rules';
import { postingOf, signalPayout, type Withdrawal } from './withdrawals';

type StalledWithdrawal = Pick<Withdrawal, 'id' | 'mode' | 'status' | 'availableAt'> & { suspended: boolean };

const quiet = leastRecent('quiet_withdrawals', 'withdrawals.id');

/** Withdrawals that have not changed for an hour and were not checked since `before`, least recently checked first. */
export async function stalledWithdrawals(db: Database, before: Date, limit: number): Promise<StalledWithdrawal[]> {
  const { rows } = await db.pool.query<StalledWithdrawal>({
    name: 'sweep-quiet-withdrawals',
    text: `SELECT id, mode, status, available_at AS "availableAt",
                  EXISTS (SELECT 1 FROM accounts WHERE accounts.id = account_id AND accounts.status = 'suspended')
                    AS suspended
           FROM withdrawals ${quiet.join}
           WHERE (status IN (${listOf(UNDERWAY)})
                  OR (status = 'paid' AND paid_at > now() - interval '10 days'))
             AND updated_at < now() - ${longestWait(WITHDRAWAL_WAIT)} AND ${quiet.due}
           ORDER BY ${quiet.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows;
}

/** Signals or restarts a stalled withdrawal's workflow, at most once a minute. Alerts if money should have moved. */
export async function signalQuietWithdrawal(db: Database, withdrawal: StalledWithdrawal): Promise<void> {
  await signalPayout(db, withdrawal, `quiet:${thisMinute()}`);
  // Money that arrived may take days to become available, and the account may be suspended. Only overdue money is
  // stuck.
  const due = !withdrawal.suspended && (withdrawal.availableAt === null || withdrawal.availableAt < new Date());
  if (withdrawal.status === 'processing' && due) await raiseStuck(db.pool, withdrawal.id);
}

/** Alerts the operator, once, that a withdrawal's money is not moving. */
export function raiseStuck(tx: Queryable, withdrawalId: string): Promise<void> {
  return raiseAlert(tx, { alert: 'withdrawal-stuck', subject: withdrawalId, facts: { withdrawalId } });
}

/** A withdrawal that our database lost but the provider has, reconstructed from its transfer. */
export interface LostWithdrawal {
  withdrawalId: string;
  mode: Mode;
  /** Minor units. */
  amount: number;
  currency: string;
  connectedAccountId: string;
  transferredAt: Date;
}

/**
 * Restores, once, a withdrawal that was lost in a failover or a restore: its row, its hold on the balance under the
 * original cause (`withdrawal:<id>:held`), and its workflow. The workflow finds the transfer and tracks the payout. The
 * balance may become negative, because this money must not be withdrawn a second time. Alerts the operator. Returns
 * false if the account is not our contributor, or if the withdrawal is not lost.
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
    await post(tx, postingOf({ id: withdrawalId, accountId, mode, currency }, 'held'), {
      available: -amount,
      held: amount,
    });
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
