/* oxlint-disable no-console -- what a person who runs it reads */
import { groupBy } from '../../domain/group-by';
import type { Database } from '../../prisma/client';
import type { Journal } from './journal';
import type { Place } from './place';

const SHOWN_EVERY_MS = 5_000;
const SHOWN_OF_A_KIND = 3;
const IDS = /\b(?:[a-z]+|cs_live|cs_test)_[0-9a-z]{20,}/g;
/** Tables whose rows explain a flaw. */
const TABLES = ['orders', 'payments', 'payment_events', 'entitlements', 'runs', 'withdrawals'];
/** Columns that are long, or secret. */
const LEFT_OUT = ['checkout_url', 'buyer_token_hash', 'buyer_address_hash', 'buyer_network_hash', 'input'];
const MOST_ROWS = 5;

/** Prints a line of progress every few seconds until it is stopped. */
export function showProgress(journal: Journal, faults: number): { stop(): void } {
  const timer = setInterval(() => {
    const of = (begin: string) =>
      [...journal.counted()].reduce(
        (sum, [what, count]) => (`${what} `.startsWith(`${begin} `) ? sum + count : sum),
        0,
      );
    const counts = ['order', 'run of', 'withdrawal', 'dispute', 'refund by hand', 'broken promise'];
    const texts = counts.map((begin) => `${of(begin)} ${begin}`);
    const settling = of('settling') > 0 ? ', settling' : '';
    console.log(
      `  ${Math.round(journal.second())} s, ${of('fault')} of ${faults} faults, ${texts.join(', ')}${settling}`,
    );
  }, SHOWN_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Prints how often each action and each kind of fault happened, and the time. */
export function printCounts(journal: Journal): void {
  const rows = [...journal.counted()].toSorted(([a], [b]) => a.localeCompare(b));
  for (const [what, count] of rows) console.log(`  ${String(count).padStart(6)}  ${what}`);
  console.log(`  ${journal.second()} s in total`);
}

/** Prints each broken promise with what happened to the objects that it names, and their rows. */
export async function printFlaws({ db }: Place, journal: Journal, flaws: string[]): Promise<void> {
  for (const [, alike] of groupBy(flaws, (flaw) => flaw.replaceAll(IDS, '…'))) {
    for (const flaw of alike.slice(0, SHOWN_OF_A_KIND)) {
      const rows = await rowsOf(db, flaw).catch((error: Error) => [error.message]);
      console.log(`\nbroken promise: ${flaw}`);
      for (const line of [...journal.about(flaw), ...rows]) console.log(`    ${line}`);
    }
    for (const flaw of alike.slice(SHOWN_OF_A_KIND)) console.log(`broken promise: ${flaw}`);
  }
}

/** The rows that hold an id which a flaw names, a line each. */
async function rowsOf(db: Database, flaw: string): Promise<string[]> {
  const ids = flaw.match(IDS) ?? [];
  if (ids.length === 0) return [];
  const found = TABLES.map(async (table) => {
    const { rows } = await db.pool.query<{ line: string }>({
      text: `SELECT row::text AS line FROM (SELECT jsonb_strip_nulls(to_jsonb(${table})) - $2::text[] AS row FROM ${table}) AS t
             WHERE row::text LIKE ANY ($1) LIMIT ${MOST_ROWS}`,
      values: [ids.map((id) => `%${id}%`), LEFT_OUT],
    });
    return rows.map(({ line }) => `${table} ${line}`);
  });
  return (await Promise.all(found)).flat();
}
