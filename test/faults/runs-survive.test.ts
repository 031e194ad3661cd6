/** Runs, searches, claims, webhook deliveries and usage counts while processes are killed. */
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import type { Portfolio } from '../../modules/findings/contract/portfolio';
import { endRun } from '../../modules/runs/store/end';
import { listDeliveries } from '../../modules/webhooks/store/deliveries';
import { requestTestDelivery } from '../../modules/webhooks/store/replay';
import { call, createEvaluation, createSearch, createWebhook, SEARCH } from '../support/api';
import { eventually } from '../support/eventually';
import { prepareProcesses, running } from '../support/processes';
import { use } from '../support/use';
import { startReceiver } from '../support/webhooks';

jest.setTimeout(360_000);

/** Cost of one judgment by the stand-in at the reader's list price, in millionths of a dollar. */
const CLAIM_MICROS = 400;
const CANDIDATES = 8;

const product = use(() =>
  running(prepareProcesses({ stepMs: 100, env: { STEP_TIMEOUT: '10s', PRODUCT_EVENTS: 'on' } })),
);

async function replaceWorker() {
  await product.worker.kill();
  await product.worker.start();
}
const delivered = (webhookId: string) =>
  eventually(
    'it is delivered',
    async () => (await listDeliveries(product.db, webhookId, { limit: 1 }))[0]!.status === 'delivered',
    40_000,
  );

// A hanging call blocks its run, so each run is interrupted at a different point.
test('continues the sessions of a worker killed while it creates, follows, answers or completes', async () => {
  await product.agents.fault('POST /v1/sessions', 'timeout_after', 1, 60_000);
  await product.agents.fault('POST /v1/sessions/*/events', 'timeout_after', 1, 60_000);
  await product.agents.fault('POST /v1/sessions/*/archive', 'timeout_before', 1, 60_000);
  const caught = await Promise.all(['creating', 'answering', 'completing'].map((key) => product.create(key)));
  await product.agents.allFaultsTaken();
  const following = await product.create('following');
  await eventually('a session runs', async () => (await product.agents.sessionsOf(following.body.runId)).length === 1);
  await replaceWorker();
  for (const { body } of [...caught, following]) {
    expect(await product.finished(body.runId)).toMatchObject({ status: 'completed', entitlementRestored: false });
    const sessions = await product.agents.sessionsOf(body.runId);
    expect(sessions).toMatchObject([{ submissions: 1, answers: [{ accepted: true }] }]);
  }
});

test('researches each candidate once although workers are killed from plan to end', async () => {
  const { db, customer } = product;
  await grantEntitlements(db, customer.accountId, 'custom_search', 1);
  const body = { ...SEARCH, candidateCount: CANDIDATES };
  const { runId } = (await createSearch(product.api, customer, 'killed', body)).body;
  await eventually('the plan is made', async () => (await product.agents.sessionsOf(runId)).length === 1);
  await replaceWorker();
  const below = () => product.agents.sessionsBelow(runId);
  await eventually('candidates are researched', async () => (await below()).length >= 4, 60_000);
  await replaceWorker();
  const settled = () => db.prisma.candidate.count({ where: { runId, status: { not: 'planned' } } });
  const over = async () => (await product.status(runId)).status === 'completed';
  for (let kills = 0; kills < 2; kills++) {
    const before = await settled();
    await eventually('one more is settled', async () => (await settled()) > before || (await over()), 60_000);
    await replaceWorker();
  }
  const run = await product.finished(runId, 100_000);
  const progress = { done: CANDIDATES, total: CANDIDATES };
  expect(run).toMatchObject({ status: 'completed', progress, entitlementRestored: false });
  const path = `/v1/runs/${runId}/portfolio`;
  const portfolio = (await call<Portfolio>(product.api, 'GET', path, { key: customer.apiKey })).body;
  const numbers = Array.from({ length: CANDIDATES }, (_, i) => i + 1);
  expect(portfolio.ranking.map(({ rank }) => rank)).toEqual(numbers);
  const references = (await below()).map(({ metadata }) => metadata.reference);
  expect(references.toSorted()).toEqual(numbers.map((number) => `${runId}/c${number}`));
  expect(await product.agents.sessionsOf(runId)).toMatchObject([{ submissions: 1 }]);
});

