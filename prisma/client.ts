import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { SYSTEM, type Actor } from '../base/audit';
import type { Metrics } from '../base/observation/metrics';
import { currentRequestId } from '../base/origin';
import { connectionTo, DatabaseClient } from './connection';
import { Prisma, PrismaClient, type Account as AccountRow } from './generated/client';

export { Prisma };

export type {
  AccountLink,
  AccountSession,
  Passkey,
  DossierShare,
  AuditEvent,
  Consent,
  Erasure,
  SupportRequest,
  Suppression,
  WebhookAttempt,
} from './generated/client';

/** Account without its password hash, which only the code that checks passwords may read. */
export type Account = Omit<AccountRow, 'passwordHash'>;

/** Database handle. `prisma` is for reading. Writes, and reads on hot paths, use SQL on `pool` or in a transaction. */
export interface Database {
  prisma: PrismaClient;
  pool: Pool;
  /** Actor of this handle for the audit log; see {@link actingAs}. */
  actor?: ReasonedActor;
  /** True if the operator turned on product events; see {@link sendsEvents}. */
  productEvents?: boolean;
  close(): Promise<void>;
}

/** Actor and reason recorded for everything done through one handle. */
export type ReasonedActor = Actor & { reason?: string | null };

/** Binds the database to an actor for one request or command, so that the audit log names that actor for its writes. */
export function actingAs({ prisma, pool, productEvents, close }: Database, actor: ReasonedActor): Database {
  return { prisma, pool, actor, ...(productEvents && { productEvents }), close };
}

const actors = new WeakMap<Queryable, ReasonedActor>();

/** Actor of a handle or of its transaction. By default, the system on behalf of the request that caused this work. */
export function actorOf(tx: Queryable | Database): ReasonedActor {
  const actor = 'pool' in tx ? tx.actor : actors.get(tx);
  return actor ?? { ...SYSTEM, requestId: currentRequestId() };
}

const sending = new WeakSet<Queryable>();

/** True if this is a transaction of a database handle that sends product events. */
export const sendsEvents = (tx: Queryable) => sending.has(tx);

/** Runs queries: a transaction, or a pool outside a transaction. */
export interface Queryable {
  query<R extends QueryResultRow>(query: QueryConfig): Promise<{ rows: R[]; rowCount: number | null }>;
}

/** Timeouts of a connection in milliseconds. `isDatabaseUnavailable` recognizes the error that each of them causes. */
export interface DatabaseTimeouts {
  /** Time to wait for a connection if the pool is exhausted or the server accepts no more connections. */
  connectMs: number;
  /** Time to wait for another transaction's lock, such as that of an identical request (docs/interface/requests.md). */
  lockMs: number;
  /** Timeout of a statement, enforced by the server. */
  statementMs: number;
  /** Timeout of the response to a statement, enforced by the client in case the server is unreachable. */
  answerMs: number;
}

/** Timeouts of background work, which is retried after an error. They are long enough to purge many rows. */
export const BACKGROUND_TIMEOUTS: DatabaseTimeouts = {
  connectMs: 5_000,
  lockMs: 5_000,
  statementMs: 10_000,
  answerMs: 12_000,
};

/** Timeouts of requests. Each stays below the 5 s limit of a request. */
export const REQUEST_TIMEOUTS: DatabaseTimeouts = {
  connectMs: 2_500,
  lockMs: 3_000,
  statementMs: 3_750,
  answerMs: 4_000,
};

/** Time for which a client that stops in the middle of a transaction may keep its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/**
 * Sets the isolation level that our statements rely on, because a server can have a different default. After waiting
 * for a row, a statement must see what was committed in the meantime.
 */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const IN_FAILED_TRANSACTION = '25P02';
