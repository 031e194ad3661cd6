import { UNDERWAY, WITHDRAWAL_WAIT } from '../../domain/withdrawals';
import type { Database, Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { raiseAlert } from '../alerts/raise-alert';
import { thisMinute } from '../outbox/this-minute';
import { leastRecent } from '../sweeps/least-recent';
import { longestWait } from '../sweeps/past-longest-wait';
import type { Withdrawal } from './row';
import { signalPayout } from './signal-payout';

type QuietWithdrawal = Pick<Withdrawal, 'id' | 'mode' | 'status' | 'availableAt'> & { suspended: boolean };

const quiet = leastRecent('quiet_withdrawals', 'withdrawals.id');

/** Withdrawals unchanged for an hour and not checked since `before`, least recent first. */
export async function quietWithdrawals(db: Database, before: Date, limit: number): Promise<QuietWithdrawal[]> {
  const { rows } = await db.pool.query<QuietWithdrawal>({
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

/**
 * Signals the workflow of a withdrawal unchanged for an hour, which restarts a terminated one, at most once a minute.
 * Alerts the operator if its money should have moved within that hour.
 */
export async function signalQuietWithdrawal(db: Database, withdrawal: QuietWithdrawal): Promise<void> {
  await signalPayout(db, withdrawal, `quiet:${thisMinute()}`);
  // Money that arrived can take days to become available, or is held: only what should have moved is stuck.
  const due = !withdrawal.suspended && (withdrawal.availableAt === null || withdrawal.availableAt < new Date());
  if (withdrawal.status === 'processing' && due) await raiseStuck(db.pool, withdrawal.id);
}

/** Alerts the operator, once, that the money of a withdrawal does not move. */
export function raiseStuck(tx: Queryable, withdrawalId: string): Promise<void> {
  return raiseAlert(tx, { alert: 'withdrawal-stuck', subject: withdrawalId, facts: { withdrawalId } });
}
