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

/** Account without its password hash, which stays where passwords are checked. */
export type Account = Omit<AccountRow, 'passwordHash'>;

/** Database: SQL writes, and reads on hot paths, on `pool` or in a transaction; `prisma` reads. */
export interface Database {
  prisma: PrismaClient;
  pool: Pool;
  /** Actor of this handle for the audit log; see {@link actingAs}. */
  actor?: ReasonedActor;
  /** True where the operator has commissioned product events; see {@link sendsEvents}. */
  productEvents?: boolean;
  close(): Promise<void>;
}

/** Actor with the reason for everything done through one handle. */
export type ReasonedActor = Actor & { reason?: string | null };

/** Binds the database to an actor for one request or command: its writes are audited under their name. */
export function actingAs({ prisma, pool, productEvents, close }: Database, actor: ReasonedActor): Database {
  return { prisma, pool, actor, ...(productEvents && { productEvents }), close };
}

const actors = new WeakMap<Queryable, ReasonedActor>();

/** Actor of a handle or of its transaction; by default the system, for the request that led to the current work. */
export function actorOf(tx: Queryable | Database): ReasonedActor {
  const actor = 'pool' in tx ? tx.actor : actors.get(tx);
  return actor ?? { ...SYSTEM, requestId: currentRequestId() };
}

const sending = new WeakSet<Queryable>();

/** True in a transaction of a database whose events are sent. */
export const sendsEvents = (tx: Queryable) => sending.has(tx);

/** Runs queries in one transaction, or outside of any if it is a pool. */
export interface Queryable {
  query<R extends QueryResultRow>(query: QueryConfig): Promise<{ rows: R[]; rowCount: number | null }>;
}

/** Timeouts of a connection in milliseconds; each ends in an error that `isDatabaseUnavailable` recognizes. */
export interface DatabasePatience {
  /** For a connection, whether the pool is exhausted or the server accepts no more. */
  connectMs: number;
  /** For a lock of another transaction, such as the first of two equal requests (docs/interface/requests.md). */
  lockMs: number;
  /** For one statement, enforced by the server. */
  statementMs: number;
  /** For the response to one statement, enforced by the client: a stopped or disconnected server never times out. */
  answerMs: number;
}

/** Timeouts of background work, which is retried anyway: long enough to purge many rows. */
export const BACKGROUND_PATIENCE: DatabasePatience = {
  connectMs: 5_000,
  lockMs: 5_000,
  statementMs: 10_000,
  answerMs: 12_000,
};

/** Timeouts of requests: each wait stays below the 5 s limit of a request. */
export const REQUEST_PATIENCE: DatabasePatience = {
  connectMs: 2_500,
  lockMs: 3_000,
  statementMs: 3_750,
  answerMs: 4_000,
};

/** Longest time that a client stopped in the middle of a transaction keeps its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/**
 * Names the isolation that statements are written for, since a server can have another default: what waited for a row
 * decides by what was committed meanwhile.
 */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const IN_FAILED_TRANSACTION = '25P02';
/** Idle time after which the kernel probes the other side of a connection. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Settings of each connection of a pool, by their names; timeouts in milliseconds. */
export function sessionSettings({ lockMs, statementMs }: DatabasePatience): Record<string, string> {
  return {
    statement_timeout: `${statementMs}`,
    lock_timeout: `${lockMs}`,
    idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}`,
    default_transaction_isolation: 'read committed',
  };
}

/** Statements that make these the settings of a session: poolers refuse or ignore the parameters of its start. */
export function setting(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `SET ${name} = '${value}'`)
    .join('; ');
}

/**
 * Opens connections on demand, at most `maxConnections`; a broken idle connection is replaced at its next use. A
 * statement without a response within `patience.answerMs` throws and its connection is discarded; its outcome is
 * unknown. With `readOnly`, PostgreSQL refuses every write.
 */
export function openDatabase(
  url: string,
  maxConnections: number,
  {
    patience = BACKGROUND_PATIENCE,
    readOnly = false,
    productEvents = false,
  }: { patience?: DatabasePatience; readOnly?: boolean; productEvents?: boolean } = {},
): Database {
  const { connectMs, answerMs } = patience;
  const session = setting({ ...sessionSettings(patience), ...(readOnly && { default_transaction_read_only: 'on' }) });
  const pool = new Pool({
    ...connectionTo(url),
    Client: DatabaseClient,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // Independent statements of a transaction can be sent together (Promise.all); they run in order.
    pipeline: true,
    // The pool waits for the promise, which its types leave out.
    onConnect: (client) => client.query(session) as unknown as void,
  });
  // Without a listener a broken idle connection would crash the process; the next query fails by itself.
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

/** Measures how long a connection of the pool is waited for, and counts those in use. */
export function observePool({ pool }: Database, metrics: Metrics): void {
  const connect = pool.connect.bind(pool) as (taken?: Taken) => Promise<PoolClient>;
  pool.connect = ((taken?: Taken) => {
    const begun = performance.now();
    const told = () => metrics.observe('noi_database_wait_seconds', {}, (performance.now() - begun) / 1_000);
    return taken ? connect((...result) => (told(), taken(...result))) : connect().finally(told);
  }) as Pool['connect'];
  metrics.onPage(() => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
    const states = Object.entries({ in_use: totalCount - idle, idle, waiting });
    for (const [state, count] of states) metrics.set('noi_database_connections', { state }, count);
  });
}

type Taken = (...result: unknown[]) => void;

/** SQL: makes PostgreSQL write some 200 kB to a temporary file on its own disk, also in a session that only reads. */
const TAKE_SPACE =
  "SET LOCAL temp_tablespaces = ''; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 5000)";

/** Resolves if the disk of PostgreSQL has space left: without it only statements fail that need more. @throws as {@link requireWrites} */
export async function requireSpace({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(TAKE_SPACE);
}

/**
 * Resolves if PostgreSQL accepts writes and has space for them: it refuses a write of no row as any other.
 * @throws the driver's error
 */
export async function requireWrites({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`UPDATE workers SET seen_at = seen_at WHERE false; ${TAKE_SPACE}`);
}

/**
 * Runs `work` in one transaction (READ COMMITTED): committed when it returns, rolled back when it throws. Of statements
 * that were sent together the error of the first that failed is thrown, not that of one refused because of it.
 */
export async function transaction<T>(db: Database, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await db.pool.connect();
  let broken: Error | undefined;
  // The pool does not listen to checked-out clients: without a listener a broken connection would crash the process.
  const onError = (error: Error) => void (broken = error);
  tx.on('error', onError);
  const failures = failuresOf(tx);
  try {
    if (db.actor) actors.set(tx, db.actor);
    if (db.productEvents) sending.add(tx);
    await tx.query(BEGIN);
    const result = await work(tx);
    const { command } = await tx.query('COMMIT');
    // PostgreSQL's answer where a statement failed and `work` continued as if it had not.
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

/** Errors of the statements of a client from now on, the first to fail first, until `stop`. */
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
