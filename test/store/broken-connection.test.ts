import { useDatabase } from '../support/use';

const db = useDatabase();

test('a connection that breaks while it is held and no query waits fails the next query, and not the process', async () => {
  const held = await db.pool.connect();
  const { rows } = await held.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => held.once('end', resolve));
  await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
  await ended;
  await expect(held.query('SELECT 1')).rejects.toThrow(/not queryable|terminated/);
  held.release(true);
  expect((await db.pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
