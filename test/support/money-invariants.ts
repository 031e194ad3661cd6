import { isOneOf } from '../../domain/machine';
import { SETTLED_BY_HAND } from '../../domain/orders';
import type { Database } from '../../prisma/client';
import { toPayment, type Payment } from '../../store/orders/row';
import type { Provider } from './shop';

/**
 * Checks the invariants of money while nothing is in progress, by the database and by the provider's books: every
 * payment was granted, or went back as a whole, or an operator knows why it did not; no opportunity is sold twice or held
 * forever; every credit was paid for or granted. Returns the violations, one per line; empty if there are none.
 */
export async function moneyFlaws(db: Database, provider: Provider): Promise<string[]> {
  const { charges, refunds, disputes } = await provider.ledger();
  const paid = charges.filter(({ status }) => status === 'succeeded');
  const payments = await db.prisma.payment.findMany();
  const breaks = await db.prisma.reconciliationBreak.findMany({ where: { kind: 'charge' } });
  const alerts = await db.prisma.alert.findMany({ where: { alert: 'refund-failed' } });
  const flaws: string[] = [];

  for (const charge of paid) {
    const known = payments.filter(({ id }) => id === charge.paymentIntent);
    const back = refunds.filter(
      ({ paymentIntent, status }) =>
        paymentIntent === charge.paymentIntent && status !== 'failed' && status !== 'canceled',
    );
    const returned = sumOf(back.map(({ amount }) => amount));
    if (known.length === 0 && (returned === charge.amount || isReported(breaks, charge, returned))) continue;
    if (known.length !== 1) flaws.push(`payment ${charge.paymentIntent} of ${charge.orderId} was never settled`);
    else if (known[0]!.outcome === 'granted' && returned >= charge.amount)
      flaws.push(`payment ${charge.paymentIntent} was granted and refunded`);
    if (returned > charge.amount) flaws.push(`payment ${charge.paymentIntent} was refunded more than it was`);
    // A person may refund part of a granted payment, and parts of one that is to be returned before we return the rest.
    if (known[0]?.outcome !== 'refund') continue;
    const about = disputes.filter(({ paymentIntent }) => paymentIntent === charge.paymentIntent);
    const lost = sumOf(about.filter(isClosed).map(({ taken }) => taken));
    const isOpen = about.some((dispute) => !isClosed(dispute));
    const flaw = flawOfReturn(toPayment(known[0]), { wentBack: returned + lost, isOpen, alerts });
    if (flaw) flaws.push(flaw);
  }
  for (const { id, taken } of disputes.filter(isClosed)) {
    const known = await db.prisma.dispute.findUnique({ where: { id } });
    if (known?.status === 'won' && taken > 0) flaws.push(`dispute ${id} is won, and ${taken} did not come back`);
    if (known?.status === 'lost' && taken <= 0) flaws.push(`dispute ${id} is lost, and nothing is gone`);
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
          AND NOT EXISTS (SELECT 1 FROM payments WHERE order_id = sold_to AND reason IN ('returned', 'fraud_warning'))
      UNION ALL
      SELECT 'order ' || orders.id || ' is fulfilled without what it was for'
        FROM orders WHERE status = 'fulfilled'
         AND NOT EXISTS (SELECT 1 FROM opportunities WHERE sold_to = orders.id)
         AND NOT EXISTS (SELECT 1 FROM entitlements WHERE source = 'order' AND source_id = orders.id AND id = orders.entitlement_id)
      UNION ALL
      SELECT 'order ' || orders.id || ' for ' || quantity || ' was granted ' || count(entitlements.id) || ' credits'
        FROM orders JOIN entitlements ON order_id = orders.id AND source = 'order'
        GROUP BY orders.id HAVING count(entitlements.id) <> quantity
      UNION ALL
      SELECT 'entitlement ' || id || ' was never paid for' FROM entitlements
        WHERE order_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM payments WHERE payments.order_id = entitlements.order_id
            AND (outcome = 'granted' OR reason IN ('returned', 'fraud_warning')))
      UNION ALL
      SELECT 'payment ' || payments.id || ' counts as ' || refund_status || ' though ' || COALESCE(sum(refunds.amount), 0)
             || ' of ' || payments.amount || ' went back'
        FROM payments LEFT JOIN refunds ON refunds.payment_id = payments.id AND refunds.status <> 'failed'
        WHERE outcome = 'refund' AND refund_status = 'succeeded'
        GROUP BY payments.id HAVING COALESCE(sum(refunds.amount), 0) <> payments.amount
      UNION ALL
      SELECT 'opportunity ' || opportunities.id || ' is held by an order that is ' || COALESCE(orders.status, 'none')
        FROM opportunities LEFT JOIN orders ON orders.id = reserved_by
        WHERE opportunities.status = 'reserved' AND COALESCE(orders.status, '') NOT IN ('creating', 'pending_payment')
      UNION ALL
      SELECT 'order ' || id || ' is still open after its end' FROM orders
        WHERE status IN ('creating', 'pending_payment') AND hold_ends_at < now() - interval '30 seconds'`,
  });
  return [...flaws, ...rows.map(({ flaw }) => flaw), ...(await creditFlaws(db))];
}

/**
 * What is wrong with the return of a payment that is not granted; null if nothing. All of it went back, by refunds and
 * lost disputes, or an operator knows that something of it is still with us; while a dispute is open nobody can return it.
 */
function flawOfReturn(
  { id, amount, refundStatus }: Payment,
  { wentBack, isOpen, alerts }: { wentBack: number; isOpen: boolean; alerts: readonly { subject: string }[] },
): string | null {
  if (isOneOf(SETTLED_BY_HAND, refundStatus ?? '')) return null;
  const said = `of payment ${id}, ${amount}, ${wentBack} went back and its return is ${refundStatus ?? 'not begun'}`;
  if (refundStatus !== 'failed') return wentBack < amount && !isOpen ? said : null;
  if (wentBack >= amount) return said;
  return alerts.some(({ subject }) => subject.split('/')[0] === id) ? null : `${said}, which nobody was told`;
}

/** True where the bank has decided; the rest of a payment cannot be returned before. */
const isClosed = ({ status }: { status: string }) => CLOSED.includes(status);
const CLOSED = ['won', 'lost', 'prevented', 'warning_closed'];

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Credits whose use does not follow the payment at their root (docs/interface.md, Orders), also those that runs gave
 * back, and orders with more credits to use than they paid for.
 */
async function creditFlaws(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      WITH standing AS (
        SELECT orders.id, payments.id IS NULL OR 'lost' = ANY(array_agg(disputes.status)) AS gone,
               'open' = ANY(array_agg(disputes.status)) AS disputed
          FROM orders LEFT JOIN payments ON payments.order_id = orders.id AND outcome = 'granted'
          LEFT JOIN disputes ON disputes.payment_id = payments.id GROUP BY orders.id, payments.id)
      SELECT 'entitlement ' || entitlements.id || ' is ' || status || ' though its payment is gone' AS flaw
        FROM entitlements JOIN standing ON standing.id = order_id WHERE gone AND status = 'unused'
      UNION ALL
      SELECT 'entitlement ' || entitlements.id || ' can be used though its payment is disputed'
        FROM entitlements JOIN standing ON standing.id = order_id
        WHERE disputed AND NOT gone AND status = 'unused' AND frozen_at IS NULL
      UNION ALL
      SELECT 'entitlement ' || entitlements.id || ' cannot be used though its payment is good'
        FROM entitlements JOIN standing ON standing.id = order_id
        WHERE NOT COALESCE(gone, false) AND NOT COALESCE(disputed, false) AND (status = 'revoked' OR frozen_at IS NOT NULL)
      UNION ALL
      SELECT 'order ' || order_id || ' for ' || quantity || ' has ' || count(*) || ' credits that were not used'
        FROM entitlements JOIN orders ON orders.id = order_id
        WHERE entitlements.status <> 'consumed' GROUP BY order_id, quantity HAVING count(*) > quantity
      UNION ALL
      SELECT 'entitlement ' || given.id || ' was given back for one of another order'
        FROM entitlements AS given JOIN runs ON runs.id = given.source_id
        JOIN entitlements AS taken ON taken.id = runs.entitlement_id
        WHERE given.source <> 'order' AND given.order_id IS DISTINCT FROM taken.order_id`,
  });
  return rows.map(({ flaw }) => flaw);
}

/** A charge that we never settled is known to operators as a break, and given back whole where they said so. */
function isReported(
  breaks: { objectId: string; status: string }[],
  charge: { id: string; amount: number },
  returned: number,
): boolean {
  const found = breaks.find(({ objectId }) => objectId === charge.id);
  return found !== undefined && (found.status !== 'returned' || returned === charge.amount);
}

/** Throws with the violated invariants of money; call it after each test that could break one. */
export async function checkMoney(db: Database, provider: Provider): Promise<void> {
  const flaws = await moneyFlaws(db, provider);
  if (flaws.length > 0) throw new Error(`The money is not in order:\n  ${flaws.join('\n  ')}`);
}

/** Throws with the credits that do not follow their payment. */
export async function checkCredits(db: Database): Promise<void> {
  const flaws = await creditFlaws(db);
  if (flaws.length > 0) throw new Error(`Credits do not follow their payments:\n  ${flaws.join('\n  ')}`);
}
