import { transaction, type Database } from '../../prisma/client';
import { isDatabaseUnavailable } from '../../prisma/unavailable';

/** Key of the advisory lock that every process shares while it listens for changes of runs. */
export const LISTENERS_LOCK = 7_304_201;

/** Patience with a process that does not react; by then it has stopped trusting what it heard. */
export const LISTENERS_PATIENCE_MS = 3_000;

/** Interval at which the lock is asked for: a process may have given it up just before it was waited for. */
const ASK_EVERY_MS = 100;

/**
 * Waits until every process has heard the changes of runs committed so far, so that none answers from an older copy.
 * Gives up after {@link LISTENERS_PATIENCE_MS}.
 */
export async function awaitListeners(db: Database): Promise<void> {
  const ask = () => db.pool.query({ text: `SELECT pg_notify('run_recall', '')` }).catch(() => undefined);
  let asking: NodeJS.Timeout | undefined;
  try {
    await transaction(db, async (tx) => {
      await tx.query({ text: `SET LOCAL lock_timeout = ${LISTENERS_PATIENCE_MS}` });
      const locked = tx.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [LISTENERS_LOCK] });
      void ask();
      asking = setInterval(() => void ask(), ASK_EVERY_MS);
      await locked;
    });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  } finally {
    clearInterval(asking);
  }
}
