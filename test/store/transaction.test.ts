import { openDatabase, transaction, type Database, type Queryable } from '../../prisma/client';
import { useDatabase } from '../support/use';

let db: Database;
const created = useDatabase();
beforeAll(async () => {
  // The test server runs without synchronous commits; here they are on, as in production.
  await created.asOwner(`ALTER DATABASE ${new URL(created.url).pathname.slice(1)} SET synchronous_commit TO on`);
  db = openDatabase(created.url, 2);
  // Default privileges grant later tables of the owner to the application.
  await created.asOwner('CREATE TABLE notes (text TEXT)');
});
afterAll(async () => {
  await db.close();
});

const notes = async () =>
  (await db.pool.query<{ text: string }>('SELECT text FROM notes')).rows.map(({ text }) => text);
const written = async () =>
  (await db.pool.query<{ at: string }>('SELECT pg_current_wal_insert_lsn() AS at')).rows[0]!.at;

test('a transaction is seen by others and on the disk once it returns, and gone when it throws', async () => {
  const mark = await transaction(db, async (tx) => {
    await tx.query(`INSERT INTO notes VALUES ('kept')`);
    return written();
  });
  const { rows } = await db.pool.query<{ safe: boolean }>({
    text: 'SELECT pg_current_wal_flush_lsn() > $1::pg_lsn AS safe',
    values: [mark],
  });
  expect(rows).toEqual([{ safe: true }]);
  await expect(
    transaction(db, async (tx) => {
      await tx.query(`INSERT INTO notes VALUES ('dropped')`);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await notes()).toEqual(['kept']);
});

describe('statements that are sent together', () => {
  test('run in order, each seeing what was committed until it began', async () => {
    const answers = await transaction(db, (tx) =>
      Promise.all([1, 2, 3].map((n) => tx.query<{ n: number }>({ text: 'SELECT $1::int AS n', values: [n] }))),
    );
    expect(answers.map(({ rows }) => rows[0]!.n)).toEqual([1, 2, 3]);
  });

  test('fail with the first that failed, roll back, and leave a connection that works', async () => {
    const before = await notes();
    await expect(
      transaction(db, (tx) =>
        Promise.all([
          tx.query(`INSERT INTO notes VALUES ('lost')`),
          tx.query('SELECT 1 / 0'),
          tx.query(`INSERT INTO notes VALUES ('lost too')`),
        ]),
      ),
    ).rejects.toMatchObject({ code: '22012' });
    expect(await notes()).toEqual(before);
  });

  test('fail with the first that failed, however deep in the work it was sent', async () => {
    const deep = async (tx: Queryable) => {
      const [one] = await Promise.all([tx.query({ text: 'SELECT 1 / 0' })]);
      return one;
    };
    await expect(
      transaction(db, (tx) => Promise.all([deep(tx), tx.query('SELECT 1'), tx.query('SELECT 2')])),
    ).rejects.toMatchObject({ code: '22012' });
    await expect(
      transaction(db, async (tx) => {
        await tx.query('SELECT 1 / 0').catch(() => undefined);
        await tx.query('SELECT 1');
      }),
    ).rejects.toMatchObject({ code: '22012' });
  });
});

test('statements and transactions read what is committed, whatever the defaults of the database are', async () => {
  await created.asOwner(
    `ALTER DATABASE ${new URL(created.url).pathname.slice(1)} SET default_transaction_isolation TO 'repeatable read'`,
  );
  const other = openDatabase(created.url, 2);
  try {
    const level = { text: `SELECT current_setting('transaction_isolation') AS level` };
    const levels = [await other.pool.query(level), await transaction(other, (tx) => tx.query(level))];
    expect(levels.map(({ rows }) => rows)).toEqual(Array(2).fill([{ level: 'read committed' }]));
  } finally {
    await other.close();
    await created.asOwner(
      `ALTER DATABASE ${new URL(created.url).pathname.slice(1)} RESET default_transaction_isolation`,
    );
  }
});

test('a transaction whose work continues after a refused statement is not taken for committed', async () => {
  const before = await notes();
  await expect(
    transaction(db, async (tx) => {
      await tx.query('SELECT 1 / 0').catch(() => undefined);
      return 'done';
    }),
  ).rejects.toThrow('was rolled back');
  expect(await notes()).toEqual(before);
});
