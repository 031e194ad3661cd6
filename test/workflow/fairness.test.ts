import { mailMessage } from '../../domain/messages/mails';
import { paymentMessage } from '../../domain/messages/orders';
import { payoutMessage } from '../../domain/messages/payouts';
import { call, createCustomer, createEvaluation, createSearch, type Customer } from '../../tools/support/api';
import { eventually } from '../../tools/support/eventually';
import { startStack, type Stack } from '../../tools/support/stack';
import { failing, insist } from '../../tools/support/patience';

const QUEUED = 300;
/** Three seconds per session: far shorter than a real one, but long compared with the steps around it. */
const STEP_MS = 500;
/** Few slots, shared between accounts, so that the other account's queue is long. */
const SLOTS = 10;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ stepMs: STEP_MS, maxConcurrentSessions: SLOTS, settings: { heartbeatTimeoutMs: 20_000 } });
});
afterAll(() => stack.close());

const statusOf = async (customer: Customer, runId: string) =>
  (await call<{ status: string }>(stack.api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey })).body.status;

/** Pieces of another account's work that are finished while one evaluation of the customer is. Says nothing of time. */
async function finishedMeanwhile(customer: Customer, key: string, ofOthers: () => Promise<number>): Promise<number> {
  const before = await ofOthers();
  const { runId } = (await createEvaluation(stack.api, customer, key)).body;
  await eventually('it is completed', async () => (await statusOf(customer, runId)) === 'completed', 120_000);
  return (await ofOthers()) - before;
}

/** Creates all runs of the busy account, several at once: one by one, a slow machine would finish most meanwhile. */
async function queueAll(busy: Customer): Promise<void> {
  const waiting = Array.from({ length: QUEUED }, (_, i) => `busy-${i}`);
  const createNext = async () => {
    for (let key = waiting.pop(); key; key = waiting.pop()) {
      const send = () => createEvaluation(stack.api, busy, key);
      expect((await insist('POST of an evaluation', send, failing))!.status).toBe(202);
    }
  };
  await Promise.all(Array.from({ length: 20 }, createNext));
}

test('Temporal serves work without an account in turns by its kind: money does not queue behind link requests', async () => {
  const messages = [
    mailMessage({ mail: 'account_link', id: 'link_fair' }),
    paymentMessage({ id: 'ord_fair', mode: 'live' }, { about: 'refund' }),
    payoutMessage({ id: 'wdr_fair', mode: 'live' }),
  ];
  for (const message of messages) await stack.start(message);
  const keys = await Promise.all(
    messages.map(async ({ workflowId }) => {
      const { raw } = await stack.temporal.workflow.getHandle(workflowId).describe();
      return raw.workflowExecutionInfo?.priority?.fairnessKey;
    }),
  );
  expect(keys).toEqual(['mail', 'payment', 'payout']);
});

const completedOf = ({ accountId }: Customer) =>
  stack.db.prisma.run.count({ where: { accountId, status: 'completed' } });

const settledCandidates = () => stack.db.prisma.candidate.count({ where: { status: { not: 'planned' } } });

test('an account that runs searches of 25 does not hold up another either', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: 4, kind: 'custom_search' });
  for (let i = 0; i < 4; i++) {
    const body = { operatorProfile: 'An operator who wants a lot', expertise: ['everything'], candidateCount: 25 };
    expect((await createSearch(stack.api, busy, `search-${i}`, body)).status).toBe(202);
  }
  await eventually('all searches are planned', async () => (await stack.db.prisma.candidate.count()) === 100, 120_000);
  const ahead = await finishedMeanwhile(lone, 'behind', settledCandidates);
  process.stdout.write(`fairness: ${ahead} of 100 candidates of another account were settled before\n`);
  // In the order of arrival it would be nearly all of them.
  expect(ahead).toBeLessThan(100 / 2);
  expect(await settledCandidates()).toBeLessThan(100);
}, 300_000);

test('one account with 300 queued runs does not hold up the single evaluation of another, and none of them starves', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: QUEUED + 1 });
  await queueAll(busy);
  await eventually('the queue moves', async () => (await completedOf(busy)) > 0, 300_000);
  const last = (await createEvaluation(stack.api, busy, 'busy-last')).body.runId;
  const ahead = await finishedMeanwhile(lone, 'behind', () => completedOf(busy));
  const after = await completedOf(busy);

  process.stdout.write(`fairness: ${ahead} of ${QUEUED} runs of another account were completed before\n`);
  // In the order of arrival it would be nearly all of them.
  expect(ahead).toBeLessThan(QUEUED / 4);
  // Earlier runs of the busy account are still queued.
  expect(QUEUED - after).toBeGreaterThan(100);
  expect(await statusOf(busy, last)).not.toBe('completed');
  await eventually('the other account is served meanwhile', async () => (await completedOf(busy)) > after, 90_000);
}, 600_000);
