import { runWorkflowId } from '../../contracts/workflow-messages';
import { mailMessage } from '../../domain/messages/mails';
import { paymentMessage } from '../../domain/messages/orders';
import { payoutMessage } from '../../domain/messages/payouts';

import { createCustomer, createEvaluation, createSearch, type Customer } from '../../tools/support/api';
import { eventually } from '../../tools/support/eventually';
import { startStack, type Stack } from '../../tools/support/stack';

/** Sessions of the busy account that wait for a slot when the other account comes, at least. */
const WAITING = 40;
/** Six seconds per session: long compared with the steps around it. */
const STEP_MS = 1_000;
/** Few slots, shared between accounts, so that the busy account's queue is long. */
const SLOTS = 4;

let stack: Stack;
beforeEach(async () => {
  stack = await startStack({ stepMs: STEP_MS, maxConcurrentSessions: SLOTS, settings: { heartbeatTimeoutMs: 20_000 } });
});
afterEach(() => stack.close());

/**
 * Runs one evaluation of the customer until its session begins. Returns how many sessions of others began while it
 * waited for a slot, by the server's own history: neither a slow machine nor a slow request adds to it.
 */
async function beganBefore(customer: Customer): Promise<number> {
  const { runId } = (await createEvaluation(stack.api, customer, 'behind')).body;
  const own = await eventually('its session begins', async () => (await stack.agents.sessionsOf(runId))[0], 120_000);
  const { events } = await stack.temporal.workflow.getHandle(runWorkflowId('evaluation', runId)).fetchHistory();
  const queued = events!.find(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'startSession',
  )!;
  const queuedAt = Number(queued.eventTime!.seconds) * 1_000 + queued.eventTime!.nanos! / 1e6;
  const sessions = await stack.agents.sessions();
  const before = sessions.slice(
    0,
    sessions.findIndex(({ id }) => id === own.id),
  );
  return before.filter(({ createdAt }) => Date.parse(createdAt) > queuedAt).length;
}

const waitingSessions = async (planned: number) => planned - (await stack.agents.sessions()).length;

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

test('an account that runs searches of 25 does not hold up another either', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: 2, kind: 'custom_search' });
  for (let i = 0; i < 2; i++) {
    const body = { operatorProfile: 'An operator who wants a lot', expertise: ['everything'], candidateCount: 25 };
    expect((await createSearch(stack.api, busy, `search-${i}`, body)).status).toBe(202);
  }
  await eventually('all searches are planned', async () => (await stack.db.prisma.candidate.count()) === 50, 120_000);
  const ahead = await beganBefore(lone);
  // In the order of arrival it would be all of those that wait still, and those that began meanwhile.
  expect(ahead).toBeLessThan(WAITING / 2);
  expect(await waitingSessions(50)).toBeGreaterThan(WAITING / 2);
}, 300_000);

test('an account with many queued runs does not hold up the single evaluation of another, and none of them starves', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: WAITING + SLOTS });
  const create = async (i: number) => (await createEvaluation(stack.api, busy, `busy-${i}`)).status;
  const created = await Promise.all(Array.from({ length: WAITING + SLOTS }, (_, i) => create(i)));
  expect(new Set(created)).toEqual(new Set([202]));
  const ahead = await beganBefore(lone);
  expect(ahead).toBeLessThan(WAITING / 2);
  // The lone session counts, too.
  const waiting = await waitingSessions(WAITING + SLOTS + 1);
  expect(waiting).toBeGreaterThan(WAITING / 2);
  await eventually(
    'the busy account is served meanwhile',
    async () => (await waitingSessions(WAITING + SLOTS + 1)) < waiting,
    90_000,
  );
}, 300_000);
