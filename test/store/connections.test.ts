import { createMetrics } from '../../base/observation/metrics';
import { observePool, openDatabase, transaction, type Database } from '../../prisma/client';
import { isDatabaseUnavailable } from '../../prisma/connection';
import { valueOf } from '../support/answers';
import { useDatabase } from '../support/use';

const TIMEOUTS = { connectMs: 2_000, lockMs: 5_000, statementMs: 60_000, answerMs: 300 };
// With a single connection in the pool, the next statement would get the broken connection.
const POOL = 1;

let db: Database;
const created = useDatabase();
const nameOfDatabase = () => new URL(created.url).pathname.slice(1);
beforeAll(async () => {
  // The test server runs without synchronous commits; this turns them on, as in production.
  await created.asOwner(`ALTER DATABASE ${nameOfDatabase()} SET synchronous_commit TO on`);
  // Default privileges give the application access to tables that the owner creates later.
  await created.asOwner('CREATE TABLE notes (text TEXT)');
  db = openDatabase(created.url, POOL, { timeouts: TIMEOUTS });
});
afterAll(() => db.close());

const pidOf = async (on: { query: Database['pool']['query'] }) =>
  (await on.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
const unavailable = (work: Promise<unknown>) => work.then(() => null, isDatabaseUnavailable);
const notes = async () =>
  (await created.pool.query<{ text: string }>('SELECT text FROM notes')).rows.map(({ text }) => text);
const note = (text: string) => `INSERT INTO notes VALUES ('${text}')`;

describe('a transaction', () => {
  test('is durable once it returns, and rolled back if it throws', async () => {
    const mark = await transaction(created, async (tx) => {
      await tx.query(note('kept'));
      return (await tx.query<{ at: string }>('SELECT pg_current_wal_insert_lsn() AS at')).rows[0]!.at;
    });
    const { rows } = await created.pool.query('SELECT pg_current_wal_flush_lsn() > $1::pg_lsn AS safe', [mark]);
    expect(rows).toEqual([{ safe: true }]);
    const failing = transaction(created, async (tx) => {
      await tx.query(note('dropped'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await notes()).toEqual(['kept']);
  });
});

describe('an unanswered statement', () => {
  test('throws as unavailable, and its connection is not reused', async () => {
    const pid = await pidOf(db.pool);
    expect(await unavailable(db.pool.query('SELECT pg_sleep(30)'))).toBe(true);
    expect(await pidOf(db.pool)).not.toBe(pid);
    expect(await unavailable(db.prisma.$queryRaw`SELECT pg_sleep(30)::text`)).toBe(true);
    expect(await db.prisma.run.count()).toBe(0);
  });

  test('rolls back its transaction, fails queued statements, and drops the connection', async () => {
    let pid = 0;
    const work = transaction(db, async (tx) => {
      pid = await pidOf(tx);
      await tx.query(note('undone'));
      await Promise.all([tx.query('SELECT pg_sleep(30)'), tx.query('SELECT 1'), tx.query('SELECT 2')]);
    });
    expect(await unavailable(work)).toBe(true);
    expect(await pidOf(db.pool)).not.toBe(pid);
    expect(await notes()).toEqual(['kept']);
  });
});

test('a database that rejects writes throws as unavailable', async () => {
  const readOnly = openDatabase(created.url, POOL, { readOnly: true });
  expect(await unavailable(readOnly.pool.query(note('refused')))).toBe(true);
  await readOnly.close();
});

test('measures the connections of a pool and the wait for one', async () => {
  const [metrics, narrow] = [createMetrics(), openDatabase(created.url, POOL)];
  observePool(narrow, metrics);
  const connections = async (state: string) =>
    valueOf(await metrics.page(), `noi_database_connections{state="${state}"}`);
  const taken = await narrow.pool.connect();
  const waits = pidOf(narrow.pool);
  expect(await Promise.all(['in_use', 'idle', 'waiting'].map(connections))).toEqual([1, 0, 1]);
  taken.release();
  await waits;
  expect(await Promise.all(['in_use', 'idle', 'waiting'].map(connections))).toEqual([0, 1, 0]);
  expect(await narrow.prisma.run.count()).toBe(0);
  expect(valueOf(await metrics.page(), 'noi_database_wait_seconds_count')).toBe(3);
  await narrow.close();
  await expect(narrow.pool.connect()).rejects.toThrow('after calling end');
});
