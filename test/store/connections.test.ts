import { openDatabase, transaction, type Database } from '../../prisma/client';
import { isDatabaseUnavailable } from '../../prisma/unavailable';
import { useDatabase } from '../support/use';

const PATIENCE = { connectMs: 2_000, lockMs: 5_000, statementMs: 60_000, answerMs: 300 };
// With a pool of one, the next statement would get the broken connection.
const POOL = 1;

let db: Database;
const created = useDatabase();
const nameOfDatabase = () => new URL(created.url).pathname.slice(1);
beforeAll(async () => {
  // The test server runs without synchronous commits; here they are on, as in production.
  await created.asOwner(`ALTER DATABASE ${nameOfDatabase()} SET synchronous_commit TO on`);
  // Default privileges grant later tables of the owner to the application.
  await created.asOwner('CREATE TABLE notes (text TEXT)');
  db = openDatabase(created.url, POOL, { patience: PATIENCE });
});
afterAll(() => db.close());

const pidOf = async (on: { query: Database['pool']['query'] }) =>
  (await on.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
const unavailable = (work: Promise<unknown>) => work.then(() => null, isDatabaseUnavailable);
const notes = async () =>
  (await created.pool.query<{ text: string }>('SELECT text FROM notes')).rows.map(({ text }) => text);
const note = (text: string) => `INSERT INTO notes VALUES ('${text}')`;

describe('a transaction', () => {
  test('is on the disk once it returns, and undone when it throws', async () => {
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

  test('fails with its first failed statement, wherever that was sent, and rolls back', async () => {
    const refused = { code: '22012' };
    const together = transaction(created, (tx) =>
      Promise.all([tx.query(note('lost')), tx.query('SELECT 1 / 0'), tx.query(note('lost too'))]),
    );
    await expect(together).rejects.toMatchObject(refused);
    const caught = transaction(created, async (tx) => {
      await tx.query('SELECT 1 / 0').catch(() => undefined);
      await tx.query('SELECT 1');
    });
    await expect(caught).rejects.toMatchObject(refused);
    const goesOn = transaction(created, (tx) => tx.query('SELECT 1 / 0').catch(() => 'done'));
    await expect(goesOn).rejects.toThrow('was rolled back');
    expect(await notes()).toEqual(['kept']);
  });

  test('reads what is committed, whatever the default isolation of the database is', async () => {
    await created.asOwner(`ALTER DATABASE ${nameOfDatabase()} SET default_transaction_isolation TO 'repeatable read'`);
    const other = openDatabase(created.url, 2);
    const level = { text: `SELECT current_setting('transaction_isolation') AS level` };
    const levels = [await other.pool.query(level), await transaction(other, (tx) => tx.query(level))];
    await other.close();
    await created.asOwner(`ALTER DATABASE ${nameOfDatabase()} RESET default_transaction_isolation`);
    expect(levels.map(({ rows }) => rows)).toEqual(Array(2).fill([{ level: 'read committed' }]));
  });
});

describe('an unanswered statement', () => {
  test('throws as unavailable, and its connection is never used again', async () => {
    const pid = await pidOf(db.pool);
    expect(await unavailable(db.pool.query('SELECT pg_sleep(30)'))).toBe(true);
    expect(await pidOf(db.pool)).not.toBe(pid);
    expect(await unavailable(db.prisma.$queryRaw`SELECT pg_sleep(30)::text`)).toBe(true);
    expect(await db.prisma.run.count()).toBe(0);
  });

  test('undoes its transaction, fails those sent behind it, and drops the connection', async () => {
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

test('a read of Prisma that waits for a lock too long throws as unavailable', async () => {
  const impatient = openDatabase(created.url, POOL, { patience: { ...PATIENCE, lockMs: 50, answerMs: 10_000 } });
  await transaction(created, async (tx) => {
    await tx.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    expect(await unavailable(impatient.prisma.order.findFirst())).toBe(true);
    expect(await unavailable(impatient.prisma.$queryRaw`SELECT count(*) FROM orders`)).toBe(true);
  });
  await impatient.close();
});

test('a connection that breaks while idle or between statements fails its own work only', async () => {
  const work = transaction(db, async (tx) => {
    const ended = new Promise((resolve) => tx.once('end', resolve));
    await created.pool.query('SELECT pg_terminate_backend($1)', [await pidOf(tx)]);
    await ended;
    await tx.query('SELECT 1');
  });
  expect(await unavailable(work)).toBe(true);
  const held = await db.pool.connect();
  const ended = new Promise<void>((resolve) => held.once('end', resolve));
  await created.pool.query('SELECT pg_terminate_backend($1)', [await pidOf(held)]);
  await ended;
  await expect(held.query('SELECT 1')).rejects.toThrow(/not queryable|terminated/);
  held.release(true);
  expect(await pidOf(db.pool)).toBeGreaterThan(0);
});

test('a database that accepts no writes throws as unavailable', async () => {
  const readOnly = openDatabase(created.url, POOL, { readOnly: true });
  expect(await unavailable(readOnly.pool.query(note('refused')))).toBe(true);
  await readOnly.close();
});

test('the server ends a transaction whose client stopped, after ten seconds', async () => {
  const { rows } = await db.pool.query('SHOW idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
});
