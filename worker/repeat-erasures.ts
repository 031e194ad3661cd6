import type { Logger } from 'pino';
import { checkEach } from '../activities/check-each';
import type { Database } from '../prisma/client';
import { alertErasedBalances } from '../store/accounts/alert-erased-balances';
import { alertStuckErasures } from '../store/accounts/alert-stuck-erasures';
import { repeatErasure, restoredAccounts } from '../store/accounts/restored-erasures';

/** Shortest time between two checks of the same erasure. */
const CHECK_EVERY_MS = 3_600_000;
const ALERTED_AT_ONCE = 100;

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
export async function repeatErasures(
  db: Database,
  begun: () => Promise<string[]>,
  { log, onProgress }: { log: Logger; onProgress(): void },
): Promise<void> {
  const accountIds = await begun();
  const repeated = await checkEach<string>(
    db,
    {
      name: 'restored_erasures',
      list: (before, limit) => restoredAccounts(db, accountIds, before, limit),
      idOf: (accountId) => accountId,
      atMostEveryMs: CHECK_EVERY_MS,
      check: (accountId) => repeatErasure(db, accountId).then(() => true),
    },
    { onProgress, onFailure: (accountId, error) => log.warn({ accountId, err: error }, 'an erasure could not go on') },
  );
  if (repeated > 0) log.warn({ accounts: repeated }, 'erasures that a restore had undone are begun again');
}
