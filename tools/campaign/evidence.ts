import type { Database } from '../../prisma/client';

/** Rows that belong to an id, by its prefix; each statement takes the id and answers rows of JSON. */
const ROWS_OF: Record<string, string[]> = {
  ord: [
    `SELECT 'order' AS of, to_jsonb(orders) - ARRAY['checkout_url', 'buyer_token_hash', 'buyer_address_hash', 'buyer_network_hash'] AS row
       FROM orders WHERE id = $1`,
    `SELECT 'payment', to_jsonb(payments) FROM payments WHERE order_id = $1`,
    `SELECT 'event', to_jsonb(payment_events) FROM payment_events WHERE order_id = $1`,
    `SELECT 'entitlement', to_jsonb(entitlements) FROM entitlements WHERE source_id = $1`,
  ],
  pi: [
    `SELECT 'payment', to_jsonb(payments) FROM payments WHERE id = $1`,
    `SELECT 'order', to_jsonb(orders) - 'checkout_url' FROM orders JOIN payments ON payments.order_id = orders.id
       WHERE payments.id = $1`,
  ],
  ent: [
    `SELECT 'entitlement', to_jsonb(entitlements) FROM entitlements WHERE id = $1`,
    `SELECT 'run', to_jsonb(runs) - 'input' FROM runs JOIN entitlements ON runs.id IN (run_id, source_id)
       WHERE entitlements.id = $1`,
  ],
  run: [
    `SELECT 'run', to_jsonb(runs) - 'input' FROM runs WHERE id = $1`,
    `SELECT 'entitlement', to_jsonb(entitlements) FROM entitlements WHERE $1 IN (run_id, source_id)`,
  ],
  wdr: [`SELECT 'withdrawal', to_jsonb(withdrawals) FROM withdrawals WHERE id = $1`],
  opp: [`SELECT 'order', to_jsonb(orders) - 'checkout_url' FROM orders WHERE opportunity_id = $1`],
};

const IDS = /\b(ord|pi|ent|run|wdr|opp)_\w+/g;

/** The rows of the objects that a broken promise names, each as a line. */
export async function evidenceOf(db: Database, flaw: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [id, prefix] of flaw.matchAll(IDS)) {
    for (const text of ROWS_OF[prefix!]!) {
      const { rows } = await db.pool.query<{ line: string }>({
        text: `SELECT found.of || ' ' || jsonb_strip_nulls(found.row)::text AS line FROM (${text}) AS found(of, row)`,
        values: [id],
      });
      lines.push(...rows.map(({ line }) => line));
    }
  }
  return lines;
}
