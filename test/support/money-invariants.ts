import { isOneOf } from '../../base/machine';
import { SETTLED_BY_HAND } from '../../modules/orders/rules';
import { toPayment, type Payment } from '../../modules/orders/store/orders';
import type { Database } from '../../prisma/client';
import type { Provider } from './shop';

/** `held` equals withdrawals in progress. Money that left our balance equals withdrawals paid or on their way. */
const WITHDRAWN = `
  SELECT 'of ' || account_id || ' in ' || mode || ' the ledger has ' || ledger.sums::text || ', of withdrawals '
         || asked.sums::text AS flaw
    FROM (SELECT account_id, mode, ARRAY[sum(amount) FILTER (WHERE account = 'held'),
                 sum(amount) FILTER (WHERE account = 'connected'), sum(amount) FILTER (WHERE account = 'provider')] AS sums
          FROM ledger_transactions JOIN ledger_entries ON transaction_id = id
          WHERE account_id IS NOT NULL GROUP BY account_id, mode) AS ledger
    FULL JOIN (SELECT account_id, mode, ARRAY[sum(amount) FILTER (WHERE underway),
                 -sum(amount) FILTER (WHERE underway AND transfer_id IS NOT NULL),
                 sum(amount) FILTER (WHERE status = 'paid' OR written_off OR (underway AND transfer_id IS NOT NULL))] AS sums
          FROM (SELECT *, status IN ('requested', 'under_review', 'processing', 'in_transit') AS underway
                FROM withdrawals) AS each GROUP BY account_id, mode) AS asked USING (account_id, mode)
    WHERE array_replace(COALESCE(ledger.sums, '{0,0,0}'), NULL, 0) <> array_replace(COALESCE(asked.sums, '{0,0,0}'), NULL, 0)`;

/**
 * Every payment is either a sale, or owed to the payer until refunds and lost disputes have returned it. The sale or
 * the amount owed is negative if a lost dispute also took refunded money. Nothing is owed once refunding is complete or
 * in progress; something is owed after a refund failed.
 */
const PAYMENTS = `
  SELECT 'payment ' || payments.id || ' is ' || outcome || ', ' || COALESCE(refund_status, 'not refunded') || ' and has '
         || sales || ' of sales, ' || owed || ' owed, ' || kept || ' not refunded and ' || lost || ' lost' AS flaw
    FROM payments JOIN LATERAL (
      SELECT COALESCE(sum(amount) FILTER (WHERE account IN ('sales', 'tax')), 0) AS sales,
             COALESCE(sum(amount) FILTER (WHERE account = 'tax'), 0) AS tax,
             COALESCE(sum(amount) FILTER (WHERE account = 'returns'), 0) AS owed,
             COALESCE(sum(amount) FILTER (WHERE account = 'disputed' AND cause ~ '^dispute:.*:decided:'), 0) AS lost
      FROM ledger_transactions JOIN ledger_entries ON transaction_id = ledger_transactions.id
      WHERE payment_id = payments.id) AS books ON true
    CROSS JOIN LATERAL (SELECT payments.amount - COALESCE(sum(amount), 0) AS kept FROM refunds
                        WHERE payment_id = payments.id AND status <> 'failed') AS refunded
    WHERE (outcome = 'granted' AND sales <> kept - lost)
       OR (outcome = 'refund' AND sales <> 0)
       OR NOT tax BETWEEN 0 AND greatest(sales, 0)
       OR (refund_status IN ('returned_by_hand', 'waived') AND owed <> 0)
       OR (outcome = 'refund' AND COALESCE(refund_status, '') NOT IN ('returned_by_hand', 'waived') AND owed <> kept - lost)
       OR (refund_status IN ('pending', 'succeeded', 'charged_back') AND owed > 0)
       OR (refund_status = 'failed' AND owed <= 0)
       OR (refund_status = 'succeeded' AND kept <> 0)
       OR (refund_status = 'charged_back' AND (kept = 0 OR lost = 0))`;

/**
 * `disputed` holds all or part of an open dispute's amount, and nothing once the dispute is closed, unless an alert
 * reported the remainder. The amount may differ if the dispute's currency is not the payment's.
 */
