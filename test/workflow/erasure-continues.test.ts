import { beginErasure } from '../../store/accounts/begin-erasure';
import { eventually } from '../support/eventually';
import { useStack, useTemporal } from '../support/use';

useTemporal({ 'limit.historyCount.suggestContinueAsNew': 60 });
const stack = useStack();

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
