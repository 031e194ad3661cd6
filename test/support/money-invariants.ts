import type { Database } from '../../prisma/client';
import type { Provider } from './shop';

/**
 * What must hold of the money at any time that nothing is under way, by the database and by the provider's own books: every payment was
 * granted or given back, exactly once; no opportunity is sold twice or held without an end; no credit is there that was not
 * paid for or given. Returns what does not hold, a line each; empty where all of it does.
 */
export async function moneyFlaws(db: Database, provider: Provider): Promise<string[]> {
  const { charges, refunds, disputes } = await provider.ledger();
  const paid = charges.filter(({ status }) => status === 'succeeded');
  const payments = await db.prisma.payment.findMany();
  const flaws: string[] = [];

  for (const charge of paid) {
    const known = payments.filter(({ id }) => id === charge.paymentIntent);
    const back = refunds.filter(
      (refund) =>
        refund.paymentIntent === charge.paymentIntent && refund.status !== 'failed' && refund.status !== 'canceled',
    );
    const returned = back.reduce((sum, { amount }) => sum + amount, 0);
    const failed = refunds.some(
      (refund) => refund.paymentIntent === charge.paymentIntent && refund.status === 'failed',
    );
    const lost = disputes.some(
      (dispute) => dispute.paymentIntent === charge.paymentIntent && dispute.status === 'lost',
    );
    if (known.length !== 1) flaws.push(`payment ${charge.paymentIntent} of ${charge.orderId} was never settled`);
    else if (known[0]!.outcome === 'granted' && returned >= charge.amount)
      flaws.push(`payment ${charge.paymentIntent} was granted and refunded`);
    else if (known[0]!.outcome === 'refund' && back.length === 0 && !lost && !failed)
      flaws.push(`payment ${charge.paymentIntent} is to be refunded and was not`);
    // A person may return a part of what was granted; what we refund is one refund of the whole.
    if (known[0]?.outcome === 'granted') continue;
    if (back.length > 1) flaws.push(`payment ${charge.paymentIntent} was refunded ${back.length} times`);
    if (back.length > 0 && returned !== charge.amount) flaws.push(`refund of ${charge.paymentIntent} is not whole`);
  }
  for (const { id } of payments) {
    if (!paid.some(({ paymentIntent }) => paymentIntent === id)) flaws.push(`payment ${id} was settled and never paid`);
  }
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'order ' || orders.id || ' is fulfilled and ' || count(payments.id) || ' payments were granted' AS flaw
        FROM orders LEFT JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'granted'
        GROUP BY orders.id HAVING (orders.status = 'fulfilled') <> (count(payments.id) = 1)
      UNION ALL
      SELECT 'opportunity ' || opportunities.id || ' is sold to an order that is ' || COALESCE(orders.status, 'none')
        FROM opportunities LEFT JOIN orders ON orders.id = sold_to AND orders.opportunity_id = opportunities.id
        WHERE opportunities.status = 'sold' AND orders.status IS DISTINCT FROM 'fulfilled'
          AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = sold_to AND reason = 'returned')
      UNION ALL
      SELECT 'order ' || orders.id || ' is fulfilled without what it was for'
        FROM orders WHERE status = 'fulfilled'
         AND NOT EXISTS (SELECT 1 FROM opportunities WHERE sold_to = orders.id)
         AND NOT EXISTS (SELECT 1 FROM entitlements WHERE source = 'order' AND source_id = orders.id AND id = orders.entitlement_id)
      UNION ALL
      SELECT 'entitlement ' || id || ' was never paid for' FROM entitlements
        WHERE source = 'order' AND NOT EXISTS (
          SELECT 1 FROM payments WHERE order_id = source_id AND (outcome = 'granted' OR reason = 'returned'))
      UNION ALL
      SELECT 'entitlement ' || entitlements.id || ' can be used though its payment was returned'
        FROM entitlements JOIN payments ON source = 'order' AND order_id = source_id
        WHERE reason = 'returned' AND entitlements.status = 'unused'
      UNION ALL
      SELECT 'opportunity ' || opportunities.id || ' is held by an order that is ' || COALESCE(orders.status, 'none')
        FROM opportunities LEFT JOIN orders ON orders.id = reserved_by
        WHERE opportunities.status = 'reserved' AND COALESCE(orders.status, '') NOT IN ('creating', 'pending_payment')
      UNION ALL
      SELECT 'order ' || id || ' is still open after its end' FROM orders
        WHERE status IN ('creating', 'pending_payment') AND hold_ends_at < now() - interval '30 seconds'`,
  });
  return [...flaws, ...rows.map(({ flaw }) => flaw)];
}

/** Throws with every promise about the money that does not hold; to be called after each test that could break one. */
export async function checkMoney(db: Database, provider: Provider): Promise<void> {
  const flaws = await moneyFlaws(db, provider);
  if (flaws.length > 0) throw new Error(`The money is not in order:\n  ${flaws.join('\n  ')}`);
}
