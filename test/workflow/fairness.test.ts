import { call, createCustomer, createEvaluation, type Customer } from '../support/api';
import { eventually } from '../support/eventually';
import { useStack } from '../support/use';

/** Number of the busy account's runs that are queued before the other account arrives. */
const WAITING = 40;

// All steps of all runs wait in one queue for the only slot, so only their order matters, and a slow machine slows both
// accounts alike.
const stack = useStack({ maxConcurrentSessions: 1, settings: { heartbeatTimeoutMs: 20_000, searchParallelism: 25 } });

const statusOf = async (customer: Customer, runId: string) =>
  (await call<{ status: string }>(stack.api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey })).body.status;

/** Counts the others' runs that finish while one of the customer's evaluations runs. */
async function finishedMeanwhile(customer: Customer, ofOthers: () => Promise<number>): Promise<number> {
  const { runId } = (await createEvaluation(stack.api, customer, 'behind')).body;
  const before = await ofOthers();
  await eventually('it is completed', async () => (await statusOf(customer, runId)) === 'completed', 120_000);
  return (await ofOthers()) - before;
}

test('keeps an account with many queued runs from delaying another account', async () => {
  const lone = await createCustomer(stack.db, { credits: 10 });
  const busy = await createCustomer(stack.db, { credits: WAITING });
  const created = Array.from({ length: WAITING }, (_, i) => createEvaluation(stack.api, busy, `busy-${i}`));
  expect(new Set((await Promise.all(created)).map(({ status }) => status))).toEqual(new Set([202]));
  const completed = () => stack.db.prisma.run.count({ where: { accountId: busy.accountId, status: 'completed' } });
  const ahead = await finishedMeanwhile(lone, completed);
  // If steps ran in order of arrival, each step would wait for every other run, and nearly all of those would finish
  // first.
  expect(ahead).toBeLessThan(WAITING / 2);
  const after = await completed();
  expect(after).toBeLessThan(WAITING);
  await eventually('the busy account is served meanwhile', async () => (await completed()) > after, 90_000);
}, 300_000);
