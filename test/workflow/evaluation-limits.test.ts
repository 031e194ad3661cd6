import { asyncLocalStorage, Context } from '@temporalio/activity';
import { ActivityNotFoundError } from '@temporalio/client';
import { requireCurrentAttempt } from '../../activities/current-attempt';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { Dice } from '../../stand-ins/agents/sample-words';
import { readBudget } from '../../store/accounts/read-budget';
import { setBudget } from '../../store/accounts/set-budget';
import { endOverdueRuns } from '../../store/runs/end-overdue-runs';
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
  stack = await startStack({ activities: { runBudgetMicros: 20_000 } });
  const runId = await stack.create();
  expect(await stack.finished(runId)).toMatchObject({ status: 'failed', failure: { code: 'run_budget_exceeded' } });
  expect(await credits(runId)).toHaveLength(1);
});

test('at the end of its budget what was sound is delivered, as at the deadline, and the agent knew of both', async () => {
  const idea = 'A letter on ferries for the captains who steer them';
  const brief = { idea, audience: null, geography: null };
  const dice = new Dice(brief);
  const stepMicros = dice.between(4_000, 9_000) * 4 + dice.between(300, 900) * 20;
  // Enough for the five steps to the first hand-in; its correction would be the sixth.
  const runBudgetMicros = Math.floor((stepMicros * 4.5) / 10_000) * 10_000;
  stack = await startStack({ activities: { runBudgetMicros } });
  await stack.agents.variety({ sources: [6, 6] });
  await stack.agents.page(sampleSubmission(brief).evidence[1]!.sourceUrl, 'missing');
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  const [session] = await stack.agents.sessionsOf(runId);
  expect(session!.submissions).toBe(1);
  const budget = `$${(runBudgetMicros / 1_000_000).toFixed(2)}`;
  expect(session!.task).toMatch(new RegExp(`may cost \\${budget} and ends at .*Z, in (?:29|30) minutes`));
  expect(session!.answers[0]!.text).toMatch(
    new RegExp(`\\$[\\d.]+ of \\${budget} are spent\\. It ends at .*hand in now`),
  );
});

test('a session stops at what its run could reserve of the account’s budget', async () => {
  stack = await startStack();
  await setBudget(stack.db, stack.customer.accountId, 2);
  const runId = await stack.create();
  expect(await stack.finished(runId)).toMatchObject({ status: 'failed', failure: { code: 'run_budget_exceeded' } });
  expect(await credits(runId)).toHaveLength(1);
  const { reservedCents, spentCents } = await readBudget(stack.db.pool, { ...stack.customer, mode: 'live' });
  expect(reservedCents).toBe(0);
  expect(spentCents).toBeGreaterThan(0);
});

test('a provider that stays down ends the run once the retries are used up', async () => {
  stack = await startStack();
  await stack.agents.fault('POST /v1/sessions', 'error_500', 1_000);
  const runId = await stack.create();
  expect(await stack.finished(runId)).toMatchObject({ status: 'failed', failure: { code: 'agent_unavailable' } });
  expect(await credits(runId)).toHaveLength(1);
}, 120_000);

test('an attempt that its time limit ended creates no session when it wakes, in addition to that of the next attempt', async () => {
  stack = await startStack({ settings: { stepTimeoutMs: 1_000 } });
  const { pool } = stack.db;
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE provisioned_agents IN ACCESS EXCLUSIVE MODE');
  const runId = await stack.create();
  await eventually('two attempts read the agent', async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'provisioned_agents'::regclass`,
    );
    return rows.length > 1;
  });
  await blocker.query('ROLLBACK');
  blocker.release();
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
});

test('an attempt that was handed over only after it had ended learns so, however fresh it is to its worker', async () => {
  let ended: Context | null = null;
  stack = await startStack({ send: async () => void (ended = Context.current()) });
  await stack.finished(await stack.create());
  await eventually('the mail was sent', () => ended !== null);
  await stack.temporal.workflow.getHandle(ended!.info.workflowExecution!.workflowId).result();
  const handedOver = (scheduledMsAgo: number) => {
    const info = { ...ended!.info, currentAttemptScheduledTimestampMs: Date.now() - scheduledMsAgo };
    const context = Object.create(ended, { info: { value: info } }) as Context;
    return asyncLocalStorage.run(context, requireCurrentAttempt);
  };
  const { startToCloseTimeoutMs } = ended!.info;
  await expect(handedOver(startToCloseTimeoutMs)).rejects.toThrow(ActivityNotFoundError);
  // The server is not asked where the clock decides.
  await expect(handedOver(0)).resolves.toBeUndefined();
});

test('a mail that cannot be sent does not undo the run', async () => {
  stack = await startStack({ send: () => Promise.reject(new Error('mail is down')) });
  const runId = await stack.create();
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
});

test('a run that waited too long expires when a worker takes it, and its credit is returned', async () => {
  stack = await startStack({ worker: false, settings: { runQueueExpiryMs: 100 } });
  const runId = await stack.create();
  await eventually('the expiry has passed', async () => {
    const { queueExpiresAt } = await stack.db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    return queueExpiresAt < new Date();
  });
  const late = await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue);
  try {
    // Before anybody reads it: reading an overdue run would expire it.
    await stack.temporal.workflow.getHandle(`evaluation/${runId}`).result();
    expect(await stack.status(runId)).toMatchObject({
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

test('the sweep expires a run once if there is no worker, and a later worker leaves it so', async () => {
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

test('a run that waited too long without a worker is shown as expired as soon as its owner reads it', async () => {
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
