import { Failure } from '../../contracts/failures';
import { mailMessage, payoutMessage } from '../../contracts/workflow-messages';
import type { ReviewDecision } from '../../contracts/withdrawals';
import { transaction, type Database, type Withdrawal } from '../../prisma/client';
import { enqueue, enqueueWith } from '../outbox';

/**
 * Records what the reviewer decided, together with the message that has the workflow look: the first decision stands, and is there
 * whatever becomes of the workflow.
 *
 * @throws Failure `not_found` where no such withdrawal waits for a review, or it was decided before
 */
export function decideReview(db: Database, id: string, { decision, reason }: ReviewDecision): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'mode'>>({
      name: 'withdrawal-decide',
      text: `UPDATE withdrawals SET review_decision = $2, review_reason = $3, updated_at = now()
             WHERE id = $1 AND review AND review_decision IS NULL AND status IN ('requested', 'under_review')
             RETURNING id, mode`,
      values: [id, decision, reason],
    });
    if (!rows[0]) throw new Failure('not_found', { detail: `No withdrawal ${id} waits for a review.` });
    await enqueue(tx, `withdrawal:${id}:decided`, payoutMessage(rows[0], 'payoutHint'));
  });
}

/**
 * Has the workflows look at withdrawals that nothing was heard of for an hour, and starts those anew that somebody ended by hand. Where
 * money should have moved within that hour the operator is told. Returns how many there were.
 */
export async function lookAtQuietWithdrawals(db: Database, limit: number): Promise<number> {
  const { rows } = await db.pool.query<Withdrawal>({
    name: 'sweep-quiet-withdrawals',
    text: `SELECT id, mode, status FROM withdrawals
           WHERE (status IN ('requested', 'under_review', 'processing', 'in_transit')
                  OR (status = 'paid' AND paid_at > now() - interval '10 days'))
             AND updated_at < now() - interval '1 hour'
           ORDER BY updated_at LIMIT $1`,
    values: [limit],
  });
  const hour = new Date().toISOString().slice(0, 13);
  for (const withdrawal of rows) {
    await enqueue(db.pool, `withdrawal:${withdrawal.id}:quiet:${hour}`, payoutMessage(withdrawal, 'payoutHint'));
    if (withdrawal.status === 'processing') await reportStuck(db, withdrawal.id);
  }
  return rows.length;
}

/** Has the operator told that the money of a withdrawal does not move, once. */
async function reportStuck(db: Database, id: string): Promise<void> {
  await enqueue(db.pool, stuck(id), mailMessage({ mail: 'withdrawal_stuck', id }));
}

/** Notes that the provider refused to move the money as things are, so that the next try is a new one, and has the operator told. */
export async function recordRefusal(db: Database, id: string): Promise<void> {
  const write = {
    name: 'withdrawal-refused',
    sql: 'UPDATE withdrawals SET refusals = refusals + 1 WHERE id = $1 RETURNING id',
    values: [id],
  };
  await enqueueWith(db.pool, write, stuck(id), mailMessage({ mail: 'withdrawal_stuck', id }));
}

const stuck = (id: string) => `withdrawal:${id}:stuck`;
