import { createLastGood } from '../../http/last-good';
import { openDatabase } from '../../prisma/client';
import { call, startApi } from '../support/api';
import { eventually } from '../support/eventually';
import { offer } from '../support/shop';
import { useDatabase } from '../support/use';

const db = useDatabase();
const POOL = 3;
const OUTAGE = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const PAGES = ['/', '/opportunities', '/opportunities?sort=price', '/opportunities?utm_source=x'];
const get = (api: { url: string }, path: string) => call(api, 'GET', path, { headers: { accept: 'text/html' } });

describe('while every connection of the pool is taken', () => {
  test('front page and catalogue show their last good answer, and other pages offer to try again', async () => {
    const patience = { connectMs: 1_500, lockMs: 5_000, statementMs: 8_000, answerMs: 9_000 };
    const pooled = openDatabase(db.url, POOL, { patience });
    const api = await startApi({ ...db, ...pooled, close: () => Promise.resolve() });
    const id = await offer(db);
    const before = [];
    for (const path of PAGES) {
      before.push(
        await eventually(path, async () => {
          const answer = await get(api, path);
          return answer.status === 200 && answer;
        }),
      );
    }

    const held = await Promise.all(Array.from({ length: POOL }, () => pooled.pool.connect()));
    await db.pool.query(`UPDATE opportunities SET status = 'archived' WHERE id = $1`, [id]);
    const during = await Promise.all(PAGES.map((path) => get(api, path)));
    expect(during.map(({ status, text }) => [status, text])).toEqual(before.map(({ text }) => [200, text]));
    const narrowed = await get(api, '/opportunities?q=heat%20pumps');
    expect(narrowed.status).toBe(503);
    const [again, home] = [...narrowed.text.matchAll(/<a class="button[^"]*" href="([^"]*)">([^<]*)<\/a>/g)];
    expect(again!.slice(1)).toEqual(['/opportunities?q=heat%20pumps', 'Try again']);
    expect(home!.slice(1)).toEqual(['/', 'Home']);
    const first = await startApi({ ...db, ...pooled, close: () => Promise.resolve() });
    expect((await get(first, '/')).text).toMatch(/<a class="button[^"]*" href="\/">Try again<\/a>/);
    await first.close();

    for (const client of held) client.release();
    await eventually('the catalogue is read again', async () => !(await get(api, '/opportunities')).text.includes(id));
    await api.close();
    await pooled.close();
  });
});

test('an answer serves everybody while it is fresh, and is read once for all who wait', async () => {
  const lastGood = createLastGood({ freshMs: 60_000 });
  let reads = 0;
  const read = () => Promise.resolve(++reads);
  expect(await Promise.all([lastGood('a', read), lastGood('a', read), lastGood('b', read)])).toEqual([1, 1, 2]);
  expect(await lastGood('a', read)).toBe(1);
});

test('an outage shows the last good answer; without one, or with one too old, it is thrown', async () => {
  const away = () => Promise.reject(OUTAGE);
  const lastGood = createLastGood({ freshMs: 0 });
  await expect(lastGood('a', away)).rejects.toBe(OUTAGE);
  expect(await lastGood('a', () => Promise.resolve('good'))).toBe('good');
  expect(await lastGood('a', away)).toBe('good');
  expect(await lastGood('a', () => new Promise<string>(() => undefined))).toBe('good');
  const impatient = createLastGood({ freshMs: 0, staleMs: 0 });
  await impatient('a', () => Promise.resolve('old'));
  await expect(impatient('a', away)).rejects.toBe(OUTAGE);
});

test('a fault of ours is never hidden by an older answer', async () => {
  const lastGood = createLastGood({ freshMs: 0 });
  await lastGood('a', () => Promise.resolve('good'));
  await expect(lastGood('a', () => Promise.reject(new TypeError('x is not a function')))).rejects.toThrow('x is not');
});
