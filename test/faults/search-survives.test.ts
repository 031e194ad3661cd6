import type { Portfolio } from '../../contracts/portfolio';
import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { call, createSearch, SEARCH } from '../support/api';
import { eventually } from '../support/eventually';
import { prepareProcesses } from '../support/processes';
import { use } from '../support/use';

const product = use(() => prepareProcesses({ stepMs: 100 }));
beforeAll(async () => {
  await product.api.start();
  await grantEntitlements(product.db, product.customer.accountId, 'custom_search', 20);
});
beforeEach(() => product.worker.start());
afterEach(() => product.worker.kill());

const COUNT = 8;
const search = async (key: string) =>
  (await createSearch(product.api, product.customer, key, { ...SEARCH, candidateCount: COUNT })).body.runId;

/** The search completed, every candidate was researched in one session of its own, and no credit moved. */
async function completedOnce(runId: string) {
  const run = await product.finished(runId, 100_000);
  expect(run).toMatchObject({
    status: 'completed',
    progress: { done: COUNT, total: COUNT },
    entitlementRestored: false,
  });
  const { body } = await call<Portfolio>(product.api, 'GET', `/v1/runs/${runId}/portfolio`, {
    key: product.customer.apiKey,
  });
  expect(body.ranking.map(({ rank }) => rank)).toEqual(Array.from({ length: COUNT }, (_, i) => i + 1));
  const references = (await product.agents.sessionsBelow(runId)).map(({ metadata }) => metadata.reference).sort();
  expect(references).toEqual(Array.from({ length: COUNT }, (_, i) => `${runId}/c${i + 1}`));
  expect(await product.agents.sessionsOf(runId)).toMatchObject([{ submissions: 1 }]);
}

async function replaceWorker() {
  await product.worker.kill();
  await product.worker.start();
}

test('a worker killed while the search is planned is followed by one that takes up the same plan', async () => {
  const runId = await search('planning');
  await eventually('the plan is made', async () => (await product.agents.sessionsOf(runId)).length === 1);
  await replaceWorker();
  await completedOnce(runId);
}, 120_000);

test('a worker killed in the middle of the fan-out is followed by one that continues every session', async () => {
  const runId = await search('fanning-out');
  await eventually('candidates are researched', async () => (await product.agents.sessionsBelow(runId)).length >= 4);
  await replaceWorker();
  await completedOnce(runId);
}, 120_000);

test('workers killed again and again while candidates settle lose and double none', async () => {
  const runId = await search('settling');
  const settled = () => product.db.prisma.candidate.count({ where: { runId, status: { not: 'planned' } } });
  const over = async () => (await product.status(runId)).status === 'completed';
  for (let kills = 0; kills < 3; kills++) {
    const before = await settled();
    await eventually('one more is settled', async () => (await settled()) > before || (await over()), 40_000);
    await replaceWorker();
  }
  await completedOnce(runId);
}, 180_000);
