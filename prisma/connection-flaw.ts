import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Check } from '../base/observation/server';
import { REQUEST_TIMEOUTS, sessionSettings, setting, requireWrites, type Database } from './client';
import { connectionTo, DatabaseClient, isDatabaseUnavailable, databaseStateOf } from './connection';

/** SQLSTATE returned when a pooler, not PostgreSQL, rejects a statement. */
const PROTOCOL_VIOLATION = '08P01';
const TIMEOUT_MS = 4_000;
const RETRY_MS = 2_000;
/** Number of further concurrent connections, enough to make a pooler share sessions. */
const OTHERS = 4;
const CHANNEL = 'connection_check';

/**
 * Returns why connections to this database are unusable, or null if they are usable. A pooler in transaction mode
 * shares sessions, so locks would wait forever and notifications would never arrive.
 * @throws the error of an outage
 */
export async function connectionFlaw(url: string): Promise<string | null> {
  const clients = Array.from(
    { length: 1 + OTHERS },
    () => new DatabaseClient({ ...connectionTo(url), connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }),
  );
  const [first, ...others] = clients as [DatabaseClient, DatabaseClient, ...DatabaseClient[]];
  try {
    await first.connect();
    const own = await sessionOf(first);
    for (const other of others) {
      await other.connect();
      // An open transaction occupies a session, so a pooler that shares sessions gives the first connection a new one.
      const begun = await other.query('BEGIN').catch((error: { code?: string }) => error);
      // A pooler in statement mode rejects transactions.
      if ('code' in begun && begun.code === PROTOCOL_VIOLATION) return SHARED;
      if (begun instanceof Error) throw begun;
      if ((await sessionOf(other)) === own || (await sessionOf(first)) !== own) return SHARED;
    }
    const lost = await lostSettings(first);
    if (lost.length > 0) return between(`drops settings of its sessions (${lost.join(', ')})`);
    return (await hears(first, others[0])) ? null : between('does not pass on notifications (LISTEN)');
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

const SHARED =
  'The pooler in front of PostgreSQL gives each transaction another session (transaction mode): use session mode, or connect directly to PostgreSQL.';

const between = (fault: string) => `The proxy in front of PostgreSQL ${fault}: connect directly to PostgreSQL.`;

async function sessionOf(client: DatabaseClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

async function lostSettings(client: DatabaseClient): Promise<string[]> {
  const settings = sessionSettings(REQUEST_TIMEOUTS);
  await client.query(setting(settings));
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(settings)],
  );
  return rows.filter((row) => row.setting !== settings[row.name]).map(({ name }) => name);
}

/** True if `listener` receives a notification that `speaker` sends. Ends the speaker's transaction. */
async function hears(listener: DatabaseClient, speaker: DatabaseClient): Promise<boolean> {
  await listener.query(`LISTEN ${CHANNEL}`);
  // Handles both outcomes here. If NOTIFY fails, nobody awaits `heard`, and an unhandled rejection would end the
  // process.
  const heard = once(listener, 'notification', { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
  await speaker.query(`NOTIFY ${CHANNEL}; COMMIT`);
  if (await heard) return true;
  // Throws if the listener lost its connection in the meantime, because that is an outage.
  await sessionOf(listener);
  return false;
}

/**
 * Ends the process with a fatal log line if {@link connectionFlaw} finds a problem or the database permanently rejects
 * this process (wrong password). Retries until the database responds, without delaying the start.
 */
export async function requireConnections(url: string, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const flaw = await connectionFlaw(url).catch((error: Error) =>
      mayPass(error) ? undefined : refusalMessage(error),
    );
    if (flaw === null) return;
    if (flaw !== undefined) {
      log.fatal(flaw);
      log.flush();
      process.exit(1);
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** SQLSTATE codes that only an operator can fix: no login, wrong password, unknown database, no CONNECT privilege. */
const PERMANENT = /^(28...|3D000|42501)$/;

/** True if the error may be temporary. Recognizes network errors by their system call. */
function mayPass(error: Error & { code?: unknown; syscall?: string }): boolean {
  return !PERMANENT.test(String(error.code)) && (isDatabaseUnavailable(error) || error.syscall !== undefined);
}

const refusalMessage = ({ message }: Error) => `PostgreSQL cannot be used: ${message}. Correct DATABASE_URL.`;

/** Checks that PostgreSQL responds and accepts writes. If not, the reason is a `DatabaseState`. */
export function databaseCheck(db: Pick<Database, 'pool'>): Check {
  // If the error does not come from the database, the check timed out.
  const reasonOf = (error: unknown) => {
    const state = databaseStateOf(error);
    return state === 'ok' ? 'unreachable' : state;
  };
  return { name: 'database', run: () => requireWrites(db), reasonOf };
}
