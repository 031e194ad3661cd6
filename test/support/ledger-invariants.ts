import type { Database } from '../../prisma/client';
import type { Provider } from './shop';

/** Holds equal the withdrawals in progress; what left our balance equals those paid or on their way. */
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
 * Every payment is a sale, or is owed back until it went back, by refunds and lost disputes; never both. A sale, or what is
 * owed, is below zero where a lost dispute took what was refunded as well. A return that counts as done, or as under way,
 * owes nothing, and one that failed owes something.
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
 * What the provider took for a dispute is in `disputed` while it is open, and nothing once it is closed, unless an
 * operator was told; one in another currency than its payment took another amount.
 */
const DISPUTES = `
  SELECT 'dispute ' || disputes.id || ' is ' || status || ' with ' || left_over || ' of ' || disputes.amount AS flaw
    FROM disputes CROSS JOIN LATERAL (
      SELECT COALESCE(-sum(line.amount), 0) AS left_over
      FROM ledger_transactions JOIN ledger_entries AS line ON transaction_id = ledger_transactions.id
      WHERE payment_id = disputes.payment_id AND account = 'disputed' AND split_part(cause, ':', 2) = disputes.id) AS books
    JOIN payments ON payments.id = disputes.payment_id
    WHERE left_over <> 0
      AND NOT (status = 'open' AND (left_over = disputes.amount OR disputes.currency <> payments.currency))
      AND NOT (status = 'won' AND EXISTS (SELECT 1 FROM alerts WHERE alert = 'dispute-money-left' AND subject = disputes.id))`;

/** Each share is in the account that its status names, and its status follows from its payment and its time. */
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
 * Checks the invariants of the ledger: every transaction sums to zero, {@link WITHDRAWN}, {@link PAYMENTS},
 * {@link DISPUTES} and {@link SHARES}. With an idle provider, also compares its own books. Returns the violations, one per line; empty if
 * there are none.
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
  // A transfer that a person reversed after its payout, as the reconciliation found and an operator settled.
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
    // More than one, where the provider completed another late and the account had no money for it, or for either.
    const unexplained = sent.filter((each) => !explainedIds.has(each.id)).length;
    const lost = sent.length > 1 && refusals > 0 && unexplained === expected && (writtenOff || status === 'paid');
    if (!lost && sent.length !== left + (writtenOff ? 1 : 0))
      flaws.push(`${id} is ${status} with ${sent.length} transfers`);
    if (out.length !== expected) flaws.push(`${id} is ${status} with ${out.length} payouts`);
    if (sent.some((each) => each.amount !== amount)) flaws.push(`${id} was transferred with another amount`);
    // In the currency of the contributor's account.
    if (out.some((each) => each.amount !== payoutAmount)) flaws.push(`${id} was paid out with another amount`);
    return flaws;
  });
}

/** Throws with the violated invariants; call it after each test. */
export async function checkLedger(db: Database, provider?: Provider): Promise<void> {
  const flaws = await ledgerFlaws(db, provider);
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
}
