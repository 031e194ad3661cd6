/* oxlint-disable no-console -- what a person who runs it reads */
import { groupBy } from '../../domain/group-by';
import { evidenceOf } from './evidence';
import type { Journal } from './journal';
import type { Parts } from './parts';

const SHOWN_EVERY_MS = 5_000;
const SHOWN_OF_A_KIND = 3;
const IDS = /\b(?:[a-z]+|cs_live|cs_test)_[0-9a-z]{20,}/g;

/** Prints a line of progress every few seconds until it is stopped. */
export function showProgress(parts: Parts, journal: Journal, faults: number): { stop(): void } {
  const timer = setInterval(() => {
    const of = (begin: string) =>
      [...journal.counted()].reduce((sum, [what, count]) => (what.startsWith(begin) ? sum + count : sum), 0);
    const down = [...parts.apis, ...parts.workers]
      .filter((each) => !each.running())
      .map(({ name }) => `${name} is down`);
    const texts = [
      `${Math.round(journal.second())} s`,
      `${of('fault ')} of ${faults} faults`,
      `${of('order ')} orders`,
      `${of('run of')} runs`,
      `${journal.counted().get('withdrawal') ?? 0} withdrawals`,
      `${of('dispute')} disputes`,
      `${of('refund by hand')} refunds by hand`,
      `${of('broken promise')} broken promises`,
      ...(of('settling') > 0 ? ['settling'] : []),
      ...down,
    ];
    console.log(`  ${texts.join(' · ')}`);
  }, SHOWN_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Prints how often each action and each kind of fault happened, and the time. */
export function printCounts(journal: Journal): void {
  const rows = [...journal.counted()].sort(([a], [b]) => a.localeCompare(b));
  for (const [what, count] of rows) console.log(`  ${String(count).padStart(6)}  ${what}`);
  console.log(`  ${journal.second()} s in total`);
}

/** Prints each broken promise with what happened to the objects that it names, and how to repeat the campaign. */
export async function printFlaws(
  { db }: Parts,
  journal: Journal,
  flaws: string[],
  { faults, seed, folder }: { faults: number; seed: number; folder: string },
): Promise<void> {
  if (flaws.length === 0) return;
  for (const [, alike] of groupBy(flaws, (flaw) => flaw.replaceAll(IDS, '…'))) {
    for (const flaw of alike.slice(0, SHOWN_OF_A_KIND)) {
      console.log(`\nbroken promise: ${flaw}`);
      for (const line of journal.about(flaw)) console.log(`    ${line}`);
      for (const line of await evidenceOf(db, flaw).catch((error: Error) => [error.message]))
        console.log(`    ${line}`);
    }
    for (const flaw of alike.slice(SHOWN_OF_A_KIND)) console.log(`broken promise: ${flaw}`);
  }
  console.log(`\nrepeat it: npm run campaign -- --faults ${faults} --seed ${seed}`);
  console.log(`journal and logs of the processes: ${folder}`);
}
