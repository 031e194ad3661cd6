import { Failure } from '../../contracts/failures';
import { payoutMessage } from '../../contracts/workflow-messages';
import type { ReviewDecision } from '../../contracts/withdrawals';
import { transaction, type Database, type Withdrawal } from '../../prisma/client';
import { enqueue } from '../outbox';

/**
 * Tells the workflow of a withdrawal what the reviewer decided, once: the first decision stands.
 *
 * @throws Failure `not_found` where no such withdrawal waits for a review, or it was decided before
 */
export function decideReview(db: Database, id: string, decision: ReviewDecision): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Withdrawal>({
      text: `SELECT id, mode FROM withdrawals WHERE id = $1 AND review AND status IN ('requested', 'under_review')`,
      values: [id],
    });
    const message = rows[0] && payoutMessage(rows[0], { signal: 'decide', args: [decision] });
    if (!message || !(await enqueue(tx, `withdrawal:${id}:decided`, message))) {
      throw new Failure('not_found', { detail: `No withdrawal ${id} waits for a review.` });
    }
  });
}

/**
 * Has the workflows look at withdrawals that nothing was heard of for an hour, and starts those anew that somebody ended by hand.
 * Returns how many there were.
 */
export async function lookAtQuietWithdrawals(db: Database, limit: number): Promise<number> {
  const { rows } = await db.pool.query<Withdrawal>({
    name: 'sweep-quiet-withdrawals',
    text: `SELECT id, mode FROM withdrawals
           WHERE status IN ('requested', 'processing', 'in_transit') AND updated_at < now() - interval '1 hour'
           ORDER BY updated_at LIMIT $1`,
    values: [limit],
  });
  const hour = new Date().toISOString().slice(0, 13);
  for (const withdrawal of rows) {
    await enqueue(
      db.pool,
      `withdrawal:${withdrawal.id}:quiet:${hour}`,
      payoutMessage(withdrawal, { signal: 'payoutHint' }),
    );
  }
  return rows.length;
}
