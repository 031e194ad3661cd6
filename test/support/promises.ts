import { groupBy } from '../../base/collections';
import type { Database } from '../../prisma/client';
import type { ControlledSession } from './agents';
import type { Postbox } from './mails';
import { ledgerFlaws, moneyFlaws } from './money-invariants';
import { costFlaws, creditFlaws, runFlaws, stillWaiting } from './run-invariants';
import type { Ledger, Provider } from './shop';

/** A period, in milliseconds since 1970, whose writes are missing from the restored database. */
export interface Lost {
  from: number;
  until: number;
}

/** Erased accounts no longer get email. */
const NOT_ERASED = "NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = account_id AND accounts.status = 'erased')";

/** We give up on an email after a long outage, because the provider may have forgotten its idempotency key. */
const notGivenUp = (id: string) =>
  `NOT EXISTS (SELECT 1 FROM mails WHERE mails.id = ${id} AND NOT sent AND ended_at > tried_at + interval '20 hours')`;

/**
 * Checks the invariants of emails and alerts while nothing is in progress. The owner got one email about each granted
 * or returned payment and each ended run. Each alert reached the operator by email and by webhook. A run that first
 * ended as `lost` may also have an email about that end. Returns the violations, one per line; empty if there are none.
 */
async function noticeFlaws(db: Database, { mails, alerts }: Postbox, lost: readonly Lost[] = []): Promise<string[]> {
  const rowsOf = async (text: string) =>
    (await db.pool.query<{ id: string; status: string }>(`${text} AND ${NOT_ERASED}`)).rows;
  const flaws: string[] = [];
  const payments = await rowsOf(`
    SELECT payments.id, outcome AS status FROM payments JOIN orders ON orders.id = order_id
      WHERE (outcome = 'granted' OR refund_status = 'succeeded') AND ${notGivenUp('payments.id')}`);
  for (const { id, status } of payments)
    if (!mails.has(`payment-granted/${id}`) && !mails.has(`payment-refund/${id}`))
      flaws.push(`payment ${id} (${status}) was not mailed`);
  const runs = await rowsOf(`
    SELECT id, status FROM runs
      WHERE status IN ('completed', 'failed', 'canceled', 'expired') AND ${notGivenUp('runs.id')}`);
  const isForgotten = (at: number) => lost.some(({ from, until }) => from <= at && at <= until);
  for (const { id, status } of runs) {
    const key = `run-${status}/${id}`;
    const others = [...mails].filter(([other, { at }]) => other !== key && isOfRun(other, id) && !isForgotten(at));
    if (!mails.has(key)) flaws.push(`run ${id} (${status}) was not mailed`);
    for (const [other] of others) flaws.push(`run ${id} (${status}) was mailed as ${other}`);
  }
  for (const { alert, subject } of await db.prisma.alert.findMany()) {
    if (!alerts.has(`${alert}/${subject}`)) flaws.push(`alert ${alert} of ${subject} reached no receiver`);
    if (!mails.has(`${alert}/${subject}`)) flaws.push(`alert ${alert} of ${subject} was not mailed`);
  }
  return flaws;
}

const isOfRun = (key: string, id: string) => /^run-\w+\//.test(key) && key.endsWith(`/${id}`);

/**
 * Checks the invariants of accounts while nothing is in progress: erased accounts have no balance, and each erasure was
 * completed. Returns the violations, one per line; empty if there are none.
 */
