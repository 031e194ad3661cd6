import {
  openDatabase,
  provisionally,
  transaction,
  WITHIN_BEGUN,
  type Database,
  type Queryable,
} from '../../prisma/client';
import { claimKey } from '../../store/idempotency/idempotency';
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

const waitsForDisk = async (): Promise<string> =>
  (await db.pool.query<{ synchronous_commit: string }>('SHOW synchronous_commit')).rows[0]!.synchronous_commit;
const notes = async () =>
  (await db.pool.query<{ text: string }>('SELECT text FROM notes')).rows.map(({ text }) => text);
const written = async () =>
  (await db.pool.query<{ at: string }>('SELECT pg_current_wal_insert_lsn() AS at')).rows[0]!.at;

describe('a provisional transaction', () => {
  test('does not wait for the disk, and leaves a connection that does', async () => {
    const inside = await provisionally(
      db,
      async (tx) => (await tx.query<{ synchronous_commit: string }>('SHOW synchronous_commit')).rows[0]!,
    );
    expect(inside.synchronous_commit).toBe('off');
    expect(await waitsForDisk()).toBe('on');
  });

  test('is as whole as any: seen by others once it is committed, and gone when it throws', async () => {
    await provisionally(db, (tx) => tx.query(`INSERT INTO notes VALUES ('kept')`));
    await expect(
      provisionally(db, async (tx) => {
        await tx.query(`INSERT INTO notes VALUES ('dropped')`);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await notes()).toEqual(['kept']);
  });

  test('is on the disk once an ordinary commit after it is', async () => {
    await provisionally(db, (tx) => tx.query(`INSERT INTO notes VALUES ('first')`));
    const mark = await written();
    await transaction(db, (tx) => tx.query(`INSERT INTO notes VALUES ('second')`));
    const { rows } = await db.pool.query<{ safe: boolean }>({
      text: 'SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn AS safe',
      values: [mark],
    });
    expect(rows).toEqual([{ safe: true }]);
  });
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
});

describe('the last writes of a transaction', () => {
  const write = (tx: Queryable, text: string) => tx.query({ text: 'INSERT INTO notes VALUES ($1)', values: [text] });
  const nothing = () => Promise.resolve();
  beforeEach(() => created.asOwner('TRUNCATE notes'));

  test('are committed with it', async () => {
    await transaction(db, (tx) => write(tx, 'work'), { lastWrites: (tx) => write(tx, 'last') });
    expect(await notes()).toEqual(['work', 'last']);
  });

  test('roll everything back when PostgreSQL refuses one, and leave a connection that can be used', async () => {
    const one = openDatabase(created.url, 1);
    const refused = transaction(one, (tx) => write(tx, 'work'), {
      lastWrites: (tx) => Promise.all([write(tx, 'last'), tx.query('INSERT INTO notes (missing) VALUES (1)')]),
    });
    await expect(refused).rejects.toThrow('missing');
    expect(await notes()).toEqual([]);
    await transaction(one, (tx) => write(tx, 'after'));
    expect(await notes()).toEqual(['after']);
    await one.close();
  });

  test('cannot come behind the commit, outside of the transaction', async () => {
    const late = transaction(db, (tx) => write(tx, 'work'), {
      lastWrites: async (tx) => {
        await nothing();
        await write(tx, 'too late');
      },
    });
    await expect(late).rejects.toThrow('behind the commit');
    expect(await notes()).toEqual(['work']);
  });
});

describe('statements that leave together with BEGIN', () => {
  const refused = 'SELECT 1 / 0 AS refused; BEGIN; SET LOCAL noi.begun TO on';
  beforeEach(() => created.asOwner('TRUNCATE notes'));
  const guarded = (tx: Queryable, text: string) =>
    tx.query({ text: `INSERT INTO notes SELECT $1 WHERE ${WITHIN_BEGUN}`, values: [text] });

  test('are part of its transaction', async () => {
    const dropped = transaction(
      db,
      async (tx) => {
        await guarded(tx, 'dropped');
        throw new Error('no');
      },
      { begin: true },
    );
    await expect(dropped).rejects.toThrow('no');
    await transaction(db, (tx) => guarded(tx, 'kept'), { begin: true });
    expect(await notes()).toEqual(['kept']);
  });

  // Such as by an operator who cancels it, or by a server that stalled for longer than a statement may take.
  test.each([transaction, provisionally])('write nothing when PostgreSQL refuses BEGIN alone (%p)', async (begin) => {
    const one = openDatabase(created.url, 1);
    const tx = await one.pool.connect();
    const query = tx.query.bind(tx) as (...statement: unknown[]) => unknown;
    const refuseNext = jest.spyOn(tx, 'query').mockImplementationOnce(() => query(refused));
    tx.release();
    const failed = begin(one, (client) => guarded(client, 'alone'), { begin: true });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    expect(refuseNext).toHaveBeenCalled();
    refuseNext.mockRestore();
    expect(await notes()).toEqual([]);
    await begin(one, (client) => guarded(client, 'after'), { begin: true });
    expect(await notes()).toEqual(['after']);
    await one.close();
  });

  test('a claim of a key is such a write', async () => {
    const claim = {
      accountId: 'acc_1',
      mode: 'live' as const,
      operation: 'POST /x',
      key: 'k',
      fingerprint: Buffer.alloc(32),
    };
    const one = openDatabase(created.url, 1);
    await expect(claimKey(one.pool, claim)).rejects.toThrow('noi.begun');
    await expect(transaction(one, (tx) => claimKey(tx, claim), { begin: true })).resolves.toBeNull();
    // On a connection that had a transaction the setting is known, and empty.
    await expect(claimKey(one.pool, { ...claim, key: 'other' })).rejects.toMatchObject({ code: '22P02' });
    const { rows } = await db.pool.query('SELECT key FROM idempotency_records');
    expect(rows).toEqual([{ key: claim.key }]);
    await one.close();
  });
});
