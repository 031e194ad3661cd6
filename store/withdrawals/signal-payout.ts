import type { Mode } from '../../contracts/access';
import { payoutMessage } from '../../domain/messages/payouts';
import { UNDERWAY } from '../../domain/withdrawals';
import type { Database, Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { raiseAlert } from '../alerts/raise-alert';
import { enqueue } from '../outbox/enqueue';
import { leastRecent } from '../sweeps/least-recent';
import type { Withdrawal } from './row';

/** Sends the payout workflow of a withdrawal a hint, once per `occasion`; a finished workflow is restarted. */
export async function signalPayout(
  db: Database,
  withdrawal: { id: string; mode: Mode },
  occasion: string,
): Promise<void> {
  await enqueue(db, `withdrawal:${withdrawal.id}:${occasion}`, payoutMessage(withdrawal, 'payoutHint'));
}

type QuietWithdrawal = Pick<Withdrawal, 'id' | 'mode' | 'status' | 'availableAt'>;

/**
 * Sends a hint for a withdrawal unchanged for an hour, which restarts a terminated workflow, at most once an hour.
 * Alerts the operator if its money should have moved within that hour.
 */
export async function signalQuietWithdrawal(db: Database, withdrawal: QuietWithdrawal): Promise<void> {
  const hour = new Date().toISOString().slice(0, 13);
  await enqueue(db, `withdrawal:${withdrawal.id}:quiet:${hour}`, payoutMessage(withdrawal, 'payoutHint'));
  // Money that arrived can take days to become available: only what should have moved is stuck.
  const due = withdrawal.availableAt === null || withdrawal.availableAt < new Date();
  if (withdrawal.status === 'processing' && due) await raiseStuck(db.pool, withdrawal.id);
}

const quiet = leastRecent('quiet_withdrawals', 'withdrawals.id');

/** Withdrawals unchanged for an hour and not looked at since `before`, least recent first. */
export async function quietWithdrawals(db: Database, before: Date, limit: number): Promise<QuietWithdrawal[]> {
  const { rows } = await db.pool.query<Withdrawal>({
    name: 'sweep-quiet-withdrawals',
    text: `SELECT id, mode, status, available_at AS "availableAt" FROM withdrawals ${quiet.join}
           WHERE (status IN (${listOf(UNDERWAY)})
                  OR (status = 'paid' AND paid_at > now() - interval '10 days'))
             AND updated_at < now() - interval '1 hour' AND ${quiet.due}
           ORDER BY ${quiet.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows;
}

/** Alerts the operator, once, that the money of a withdrawal does not move. */
export function raiseStuck(tx: Queryable, withdrawalId: string): Promise<void> {
  return raiseAlert(tx, { alert: 'withdrawal-stuck', subject: withdrawalId, facts: { withdrawalId } });
}
