import type { Logger } from 'pino';
import { checkEach } from '../activities/check-each';
import type { SweepName } from '../domain/sweeps';
import type { Database } from '../prisma/client';
import { alertErasedBalances } from '../store/accounts/alert-erased-balances';
import { alertStuckErasures } from '../store/accounts/alert-stuck-erasures';
import { takeUpErasure, unfinishedErasures } from '../store/accounts/lost-erasures';
import { repeatErasure, restoredAccounts } from '../store/accounts/restored-erasures';

/** Shortest time between two checks of the same erasure. */
const CHECK_EVERY_MS = 3_600_000;
const ALERTED_AT_ONCE = 100;

/** Surroundings of a pass. */
interface Pass {
  log: Logger;
  onProgress(): void;
}

/** Starts the workflows of erasures again that have not ended; what runs is left alone. */
export async function takeUpErasures(db: Database, pass: Pass): Promise<void> {
  await check(db, pass, 'lost_erasures', {
    list: (before, limit) => unfinishedErasures(db, before, limit),
    check: (accountId) => takeUpErasure(db, accountId),
  });
}

/** Alerts of erasures that do not end, and of money of accounts that are erased. */
export async function alertOfErasures(db: Database): Promise<void> {
  await alertStuckErasures(db, ALERTED_AT_ONCE);
  await alertErasedBalances(db, ALERTED_AT_ONCE);
}

/**
 * Begins erasures again that Temporal remembers (`begun`) and a restored database does not know.
 *
 * @throws the error of `begun`
 */
export async function repeatErasures(db: Database, begun: () => Promise<string[]>, pass: Pass): Promise<void> {
  const accountIds = await begun();
  const repeated = await check(db, pass, 'restored_erasures', {
    list: (before, limit) => restoredAccounts(db, accountIds, before, limit),
    check: (accountId) => repeatErasure(db, accountId).then(() => true),
  });
  if (repeated > 0) pass.log.warn({ accounts: repeated }, 'erasures that a restore had undone are begun again');
}

function check(
  db: Database,
  { log, onProgress }: Pass,
  name: SweepName,
  items: { list(before: Date, limit: number): Promise<string[]>; check(accountId: string): Promise<boolean> },
): Promise<number> {
  return checkEach(
    db,
    { name, atMostEveryMs: CHECK_EVERY_MS, idOf: (accountId: string) => accountId, ...items },
    { onProgress, onFailure: (accountId, error) => log.warn({ accountId, err: error }, 'an erasure could not go on') },
  );
}