const DISPUTES = `
  SELECT 'dispute ' || disputes.id || ' is ' || status || ' with ' || left_over || ' of ' || disputes.amount AS flaw
    FROM disputes CROSS JOIN LATERAL (
      SELECT COALESCE(-sum(line.amount), 0) AS left_over
      FROM ledger_transactions JOIN ledger_entries AS line ON transaction_id = ledger_transactions.id
      WHERE payment_id = disputes.payment_id AND account = 'disputed' AND split_part(cause, ':', 2) = disputes.id) AS books
    JOIN payments ON payments.id = disputes.payment_id
    WHERE left_over <> 0
      AND NOT (status = 'open' AND (left_over BETWEEN 1 AND disputes.amount OR disputes.currency <> payments.currency))
      AND NOT (status = 'won' AND EXISTS (SELECT 1 FROM alerts WHERE alert = 'dispute-money-left' AND subject = disputes.id))`;

/** Each share is in the account for its status, and its status follows from its payment and maturity. */
const SHARES = `
  SELECT 'contributor ' || account_id || ' in ' || mode || ' ' || currency || ' has ' || ledger.sums::text
         || ' pending and frozen, shares say ' || COALESCE(shares.sums, '{0,0}')::text AS flaw
    FROM (SELECT account_id, mode, currency, ARRAY[COALESCE(sum(amount) FILTER (WHERE account = 'pending'), 0),
                 COALESCE(sum(amount) FILTER (WHERE account = 'frozen'), 0)] AS sums
          FROM ledger_transactions JOIN ledger_entries ON transaction_id = id
          WHERE account_id IS NOT NULL GROUP BY account_id, mode, currency) AS ledger
    FULL JOIN (SELECT account_id, mode, currency, ARRAY[COALESCE(sum(amount) FILTER (WHERE status = 'pending'), 0),
                 COALESCE(sum(amount) FILTER (WHERE status = 'frozen'), 0)] AS sums
          FROM shares GROUP BY account_id, mode, currency) AS shares USING (account_id, mode, currency)
    WHERE ledger.sums IS DISTINCT FROM COALESCE(shares.sums, '{0,0}')
  UNION ALL
  SELECT 'share of ' || order_id || ' is ' || status || ' and its payment was not granted, or went back'
    FROM shares WHERE status <> 'taken_back'
     AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.order_id = shares.order_id AND outcome = 'granted')
  UNION ALL
  SELECT 'share of ' || order_id || ' became available before its time'
    FROM shares WHERE status = 'available' AND matures_at > now()
  UNION ALL
  SELECT 'share of ' || shares.order_id || ' was earned by its own buyer'
    FROM shares JOIN orders ON orders.id = order_id WHERE orders.account_id = shares.account_id`;

/**
 * Checks the invariants of the ledger: every transaction sums to zero, {@link WITHDRAWN}, {@link PAYMENTS}, {@link
 * DISPUTES} and {@link SHARES}. If given a `provider`, which must be idle, also compares its records. Returns the
 * violations, one per line; empty if there are none.
 */
