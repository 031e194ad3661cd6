import type { Database } from '../../prisma/client';
import type { ControlledSession } from './agents';
import { groupBy } from '../../domain/group-by';
import { accountFlaws } from './account-invariants';
import { costFlaws } from './cost-invariants';
import { ledgerFlaws } from './ledger-invariants';
import { moneyFlaws } from './money-invariants';
import { noticeFlaws, type Lost } from './notice-invariants';
import { paidInTimeFlaws } from './paid-in-time';
import type { Postbox } from './postbox';
import { creditFlaws, runFlaws } from './run-invariants';
import { stillWaiting } from './waiting-invariants';
import type { Ledger, Provider } from './shop';

/** Everything by which promises about a running product are checked: its database and what the providers saw. */
export interface Books {
  db: Database;
  provider: Provider;
  agents: { url: string };
  postbox: Postbox;
  /** Runs and scans that a copy of the database began as well, so that each has a session of either. */
  begunTwice?: ReadonlySet<string>;
  /** When the database was told what it does not know any more. */
  lost?: readonly Lost[];
}

/** Promises that hold at every moment, whatever is under way; returns those that are broken. */
export async function brokenAtAnyMoment({ db, provider }: Pick<Books, 'db' | 'provider'>): Promise<string[]> {
  // The provider's books first: what they lack is not yet expected of ours.
  const books = await provider.ledger();
  const { rows: sold } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'opportunity ' || opportunity_id || ' was granted to ' || count(*) || ' orders' AS flaw
        FROM orders JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'granted'
        WHERE opportunity_id IS NOT NULL AND orders.status = 'fulfilled'
        GROUP BY opportunity_id HAVING count(*) > 1
      UNION ALL
      SELECT 'order ' || order_id || ' for ' || quantity || ' was granted ' || count(*) || ' credits'
        FROM entitlements JOIN orders ON orders.id = order_id
        WHERE source = 'order' GROUP BY order_id, quantity HAVING count(*) > quantity`,
  });
  return [...sold.map(({ flaw }) => flaw), ...(await ledgerFlaws(db)), ...(await creditFlaws(db)), ...paidTwice(books)];
}

/** Promises that hold once nothing is under way any more; returns those that are broken. */
export async function brokenWhenIdle(books: Books): Promise<string[]> {
  const { db, provider, agents, postbox, begunTwice, lost } = books;
  const answer = await fetch(`${agents.url}/_control/sessions`);
  const sessions = (await answer.json()) as ControlledSession[];
  return [
    ...(await underWay(books)),
    ...(await stillWaiting(books.db)),
    ...(await brokenAtAnyMoment(books)),
    ...(await moneyFlaws(db, provider)),
    ...(await ledgerFlaws(db, provider)),
    ...(await noticeFlaws(db, postbox, lost)),
    ...(await accountFlaws(db)),
    ...(await paidInTimeFlaws(db, await provider.ledger())),
    ...(await costFlaws(db, sessions)),
    ...[...postbox.conflicting].map((key) => `mail ${key} was sent again to somebody else`),
    ...(await runFlaws(db, sessions, begunTwice)),
  ];
}

/** Orders that should have been refunded, watches of what is not reserved, and messages that nobody delivered. */
async function underWay({ db }: Pick<Books, 'db'>): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'order ' || id || ' is still ' || status AS flaw FROM orders WHERE status = 'refund_pending'
      UNION ALL
      SELECT 'watch ' || watches.id || ' waits for an opportunity that is ' || status
        FROM opportunity_watches AS watches JOIN opportunities ON opportunities.id = opportunity_id
        WHERE ended_at IS NULL AND status <> 'reserved'
      UNION ALL
      SELECT 'message ' || dedupe_key || ' was not delivered' FROM outbox WHERE delivered_at IS NULL`,
  });
  return rows.map(({ flaw }) => flaw);
}

/** More money that left through the provider than may: of a charge, or for a withdrawal. */
function paidTwice({ charges, refunds, payouts }: Ledger): string[] {
  const flaws: string[] = [];
  for (const { paymentIntent, amount } of charges) {
    const back = refunds.filter((each) => each.paymentIntent === paymentIntent && !isUndone(each.status));
    const sum = back.reduce((total, each) => total + each.amount, 0);
    if (sum > amount) flaws.push(`of ${amount} of payment ${paymentIntent} ${sum} were returned`);
  }
  // A transfer that the provider completes late is taken back, so that only payouts are never two.
  const made = payouts.filter(({ status }) => !isUndone(status));
  for (const [id, each] of groupBy(made, ({ withdrawalId }) => withdrawalId)) {
    if (each.length > 1) flaws.push(`withdrawal ${id} has ${each.length} payouts`);
  }
  return flaws;
}

const isUndone = (status: string) => ['failed', 'canceled', 'reversed'].includes(status);
