import { limits } from '../../admin/doctor/checks/limits';
import { addUsage } from '../../store/usage/add-usage';
import { useDatabase } from '../support/use';

const db = useDatabase();

// It asks nothing of Temporal.
const finding = async (env: NodeJS.ProcessEnv) =>
  limits.run({ db, env, temporal: null as never, role: 'operator', taskQueue: 'noi' });

test('where limits are counted is said, and several processes that count each by itself are a warning', async () => {
  expect(await finding({})).toMatchObject({ status: 'ok', detail: expect.stringContaining('memory') });
  expect(await finding({ PUBLIC_URL: 'https://noi.example' })).toMatchObject({
    status: 'ok',
    detail: 'Limits are counted in PostgreSQL for all processes together, by default.',
  });
  const memory = { PUBLIC_URL: 'https://noi.example', RATE_LIMIT_STORE: 'memory' };
  expect(await finding(memory)).toMatchObject({ status: 'warn', cure: expect.stringContaining('postgres') });
  const nothing = { counts: [], entries: [] };
  for (const writer of ['one', 'other']) await addUsage(db, { writer, sequence: 1, ...nothing });
  expect(await finding({})).toMatchObject({ status: 'warn', detail: expect.stringContaining('2 processes') });
  expect(await finding({ RATE_LIMIT_STORE: 'postgres' })).toMatchObject({ status: 'ok' });
});
