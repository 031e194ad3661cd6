import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { payoutMessage } from '../../domain/messages/payouts';
import type { ReviewDecision } from '../../contracts/withdrawals';
import { UNDERWAY, WITHDRAWAL } from '../../domain/withdrawals';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { raiseAlert } from '../alerts/raise-alert';
import { recordAudit } from '../audit/record-audit';
import { contributorBalance } from '../ledger/ledger';
import { enqueue } from '../outbox/outbox';
import { leastRecent } from '../sweeps/looks';
import type { Withdrawal } from './row';

/**
 * Records the reviewer's decision together with the hint for the workflow. The first decision about a review is final,
 * and survives the loss of the workflow. An approval covers the balance of its moment: see `readShortfall`.
 *
 * @throws Failure `not_found` if no such withdrawal is under review, or it was decided before
 */
export function decideReview(db: Database, id: string, { decision, reason }: ReviewDecision): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'mode' | 'accountId' | 'reviews'>>({
      name: 'withdrawal-decide',
      text: `UPDATE withdrawals SET review_decision = $2, review_reason = $3, updated_at = now()
             WHERE id = $1 AND review AND review_decision IS NULL AND status = ANY($4)
             RETURNING id, mode, account_id AS "accountId", reviews`,
      values: [id, decision, reason, WITHDRAWAL.before('processing')],
    });
    if (!rows[0]) throw new Failure('not_found', { detail: `No withdrawal ${id} waits for a review.` });
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
    await enqueue(tx, `withdrawal:${id}:decided:${reviews}`, payoutMessage(rows[0], 'payoutHint'));
  });
}

/** Sends the payout workflow of a withdrawal a hint, once per `occasion`; a finished workflow is restarted. */
export async function hintPayout(
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
export async function hintQuietWithdrawal(db: Database, withdrawal: QuietWithdrawal): Promise<void> {
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

/** Records that the provider refused to move the money, so that the next attempt is a new one; alerts the operator. */
export function recordRefusal(db: Database, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.query({
      name: 'withdrawal-refused',
      text: 'UPDATE withdrawals SET refusals = refusals + 1 WHERE id = $1',
      values: [id],
    });
    await raiseStuck(tx, id);
  });
}

/** Alerts the operator, once, that the money of a withdrawal does not move. */
function raiseStuck(tx: Queryable, withdrawalId: string): Promise<void> {
  return raiseAlert(tx, { alert: 'withdrawal-stuck', subject: withdrawalId, facts: { withdrawalId } });
}