/** Idle time before the kernel sends keepalive probes. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** PostgreSQL settings for each pooled connection, by name. Timeouts are in milliseconds. */
export function sessionSettings({ lockMs, statementMs }: DatabaseTimeouts): Record<string, string> {
  return {
    statement_timeout: `${statementMs}`,
    lock_timeout: `${lockMs}`,
    idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}`,
    default_transaction_isolation: 'read committed',
  };
}

/** SQL statements that apply these settings to a session, because poolers reject or ignore startup parameters. */
export function setting(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `SET ${name} = '${value}'`)
    .join('; ');
}

/**
 * Opens a pool. It connects on demand, with at most `maxConnections`, and replaces a broken idle connection at its next
 * use. If a statement gets no response within `timeouts.answerMs`, its outcome is unknown: the call throws and the
 * connection is discarded. With `readOnly`, PostgreSQL rejects every write.
 */
export function openDatabase(
  url: string,
  maxConnections: number,
  {
    timeouts = BACKGROUND_TIMEOUTS,
    readOnly = false,
    productEvents = false,
  }: { timeouts?: DatabaseTimeouts; readOnly?: boolean; productEvents?: boolean } = {},
): Database {
  const { connectMs, answerMs } = timeouts;
  const session = setting({ ...sessionSettings(timeouts), ...(readOnly && { default_transaction_read_only: 'on' }) });
  const pool = new Pool({
    ...connectionTo(url),
    Client: DatabaseClient,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // Lets a transaction send independent statements together (Promise.all). They run in order.
    pipeline: true,
    // The pool awaits the returned promise, although its types do not say so.
    onConnect: (client) => client.query(session) as unknown as void,
  });
  // Without a listener, a broken idle connection would crash the process. The next query on it fails anyway.
  pool.on('error', () => undefined);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    pool,
    productEvents,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Measures how long requests wait for a connection from the pool, and counts connections in use. */
export function observePool({ pool }: Database, metrics: Metrics): void {
  const connect = pool.connect.bind(pool) as (taken?: Taken) => Promise<PoolClient>;
  pool.connect = ((taken?: Taken) => {
    const begun = performance.now();
    const observed = () => metrics.observe('noi_database_wait_seconds', {}, (performance.now() - begun) / 1_000);
    return taken ? connect((...result) => (observed(), taken(...result))) : connect().finally(observed);
  }) as Pool['connect'];
  metrics.onPage(() => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
    const states = Object.entries({ in_use: totalCount - idle, idle, waiting });
    for (const [state, count] of states) metrics.set('noi_database_connections', { state }, count);
  });
}

type Taken = (...result: unknown[]) => void;

/** Makes PostgreSQL write about 200 kB to a temporary file on its own disk, even in a read-only session. */
const TAKE_SPACE =
  "SET LOCAL temp_tablespaces = ''; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 5000)";

/** Resolves if PostgreSQL's disk has space. Small statements succeed even on a full disk. @throws the driver's error */
export async function requireSpace({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(TAKE_SPACE);
}

/**
 * Resolves if PostgreSQL accepts writes and has space for them. The update matches no rows, but a read-only server
 * still rejects it.
 * @throws the driver's error
 */
export async function requireWrites({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`UPDATE workers SET seen_at = seen_at WHERE false; ${TAKE_SPACE}`);
}

/**
 * Runs `work` in one transaction (READ COMMITTED): commits when it returns, rolls back when it throws. If statements
 * were sent together, throws the error of the first one that failed, because later errors may follow from it.
 */
export async function transaction<T>(db: Database, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await db.pool.connect();
  let broken: Error | undefined;
  // The pool does not listen to checked-out clients, so a broken connection would crash the process without a listener.
  const onError = (error: Error) => void (broken = error);
  tx.on('error', onError);
  const failures = failuresOf(tx);
  try {
    if (db.actor) actors.set(tx, db.actor);
    if (db.productEvents) sending.add(tx);
    await tx.query(BEGIN);
    const result = await work(tx);
    const { command } = await tx.query('COMMIT');
    // PostgreSQL rolls back if a statement failed and `work` ignored the error.
    if (command !== 'COMMIT') {
      throw new Error('The transaction was rolled back: one of its statements had failed', { cause: failures[0] });
    }
    return result;
  } catch (error) {
    await tx.query('ROLLBACK').catch((rollback: Error) => (broken = rollback));
    throw (error as { code?: unknown }).code === IN_FAILED_TRANSACTION ? (failures[0] ?? error) : error;
  } finally {
    failures.stop();
    actors.delete(tx);
    sending.delete(tx);
    // A connection that broke or failed to roll back must not be reused.
    tx.release(broken);
    tx.off('error', onError);
  }
}

/** Collects errors of a client's statements, in order of failure, until `stop`. */
function failuresOf(tx: PoolClient): unknown[] & { stop(): void } {
  const { query } = tx;
  const failures: unknown[] = [];
  tx.query = (...sent: unknown[]) => {
    const answer: unknown = Reflect.apply(query, tx, sent);
    if (answer instanceof Promise) answer.catch((error: unknown) => failures.push(error));
    return answer as never;
  };
  return Object.assign(failures, { stop: () => void (tx.query = query) });
}
