import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionTo, DatabaseClient } from './connection';

/** SQLSTATE of a pooler's own refusals. */
const PROTOCOL_VIOLATION = '08P01';
const TIMEOUT_MS = 4_000;
const RETRY_MS = 2_000;
/** Connections that are tried at once to make a pooler hand on the session of another. */
const OTHERS = 4;

/**
 * Why this database cannot be used through the connections that it gives, in one sentence; null if each has a session of
 * its own. A pooler in transaction mode hands sessions on between transactions: timeouts, prepared statements and LISTEN
 * are then those of others, so that locks wait without end and polls are answered from a stale memory.
 *
 * @throws the error of a database that does not answer
 */
export async function sharedSessionFlaw(url: string): Promise<string | null> {
  const clients = Array.from(
    { length: 1 + OTHERS },
    () => new DatabaseClient({ ...connectionTo(url), connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }),
  );
  const [first, ...others] = clients as [DatabaseClient, ...DatabaseClient[]];
  try {
    await first.connect();
    const own = await sessionOf(first);
    for (const other of others) {
      await other.connect();
      // Keeps its session until the end, so that the first has to be given another if sessions are shared.
      const begun = await other.query('BEGIN').catch((error: { code?: string }) => error);
      // A pooler in statement mode refuses transactions.
      if ('code' in begun && begun.code === PROTOCOL_VIOLATION) return SHARED;
      if (begun instanceof Error) throw begun;
      if ((await sessionOf(other)) === own || (await sessionOf(first)) !== own) return SHARED;
    }
    return null;
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

const SHARED =
  'The pooler in front of PostgreSQL gives each transaction another session (transaction mode): use session mode, or connect to PostgreSQL itself.';

async function sessionOf(client: DatabaseClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

/**
 * Ends the process with a fatal line if {@link sharedSessionFlaw} finds one; asks until the database answers, without
 * holding up the start.
 */
export async function requireOwnSessions(url: string, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const flaw = await sharedSessionFlaw(url).catch(() => undefined);
    if (flaw === null) return;
    if (flaw !== undefined) {
      log.fatal(flaw);
      log.flush();
      process.exit(1);
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