test('judges unsaved claims of a killed worker again, and charges each once', async () => {
  await product.agents.variety({ sources: [6, 6] });
  const asked = async () => (await product.agents.claimsAsked()).length;
  const before = await asked();
  const held = await product.db.pool.connect();
  let runId: string;
  let lost: number;
  try {
    // Until the rollback, the reader's judgments cannot be saved, but everything can be read.
    await held.query('BEGIN');
    await held.query('LOCK TABLE claim_checks IN SHARE MODE');
    ({ runId } = (await product.create('judged', 'A weekly letter on weather vanes for those who mend them')).body);
    await eventually('claims are judged', async () => (await asked()) === before + 4, 60_000);
    await product.worker.kill();
    lost = (await asked()) - before;
  } finally {
    await held.query('ROLLBACK');
    held.release();
  }
  await product.worker.start();
  const run = await product.finished(runId);
  // We paid for the lost judgments, but no row records them.
  expect(await asked()).toBe(before + lost + 6);
  expect(run).toMatchObject({
    status: 'completed',
    evidence: { cited: 6, verified: 6, supported: 6 },
    cost: { claimCheckMicros: 6 * CLAIM_MICROS },
  });
});

test('delivers a webhook under the same id after its worker is killed midway', async () => {
  const receiver = await startReceiver([null]);
  const wanted = { url: receiver.url, eventTypes: ['webhook.test'] };
  const { webhookId } = (await createWebhook(product.api, product.customer, 'one', wanted)).body;
  // The delivery is committed and left to the relay, as if the process had died right after the commit.
  await requestTestDelivery(product.db, webhookId, { limits: { attemptTimeoutMs: 3_000, firstRetryMs: 100 } });
  await eventually('the receiver has it', () => receiver.received.length === 1);
  await replaceWorker();
  await delivered(webhookId);
  const [first, second] = receiver.received;
  expect(receiver.received).toHaveLength(2);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body).toBe(first!.body);
  await receiver.close();
});

test('delivers an event once if its process dies right after the commit', async () => {
  const { db, customer } = product;
  const receiver = await startReceiver();
  const wanted = { url: receiver.url, eventTypes: ['run.expired'] };
  const { webhookId } = (await createWebhook(product.api, customer, 'two', wanted)).body;
  await product.worker.kill();
  const { runId } = (await createEvaluation(product.api, customer, 'dies')).body;
  await endRun({ ...db, productEvents: true }, runId, 'expired', 'queue_expired', null);
  expect(receiver.received).toEqual([]);
  await product.worker.start();
  await delivered(webhookId);
  const data = receiver.received.map(({ body }) => (JSON.parse(body) as { data: object }).data);
  expect(data).toEqual([expect.objectContaining({ subject: runId, sequence: 1, status: 'expired' })]);
  await receiver.close();
});

test('keeps usage counts of a stopped API, and those written before a kill', async () => {
  const { db, customer } = product;
  const counted = async () => {
    const where = { apiKeyId: customer.keyId };
    return (await db.prisma.usageCounter.aggregate({ _sum: { requests: true }, where }))._sum.requests ?? 0;
  };
  const read = () => call(product.api, 'GET', '/v1/runs', { key: customer.apiKey });
  expect(await product.api.stop()).toBe(0);
  await product.api.start();
  const before = await counted();
  await Promise.all(Array.from({ length: 40 }, read));
  expect(await product.api.stop()).toBe(0);
  expect(await counted()).toBe(before + 40);

  await product.api.start();
  await Promise.all(Array.from({ length: 40 }, read));
  await eventually('the counts are written', async () => (await counted()) === before + 80, 5_000);
  await product.api.kill();
  expect(await counted()).toBe(before + 80);
});
