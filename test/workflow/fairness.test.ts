import { mailMessage } from '../../domain/messages/mails';
import { paymentMessage } from '../../domain/messages/orders';
import { payoutMessage } from '../../domain/messages/payouts';
import { call, createCustomer, createEvaluation, createSearch, type Customer } from '../support/api';
import { eventually } from '../support/eventually';
import { useStack } from '../support/use';

/** Runs of the busy account that wait when the other account comes. */
const WAITING = 60;

// One slot, so that every step of every run waits in the same queue: what is served meanwhile is a matter of order, and a
// slow machine is slow for both accounts.
const stack = useStack({ maxConcurrentSessions: 1, settings: { heartbeatTimeoutMs: 20_000, searchParallelism: 25 } });

const statusOf = async (customer: Customer, runId: string) =>
  (await call<{ status: string }>(stack.api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey })).body.status;

/** Pieces of another account's work that are finished while one evaluation of the customer is. */
async function finishedMeanwhile(customer: Customer, ofOthers: () => Promise<number>): Promise<number> {
  const { runId } = (await createEvaluation(stack.api, customer, 'behind')).body;
  const before = await ofOthers();
  await eventually('it is completed', async () => (await statusOf(customer, runId)) === 'completed', 120_000);
  return (await ofOthers()) - before;
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

test('an account with many queued runs does not hold up the single evaluation of another, and none of them starves', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: WAITING });
  const created = Array.from({ length: WAITING }, (_, i) => createEvaluation(stack.api, busy, `busy-${i}`));
  expect(new Set((await Promise.all(created)).map(({ status }) => status))).toEqual(new Set([202]));
  const completed = () => stack.db.prisma.run.count({ where: { accountId: busy.accountId, status: 'completed' } });
  const ahead = await finishedMeanwhile(lone, completed);
  // In the order of arrival each of its steps would come after one of every other run: nearly all of them.
  expect(ahead).toBeLessThan(WAITING / 2);
  const after = await completed();
  expect(after).toBeLessThan(WAITING);
  await eventually('the busy account is served meanwhile', async () => (await completed()) > after, 90_000);
}, 300_000);

test('an account that runs searches of 25 does not hold up another either', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: 2, kind: 'custom_search' });
  for (let i = 0; i < 2; i++) {
    const body = { operatorProfile: 'An operator who wants a lot', expertise: ['everything'], candidateCount: 25 };
    expect((await createSearch(stack.api, busy, `search-${i}`, body)).status).toBe(202);
  }
  await eventually('all searches are planned', async () => (await stack.db.prisma.candidate.count()) === 50, 120_000);
  const settled = () => stack.db.prisma.candidate.count({ where: { status: { not: 'planned' } } });
  expect(await finishedMeanwhile(lone, settled)).toBeLessThan(50 / 2);
  expect(await settled()).toBeLessThan(50);
}, 300_000);
