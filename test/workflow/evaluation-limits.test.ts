import { endOverdueRuns } from '../../store/runs/end-run';
import { eventually } from '../support/eventually';
import { startStack, startWorker, type Stack } from '../support/stack';

let stack: Stack;
afterEach(() => stack.close());

const credits = (runId: string) => stack.db.prisma.entitlement.findMany({ where: { sourceId: runId } });

test('a run past its deadline fails, its session is stopped and its credit comes back', async () => {
  stack = await startStack({ settings: { evaluationDeadlineMs: 1_500 } });
  await stack.agents.fault('task:heat pumps', 'hang');
  const runId = await stack.create();

  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    failure: { code: 'deadline_exceeded' },
    entitlementRestored: true,
  });
  expect((await stack.agents.sessionsOf(runId))[0]).toMatchObject({ archived: true });
});

test('a session that reaches its budget ends the run', async () => {
  stack = await startStack({ runBudgetMicros: 20_000 });
  const runId = await stack.create();
  expect(await stack.finished(runId)).toMatchObject({ status: 'failed', failure: { code: 'run_budget_exceeded' } });
  expect(await credits(runId)).toHaveLength(1);
});

test('a provider that stays down ends the run once the retries are used up', async () => {
  stack = await startStack();
  await stack.agents.fault('POST /v1/sessions', 'error_500', 1_000);
  const runId = await stack.create();
  expect(await stack.finished(runId)).toMatchObject({ status: 'failed', failure: { code: 'agent_unavailable' } });
  expect(await credits(runId)).toHaveLength(1);
}, 120_000);

test('a mail that cannot be sent does not undo the run', async () => {
  stack = await startStack({ send: () => Promise.reject(new Error('mail is down')) });
  const runId = await stack.create();
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
});

test('a run that waited too long expires when a worker takes it up, with the credit back', async () => {
  stack = await startStack({ worker: false, settings: { runQueueExpiryMs: 100 } });
  const runId = await stack.create();
  await eventually('the expiry has passed', async () => {
    const { queueExpiresAt } = await stack.db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    return queueExpiresAt < new Date();
  });
  const late = await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue);
  try {
    expect(await stack.finished(runId)).toMatchObject({
      status: 'expired',
      stage: 'queued',
      failure: { code: 'queue_expired' },
      entitlementRestored: true,
    });
    expect(await stack.agents.sessionsOf(runId)).toEqual([]);
  } finally {
    await late.stop();
  }
});

test('without any worker the sweep expires a run in SQL, once, and a worker that comes later leaves it so', async () => {
  stack = await startStack({ worker: false, settings: { runQueueExpiryMs: 50 } });
  const runId = await stack.create();
  await eventually('the sweep ends it', async () => (await endOverdueRuns(stack.db, 10)).includes(runId));
  expect(await endOverdueRuns(stack.db, 10)).toEqual([]);
  expect(await credits(runId)).toHaveLength(1);

  const late = await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue);
  try {
    await stack.temporal.workflow.getHandle(`evaluation/${runId}`).result();
    expect(await stack.status(runId)).toMatchObject({ status: 'expired' });
    expect(await credits(runId)).toHaveLength(1);
  } finally {
    await late.stop();
  }
});

test('without any worker a run that waited too long is shown as expired as soon as its owner looks', async () => {
  stack = await startStack({ worker: false, settings: { runQueueExpiryMs: 50 } });
  const runId = await stack.create();
  expect(await stack.finished(runId)).toMatchObject({ status: 'expired', entitlementRestored: true });
  expect(await credits(runId)).toHaveLength(1);
});

test('a run that is canceled in the queue never starts a session and gives its credit back', async () => {
  stack = await startStack({ worker: false });
  const runId = await stack.create();
  expect(await stack.cancel(runId)).toBe(202);
  const late = await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue);
  try {
    expect(await stack.finished(runId)).toMatchObject({ status: 'canceled', entitlementRestored: true });
    expect(await stack.agents.sessionsOf(runId)).toEqual([]);
    expect(await credits(runId)).toMatchObject([{ source: 'run_canceled', status: 'unused' }]);
  } finally {
    await late.stop();
  }
});
