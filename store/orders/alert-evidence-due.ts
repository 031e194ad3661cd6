import { formatMoney } from '../../platform/wording';
import type { Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';

/** Days before the end in which evidence for a dispute is asked for: a weekend and a day. */
const DAYS_BEFORE = 3;

/**
 * Alerts operators of open disputes whose evidence is due within {@link DAYS_BEFORE} days, once for each deadline;
 * returns how many of at most `limit`. A dispute for which evidence was submitted has no deadline.
 */
export async function alertEvidenceDue(db: Database, limit: number): Promise<number> {
  const { rows } = await db.pool.query<
    Record<'id' | 'orderId' | 'due' | 'currency' | 'reason', string> & { amount: number }
  >({
    name: 'disputes-evidence-due',
    text: `SELECT id, order_id AS "orderId", to_char(evidence_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS due,
                  amount, currency, reason FROM disputes
           WHERE status = 'open' AND evidence_due_at BETWEEN now() AND now() + $2 * interval '1 day'
             AND NOT EXISTS (SELECT 1 FROM alerts WHERE alert = 'dispute-evidence-due'
                             AND subject = disputes.id || '/' || to_char(evidence_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
           ORDER BY evidence_due_at LIMIT $1`,
    values: [limit, DAYS_BEFORE],
  });
  for (const { id, orderId, due, amount, currency, reason } of rows) {
    const facts = { disputeId: id, orderId, due, reason, amount: formatMoney({ amount, currency }) };
    await raiseAlert(db.pool, { alert: 'dispute-evidence-due', subject: `${id}/${due}`, facts });
  }
  return rows.length;
}