async function accountFlaws(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'the erased account ' || account_id || ' has ' || sum(amount) || ' ' || currency || ' ' || account AS flaw
        FROM ledger_transactions JOIN ledger_entries ON transaction_id = ledger_transactions.id
        JOIN accounts ON accounts.id = account_id AND accounts.status = 'erased'
        WHERE account IN ('pending', 'available', 'frozen', 'held')
        GROUP BY account_id, mode, currency, account HAVING sum(amount) <> 0
      UNION ALL
      SELECT 'the erasure of ' || account_id || ' has not ended' FROM erasures WHERE completed_at IS NULL`,
  });
  return rows.map(({ flaw }) => flaw);
}

/** In a chaos story, we learn of each payment within this time, unless the story skips an hour or more. */
const CARRIED_FROM_MS = 30 * 60_000;

/**
 * Checks that every payment made in time was granted, however late we learned of it. Returns payments that were
 * refunded for being late, although the provider took them before the hold ended (docs/interface/payments.md), one per
 * line.
 */
async function paidInTimeFlaws(db: Database, { charges }: Ledger): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string; orderId: string; holdEndsAt: Date; arrivedAt: Date | null }>({
    text: `SELECT payments.id, orders.id AS "orderId", hold_ends_at AS "holdEndsAt", arrived_at AS "arrivedAt"
           FROM payments JOIN orders ON orders.id = order_id WHERE outcome = 'refund' AND reason = 'late'`,
  });
  // The provider's clock counts whole seconds.
  const paidAt = new Map(charges.map(({ paymentIntent, created }) => [paymentIntent, (created + 1) * 1_000]));
  return rows
    .filter(({ id, holdEndsAt, arrivedAt }) => {
      const paid = paidAt.get(id) ?? Infinity;
      // The worker read the clock before the story skipped hours, and stored that time afterwards. Real clocks do not
      // skip.
      const carried = arrivedAt !== null && arrivedAt.getTime() - paid > CARRIED_FROM_MS;
      return paid < holdEndsAt.getTime() && !carried;
    })
    .map(({ id, orderId }) => `payment ${id} of ${orderId} was made in time and went back as late`);
}

/** The evidence for the product's promises: its database and the providers' records. */
export interface Books {
  db: Database;
  provider: Provider;
  agents: { url: string };
  postbox: Postbox;
  /** Periods whose writes are missing from the database. */
  lost?: readonly Lost[];
}

/** Checks the promises that must hold at every moment, even during work. Returns the broken ones. */
export async function brokenAtAnyMoment({ db, provider }: Pick<Books, 'db' | 'provider'>): Promise<string[]> {
  // Read the provider's records first, so that our database is at least as recent.
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

/** Checks the promises that must hold once all work is done. Returns the broken ones. */
export async function brokenWhenIdle(books: Books): Promise<string[]> {
  const { db, provider, agents, postbox, lost } = books;
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
    ...(await runFlaws(db, sessions)),
  ];
}

/** Finds orders whose refund is still pending, and undelivered messages. */
async function underWay({ db }: Pick<Books, 'db'>): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'order ' || id || ' is still ' || status AS flaw FROM orders WHERE status = 'refund_pending'
      UNION ALL
      SELECT 'message ' || dedupe_key || ' was not delivered' FROM outbox WHERE delivered_at IS NULL`,
  });
  return rows.map(({ flaw }) => flaw);
}

/** Finds money that the provider paid out twice: refunds above the charge, or two payouts for one withdrawal. */
function paidTwice({ charges, refunds, payouts }: Ledger): string[] {
  const flaws: string[] = [];
  for (const { paymentIntent, amount } of charges) {
    const back = refunds.filter((each) => each.paymentIntent === paymentIntent && !isUndone(each.status));
    const sum = back.reduce((total, each) => total + each.amount, 0);
    if (sum > amount) flaws.push(`of ${amount} of payment ${paymentIntent} ${sum} were returned`);
  }
  // A withdrawal may have several transfers, because a late one is reversed. It may have only one payout.
  const made = payouts.filter(({ status }) => !isUndone(status));
  for (const [id, each] of groupBy(made, ({ withdrawalId }) => withdrawalId)) {
    if (each.length > 1) flaws.push(`withdrawal ${id} has ${each.length} payouts`);
  }
  return flaws;
}

const isUndone = (status: string) => ['failed', 'canceled', 'reversed'].includes(status);
