import { openDatabase, transaction, type Database } from '../../prisma/client';
import { isDatabaseUnavailable } from '../../prisma/unavailable';
import { portOf, startStallingProxy, through } from '../support/silence';
import { useDatabase } from '../support/use';

const PATIENCE = { connectMs: 2_000, lockMs: 5_000, statementMs: 60_000, answerMs: 300 };
// A pool of one: the next statement would get the broken connection.
const POOL = 1;

let db: Database;
const created = useDatabase();
beforeAll(async () => {
  db = openDatabase(created.url, POOL, { patience: PATIENCE });
});
afterAll(async () => {
  await db.close();
});

const pidOf = async (on: { query: Database['pool']['query'] }) =>
  (await on.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
const unavailable = (work: Promise<unknown>) => work.then(() => null, isDatabaseUnavailable);

test('a statement without an answer throws as unavailable, and its connection is never used again', async () => {
  const pid = await pidOf(db.pool);
  expect(await unavailable(db.pool.query('SELECT pg_sleep(30)'))).toBe(true);
  expect(await pidOf(db.pool)).not.toBe(pid);
});

test('Prisma’s own statements are as bounded', async () => {
  expect(await unavailable(db.prisma.$queryRaw`SELECT pg_sleep(30)::text`)).toBe(true);
  expect(await db.prisma.run.count()).toBe(0);
});

test('a read of Prisma that the server refuses for now throws as unavailable, by the server’s own code', async () => {
  const impatient = openDatabase(created.url, POOL, { patience: { ...PATIENCE, lockMs: 50, answerMs: 10_000 } });
  try {
    await transaction(created, async (tx) => {
      await tx.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
      expect(await unavailable(impatient.prisma.order.findFirst())).toBe(true);
      expect(await unavailable(impatient.prisma.$queryRaw`SELECT count(*) FROM orders`)).toBe(true);
    });
  } finally {
    await impatient.close();
  }
});

test('a read of several statements whose server falls silent throws as unavailable', async () => {
  const proxy = await startStallingProxy(portOf(created.url));
  const patience = { ...PATIENCE, answerMs: 10_000 };
  const silenced = openDatabase(through(created.url, proxy), POOL, { patience });
  const find = () =>
    silenced.prisma.accountSession.findUnique({ where: { hash: Buffer.alloc(32) }, include: { account: true } });
  try {
    expect(await find()).toBeNull();
    proxy.stall();
    expect(await unavailable(find())).toBe(true);
  } finally {
    await silenced.close();
    await proxy.close();
  }
});

test('a transaction with a statement without an answer is undone, those sent behind it fail too, and its connection is gone', async () => {
  let pid = 0;
  const work = transaction(db, async (tx) => {
    pid = await pidOf(tx);
    await tx
      .query(`INSERT INTO suppressions (email, reason, scope) VALUES ('x@example.com', 'bounced', 'all')`)
      .catch(() => tx.query('SELECT 1'));
    await Promise.all([tx.query('SELECT pg_sleep(30)'), tx.query('SELECT 1'), tx.query('SELECT 2')]);
  });
  expect(await unavailable(work)).toBe(true);
  expect(await pidOf(db.pool)).not.toBe(pid);
  expect(await created.prisma.suppression.count()).toBe(0);
});

test('a connection that breaks between two statements of a transaction is an error of that transaction and of nothing else', async () => {
  const work = transaction(db, async (tx) => {
    const pid = await pidOf(tx);
    const ended = new Promise((resolve) => tx.once('end', resolve));
    await created.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await ended;
    await tx.query('SELECT 1');
  });
  expect(await unavailable(work)).toBe(true);
  expect(await pidOf(db.pool)).toBeGreaterThan(0);
});

test('locks of a client that is stopped in its transaction are given back by the server', async () => {
  const { rows } = await db.pool.query<{ idle_in_transaction_session_timeout: string }>(
    'SHOW idle_in_transaction_session_timeout',
  );
  expect(rows[0]!.idle_in_transaction_session_timeout).toBe('10s');
});
