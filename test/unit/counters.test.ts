import { Pool } from 'pg';
import { createMemoryCounter, MAX_KEYS } from '../../http/limits/counters';
import { createLimiters } from '../../http/limits/limiters';

const MORE = 3 * MAX_KEYS;

test('remembers a limited number of keys, and counts the rest together', async () => {
  // Nothing listens on this port, as in a PostgreSQL outage.
  const pool = new Pool({ host: '127.0.0.1', port: 1 });
  pool.query = () => Promise.reject(new Error('away')) as never;
  const { scan } = createLimiters(1, { type: 'postgres', pool }).endpoint;
  const caller = () => scan.consume('203.0.113.1');
  for (let i = 0; i < scan.limit.requests; i++) expect((await caller()).exceeded).toBe(false);
  let admitted = 0;
  for (let i = 0; i < MORE; i++) if (!(await scan.consume(`2001:db8::${i}`)).exceeded) admitted++;
  expect(admitted).toBe(MAX_KEYS - 1 + scan.limit.requests);
  expect((await caller()).exceeded).toBe(true);
  expect((await scan.peek('somebody new')).exceeded).toBe(true);
  await pool.end();
});

test('forgets counts of ended windows to make room', async () => {
  let time = 0;
  const counter = createMemoryCounter(1_000, () => time);
  for (let i = 0; i < MORE; i++) {
    await counter.add(`key ${i}`, 1);
    expect(counter.size()).toBeLessThanOrEqual(MAX_KEYS + 1);
  }
  expect(await counter.read('key 0')).toEqual({ counted: 1, resetMs: 1_000 });
  time = 1_000;
  expect(await counter.add('late', 1)).toEqual({ counted: 1, resetMs: 1_000 });
  expect(counter.size()).toBe(1);
  // Subtracting more than was counted must leave neither a negative count nor a key.
  expect(await counter.add('late', -2)).toMatchObject({ counted: 0 });
  expect(counter.size()).toBe(0);
});
