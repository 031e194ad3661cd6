import { call, createCustomer, createEvaluation, createSearch, type Customer } from '../support/api';
import { eventually } from '../support/eventually';
import { startStack, type Stack } from '../support/stack';

const QUEUED = 300;
/** A session of three seconds: still short against a real one, but long against the steps around it. */
const STEP_MS = 500;
/** Few, so that the queue of the other account is long: what is shared between accounts is these. */
const SLOTS = 10;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ stepMs: STEP_MS, maxConcurrentSessions: SLOTS, settings: { heartbeatTimeoutMs: 20_000 } });
});
afterAll(() => stack.close());

const statusOf = async (customer: Customer, runId: string) =>
  (await call<{ status: string }>(stack.api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey })).body.status;

/** Milliseconds from the request to the completed run. */
async function timeOf(customer: Customer, key: string): Promise<number> {
  const began = performance.now();
  const { runId } = (await createEvaluation(stack.api, customer, key)).body;
  await eventually('it is completed', async () => (await statusOf(customer, runId)) === 'completed', 60_000);
  return performance.now() - began;
}

const completedOf = ({ accountId }: Customer) =>
  stack.db.prisma.run.count({ where: { accountId, status: 'completed' } });

test('an account that runs searches of 25 does not hold up another either', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: 4, kind: 'custom_search' });
  const alone = await timeOf(lone, 'alone');
  for (let i = 0; i < 4; i++) {
    const body = { operatorProfile: 'An operator who wants a lot', expertise: ['everything'], candidateCount: 25 };
    expect((await createSearch(stack.api, busy, `search-${i}`, body)).status).toBe(202);
  }
  await eventually('candidates are researched', async () => (await stack.db.prisma.candidate.count()) > 25, 60_000);
  const behind = await timeOf(lone, 'behind');
  process.stdout.write(`fairness: alone ${alone | 0} ms, behind 4 searches of 25 ${behind | 0} ms\n`);
  expect(behind).toBeLessThan(alone * 3);
}, 120_000);

test('one account with 300 queued runs does not hold up the single evaluation of another, and none of them starves', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: QUEUED + 1 });
  await timeOf(lone, 'warm');
  const alone = Math.min(await timeOf(lone, 'alone-1'), await timeOf(lone, 'alone-2'));

  for (let i = 0; i < QUEUED; i++) expect((await createEvaluation(stack.api, busy, `busy-${i}`)).status).toBe(202);
  await eventually('the queue moves', async () => (await completedOf(busy)) > 0, 30_000);
  const before = await completedOf(busy);
  const last = (await createEvaluation(stack.api, busy, 'busy-last')).body.runId;
  const behind = await timeOf(lone, 'behind');
  const after = await completedOf(busy);

  process.stdout.write(`fairness: alone ${alone | 0} ms, behind ${QUEUED - before} runs ${behind | 0} ms\n`);
  expect(QUEUED - after).toBeGreaterThan(100);
  // What the busy account itself asked for before is still in its queue.
  expect(await statusOf(busy, last)).not.toBe('completed');
  expect(behind).toBeLessThan(alone * 3);
  await eventually('the other account is served meanwhile', async () => (await completedOf(busy)) > after, 30_000);
}, 120_000);
