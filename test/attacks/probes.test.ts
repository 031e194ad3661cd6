import { call, startApi } from '../support/api';
import { createTestDatabase } from '../support/database';
import { allRoutes } from '../support/routes';
import { use } from '../support/use';

const db = use(() => createTestDatabase(4));

test('answers a flood of health checks with one reading and without pooled connections', async () => {
  let pings = 0;
  const api = await startApi(db, { probesKeptMs: Infinity, pingTemporal: async () => void (pings += 1) });
  const held = await Promise.all([1, 2, 3, 4].map(() => db.pool.connect()));
  try {
    const paths = allRoutes().flatMap(({ uncounted, path }) => (uncounted ? [path] : []));
    const asked = paths.flatMap((path) => Array<string>(path.startsWith('/health') ? 100 : 1).fill(path));
    const answers = await Promise.all(asked.map(async (path) => [path, (await call(api, 'GET', path)).status]));
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    expect(await call(api, 'GET', '/health')).toMatchObject({
      body: { managedAgent: { driftStatus: 'unprovisioned' } },
    });
    expect(pings).toBe(1);
  } finally {
    for (const client of held) client.release();
    await api.close();
  }
});
