import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { PrismaClient, type Account as AccountRow } from './generated/client';

export type {
  AccountLink,
  ApiKey,
  Candidate,
  Consent,
  Contributor,
  FreeScan,
  Opportunity,
  Order,
  Payment,
  ProvisionedAgent,
  Run,
  SupportRequest,
  Suppression,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  Withdrawal,
} from './generated/client';

/** An account as it may be passed around: what its password is held against stays where passwords are checked. */
export type Account = Omit<AccountRow, 'passwordHash'>;

/**
 * One database, two ways in on the same connections: `prisma` for ordinary reads and writes of one model, `pool` for
 * what has to be exact or fast (transactions written out in SQL, prepared statements of the hottest reads).
 */
export interface Database {
  prisma: PrismaClient;
  pool: Pool;
  close(): Promise<void>;
}

/** A query inside one transaction, or outside any where a pool is given. */
export interface Queryable {
  query<R extends QueryResultRow>(query: QueryConfig): Promise<{ rows: R[]; rowCount: number | null }>;
}

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** How long a concurrent twin waits for the first of two equal requests (contract.md, Idempotency). */
const LOCK_TIMEOUT_MS = 5_000;

/** Opens connections on demand, at most `maxConnections`; an idle connection that breaks is replaced at the next use. */
export function openDatabase(url: string, maxConnections: number): Database {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Statements of a transaction that do not wait for each other's rows may be sent together (Promise.all); they run in order.
    pipeline: true,
    options: `-c statement_timeout=${STATEMENT_TIMEOUT_MS} -c lock_timeout=${LOCK_TIMEOUT_MS}`,
  });
  // Without a listener a broken idle connection would end the process; the next query finds out by itself.
  pool.on('error', () => undefined);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Runs `work` in one transaction (READ COMMITTED): committed when it returns, rolled back when it throws. */
export function transaction<T>(db: Database, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  return run(db, 'BEGIN', work);
}

/**
 * As {@link transaction}, but without the wait for the disk: a crash of the database server may undo it, as a whole, until the next
 * ordinary commit, which makes all that was committed before it durable as well (PostgreSQL, "Asynchronous Commit"). Only for what
 * promises nothing to anybody before such a commit follows.
 */
export function provisionally<T>(db: Database, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  return run(db, 'BEGIN; SET LOCAL synchronous_commit TO off', work);
}

async function run<T>(db: Database, begin: string, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await db.pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query(begin);
    const result = await work(tx);
    await tx.query('COMMIT');
    return result;
  } catch (error) {
    await tx.query('ROLLBACK').catch((rollback: Error) => (broken = rollback));
    throw error;
  } finally {
    // A connection that could not even roll back must not be lent again.
    tx.release(broken);
  }
}

const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'P1001', // Prisma: cannot reach the server
  'P1002',
  'P1008',
  'P1017', // Prisma: the server closed the connection
  'P2024',
  '08000',
  '08003',
  '08006',
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
]);

/** Whether an error says that the database cannot be reached now, rather than that a statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // By shape, not by class: Node's own errors can come from another realm than this code.
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause, errors, message } = error as Partial<Error> & { code?: unknown; errors?: unknown[] };
  if (typeof code === 'string' && UNAVAILABLE.has(code)) return true;
  if (/connection terminated|timeout exceeded when trying to connect|DatabaseNotReachable/i.test(message ?? '')) {
    return true;
  }
  return isDatabaseUnavailable(cause) || (errors ?? []).some(isDatabaseUnavailable);
}
