import { beginErasure } from '../../store/accounts/begin-erasure';
import { startTemporal, type RunningTemporal } from '../../local/temporal/start-temporal';
import { eventually } from '../../tools/support/eventually';
import { startStack, type Stack } from '../../tools/support/stack';

const shared = process.env.TEST_TEMPORAL_ADDRESS;
let temporal: RunningTemporal;
let stack: Stack;
beforeAll(async () => {
  temporal = await startTemporal({ dynamic: { 'limit.historyCount.suggestContinueAsNew': 60 } });
  process.env.TEST_TEMPORAL_ADDRESS = temporal.address;
  stack = await startStack();
});
afterAll(async () => {
  await stack.close();
  await temporal.stop();
  process.env.TEST_TEMPORAL_ADDRESS = shared;
});

test('an erasure that waits for work for long continues as new, and then erases', async () => {
  const { db, agents, customer } = stack;
  const { accountId } = customer;
  await agents.fault('task:heat pumps', 'hang');
  const runId = await stack.create();
  await eventually('a session runs', async () => (await agents.sessionsOf(runId)).length === 1);
  const { pending } = await beginErasure(db, accountId, 1);
  const [erasing, ...canceling] = pending.toReversed();
  await stack.start(erasing!.message);
  const first = await stack.temporal.workflow.getHandle(`erasure/${accountId}`).describe();
  await eventually('it continued', async () => {
    const now = await stack.temporal.workflow.getHandle(`erasure/${accountId}`).describe();
    return now.runId !== first.runId;
  });
  for (const { message } of canceling) await stack.start(message);
  const erasure = () => db.prisma.erasure.findUnique({ where: { accountId } });
  await eventually('the erasure is complete', async () => (await erasure())?.completedAt);
  expect(await agents.sessionsOf(runId)).toEqual([]);
});
