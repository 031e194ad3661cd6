import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { prepareProcesses } from '../support/processes';
import { use } from '../support/use';

const processes = use(() => prepareProcesses());
beforeEach(() => processes.api.start());

const read = () => call(processes.api, 'GET', '/v1/runs', { key: processes.customer.apiKey });
const counted = async () =>
  (
    await processes.db.prisma.usageCounter.aggregate({
      _sum: { requests: true },
      where: { apiKeyId: processes.customer.keyId },
    })
  )._sum.requests ?? 0;

test('a clean stop right after a request loses no count', async () => {
  const before = await counted();
  await Promise.all(Array.from({ length: 40 }, read));
  expect(await processes.api.stop()).toBe(0);
  expect(await counted()).toBe(before + 40);
});

test('counts older than the write interval survive a kill', async () => {
  const before = await counted();
  await Promise.all(Array.from({ length: 40 }, read));
  await eventually('the counts are written', async () => (await counted()) === before + 40, 5_000);
  await processes.api.kill();
  expect(await counted()).toBe(before + 40);
});
