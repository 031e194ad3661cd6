import type { Database } from '../../prisma/client';
import type { Provider } from './shop';

/**
 * What must hold of the books at any time: every transaction sums to zero, what is held is what withdrawals under way hold, and what left
 * through the provider is what was paid. With a provider whose work has come to rest, also that its own books say the same. Returns
 * what does not hold, a line each; empty where all of it does.
 */
async function ledgerFlaws(db: Database, provider?: Provider): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'transaction ' || cause || ' sums to ' || COALESCE(sum(amount), -1) AS flaw
        FROM ledger_transactions LEFT JOIN ledger_entries ON transaction_id = id
        GROUP BY cause HAVING COALESCE(sum(amount), -1) <> 0
      UNION ALL
      SELECT 'of ' || account_id || ' in ' || mode || ' is ' || ledger.held || ' held and ' || ledger.left || ' gone, of withdrawals '
             || COALESCE(asked.held, 0) || ' and ' || COALESCE(asked.left, 0)
        FROM (SELECT account_id, mode, COALESCE(sum(amount) FILTER (WHERE account = 'held'), 0) AS held,
                     COALESCE(sum(amount) FILTER (WHERE account = 'provider'), 0) AS left
              FROM ledger_transactions JOIN ledger_entries ON transaction_id = id GROUP BY account_id, mode) AS ledger
        FULL JOIN (SELECT account_id, mode,
                     COALESCE(sum(amount) FILTER (WHERE status IN ('requested', 'under_review', 'processing', 'in_transit')), 0) AS held,
                     COALESCE(sum(amount) FILTER (WHERE status = 'paid'), 0) AS left
              FROM withdrawals GROUP BY account_id, mode) AS asked USING (account_id, mode)
        WHERE COALESCE(ledger.held, 0) <> COALESCE(asked.held, 0) OR COALESCE(ledger.left, 0) <> COALESCE(asked.left, 0)`,
  });
  return [...rows.map(({ flaw }) => flaw), ...(provider ? await flawsAtProvider(db, provider) : [])];
}

async function flawsAtProvider(db: Database, provider: Provider): Promise<string[]> {
  const { transfers, payouts } = await provider.ledger();
  const withdrawals = await db.prisma.withdrawal.findMany();
  return withdrawals.flatMap(({ id, status, amount }) => {
    const sent = transfers.filter(({ withdrawalId, status: now }) => withdrawalId === id && now !== 'reversed');
    const out = payouts.filter(({ withdrawalId, status: now }) => withdrawalId === id && now === 'paid');
    const expected = status === 'paid' ? 1 : 0;
    const flaws: string[] = [];
    if (sent.length !== expected) flaws.push(`${id} is ${status} with ${sent.length} transfers`);
    if (out.length !== expected) flaws.push(`${id} is ${status} with ${out.length} payouts`);
    if ([...sent, ...out].some((each) => each.amount !== amount)) flaws.push(`${id} was sent with another amount`);
    return flaws;
  });
}

/** Throws with what does not hold; for after each test. */
export async function checkLedger(db: Database, provider?: Provider): Promise<void> {
  const flaws = await ledgerFlaws(db, provider);
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
}