export async function ledgerFlaws(db: Database, provider?: Provider): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'transaction ' || cause || ' sums to ' || COALESCE(sum(amount), -1) AS flaw
        FROM ledger_transactions LEFT JOIN ledger_entries ON transaction_id = id
        GROUP BY cause HAVING COALESCE(sum(amount), -1) <> 0
      UNION ALL ${WITHDRAWN} UNION ALL ${PAYMENTS} UNION ALL ${DISPUTES} UNION ALL ${SHARES}`,
  });
  return [...rows.map(({ flaw }) => flaw), ...(provider ? await flawsAtProvider(db, provider) : [])];
}

async function flawsAtProvider(db: Database, provider: Provider): Promise<string[]> {
  const { transfers, payouts } = await provider.ledger();
  const withdrawals = await db.prisma.withdrawal.findMany();
  // Transfers that were reversed by hand after their payout. Reconciliation found them, and an operator settled them.
  const settledBreaks = { status: 'settled', cause: 'status', kind: 'transfer' };
  const explained = await db.prisma.reconciliationBreak.findMany({ where: settledBreaks });
  const reversed = new Set(explained.map(({ withdrawalId }) => withdrawalId));
  const explainedIds = new Set(explained.map(({ objectId }) => objectId));
  return withdrawals.flatMap(({ id, status, amount, payoutAmount, writtenOff, refusals }) => {
    const sent = transfers.filter(({ withdrawalId, status: now }) => withdrawalId === id && now !== 'reversed');
    const out = payouts.filter(({ withdrawalId, status: now }) => withdrawalId === id && now === 'paid');
    const expected = status === 'paid' ? 1 : 0;
    const left = reversed.has(id) ? 0 : expected;
    const flaws: string[] = [];
    // Extra transfers are possible if the provider completed one late and the account could not pay back one or both.
    const unexplained = sent.filter((each) => !explainedIds.has(each.id)).length;
    const lost = sent.length > 1 && refusals > 0 && unexplained === expected && (writtenOff || status === 'paid');
    if (!lost && sent.length !== left + (writtenOff ? 1 : 0))
      flaws.push(`${id} is ${status} with ${sent.length} transfers`);
    if (out.length !== expected) flaws.push(`${id} is ${status} with ${out.length} payouts`);
    if (sent.some((each) => each.amount !== amount)) flaws.push(`${id} was transferred with another amount`);
    // `payoutAmount` is in the currency of the contributor's account.
    if (out.some((each) => each.amount !== payoutAmount)) flaws.push(`${id} was paid out with another amount`);
    return flaws;
  });
}

/** Ids of an account's transfers and payouts. A suspended account must get no new transfers or payouts. */
export async function moneyOutOf(db: Database, provider: Provider, accountId: string): Promise<string[]> {
  const withdrawals = await db.prisma.withdrawal.findMany({ where: { accountId }, select: { id: true } });
  const { transfers, payouts } = await provider.ledger();
  const made = [...transfers, ...payouts];
  return made.filter((each) => withdrawals.some(({ id }) => id === each.withdrawalId)).map(({ id }) => id);
}

/** Throws if an invariant of the ledger is violated, and lists the violations. Call it after each test. */
export async function checkLedger(db: Database, provider?: Provider): Promise<void> {
  const flaws = await ledgerFlaws(db, provider);
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
}

/**
 * Checks the invariants of money in our database and the provider's records while nothing is in progress. Every payment
 * was granted or fully returned, or an operator knows why it was not. No opportunity is sold twice or held forever, and
 * every credit was paid for or granted. Returns the violations, one per line; empty if there are none.
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
    // A person may partly refund a granted payment, or a payment that we are about to return.
    if (known[0]?.outcome !== 'refund') continue;
    const about = disputes.filter(({ paymentIntent }) => paymentIntent === charge.paymentIntent);
    const lost = sumOf(about.filter(isClosed).map(({ taken }) => taken));
    const isOpen = about.some((dispute) => !isClosed(dispute));
    const flaw = flawOfReturn(toPayment(known[0]), { wentBack: returned + lost, isOpen, alerts });
    if (flaw) flaws.push(flaw);
  }
  for (const { id, taken, moved, refundable } of disputes.filter(isClosed)) {
    const known = await db.prisma.dispute.findUnique({ where: { id } });
    // If the provider no longer allows refunds, the cardholder may have received the money without a balance movement.
    const unseen = !moved && !refundable;
    if (known?.status === 'won' && taken > 0) flaws.push(`dispute ${id} is won, and ${taken} did not come back`);
    if (known?.status === 'lost' && taken <= 0 && !unseen) flaws.push(`dispute ${id} is lost, and nothing is gone`);
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
 * Checks that a payment that was not granted went back to the payer. Either refunds and lost disputes returned all of
 * it, or an operator knows that we still have part of it. Nothing can be returned while a dispute is open. Returns the
 * violation, or null.
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

/** True once the bank has decided; until then, we cannot return the rest of the payment. */
const isClosed = ({ status }: { status: string }) => CLOSED.includes(status);
const CLOSED = ['won', 'lost', 'prevented', 'warning_closed'];

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Finds credits whose state does not match the payment behind them (docs/interface/orders.md), including credits that
 * runs returned. Also finds orders with more unused credits than they paid for.
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

/**
 * True if a break informs operators of an unsettled charge. If they marked the break as returned, the whole charge must
 * have been returned.
 */
function isReported(
  breaks: { objectId: string; status: string }[],
  charge: { id: string; amount: number },
  returned: number,
): boolean {
  const found = breaks.find(({ objectId }) => objectId === charge.id);
  return found !== undefined && (found.status !== 'returned' || returned === charge.amount);
}

/**
 * Throws if an invariant of money is violated, and lists the violations. Call it after each test that could violate
 * one.
 */
export async function checkMoney(db: Database, provider: Provider): Promise<void> {
  const flaws = await moneyFlaws(db, provider);
  if (flaws.length > 0) throw new Error(`The money is not in order:\n  ${flaws.join('\n  ')}`);
}

/** Throws if a credit does not match its payment, and lists such credits. */
export async function checkCredits(db: Database): Promise<void> {
  const flaws = await creditFlaws(db);
  if (flaws.length > 0) throw new Error(`Credits do not follow their payments:\n  ${flaws.join('\n  ')}`);
}
