import { pino } from 'pino';
import { openAgents } from '../../providers/agents/open-agents';
import { readBudget } from '../../store/accounts/read-budget';
import { endOverdueRuns } from '../../store/runs/end-overdue-runs';
import { closeSessions } from '../../worker/close-sessions';
import { eventually } from '../support/eventually';
import { checkCosts } from '../support/run-invariants';
import { startStack, startWorker, type Stack } from '../support/stack';

let stack: Stack;
afterEach(() => stack.close());

const MIB = 1_048_576;

test('a search of 25 stays far below every limit of history and payload', async () => {
  stack = await startStack({ settings: { searchParallelism: 25 } });
  const runId = await stack.search({ candidateCount: 25 });
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', progress: { done: 25, total: 25 } });

  const sizes = await Promise.all(
    [`search/${runId}`, `candidate/${runId}/c25`].map(async (id) => {
      const handle = stack.temporal.workflow.getHandle(id);
      await handle.result();
      const { events } = await handle.fetchHistory();
      const description = await handle.describe();
      const largest = Math.max(...events!.map((event) => JSON.stringify(event).length));
      return { events: events!.length, bytes: Number(description.historySize), largest };
    }),
  );
  const [parent, child] = sizes as [(typeof sizes)[0], (typeof sizes)[0]];
  // Limits: 51,200 events and 50 MiB a history, 2 MiB a payload.
  expect(parent.events).toBeLessThan(400);
  expect(parent.bytes).toBeLessThan(0.2 * MIB);
  expect(parent.largest).toBeLessThan(8_000);
  expect(child.events).toBeLessThan(80);
  expect(child.bytes).toBeLessThan(0.05 * MIB);
});

test('a search past its deadline fails, every session is stopped, and its credit comes back', async () => {
  stack = await startStack({ settings: { searchDeadlineMs: 10_000 } });
  await stack.agents.fault('task:(idea', 'hang', 10);
  const runId = await stack.search({ candidateCount: 3 });

  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    failure: { code: 'deadline_exceeded' },
    entitlementRestored: true,
  });
  const sessions = [...(await stack.agents.sessionsOf(runId)), ...(await stack.agents.sessionsBelow(runId))];
  expect(sessions.length).toBeGreaterThan(1);
  expect(sessions.every(({ phase }) => phase === 'done')).toBe(true);
});

test('a search that was ended from outside keeps its budget until its candidates settled, and costs what all of them did', async () => {
  stack = await startStack({ settings: { searchDeadlineMs: 20_000 } });
  const { db, agents, customer } = stack;
  await agents.breakRule('(idea', 'quotation', 3);
  await agents.fault('task:(idea', 'correction_hang', 3);
  const runId = await stack.search({ candidateCount: 3 });
  await eventually('all its candidates work on a correction', async () => {
    const sessions = await agents.sessionsBelow(runId);
    return sessions.length === 3 && sessions.every(({ submissions }) => submissions > 0);
  });
  await db.pool.query(`UPDATE runs SET deadline_at = now() - interval '1 hour' WHERE id = $1`, [runId]);
  expect(await endOverdueRuns(db, 10, runId)).toEqual([runId]);
  const budget = () => readBudget(db.pool, { accountId: customer.accountId, mode: 'live' });
  expect(await budget()).toMatchObject({ spentCents: 0, reservedCents: expect.any(Number) });
  expect((await budget()).reservedCents).toBeGreaterThan(0);

  const unsettled = { runId, status: 'planned' };
  await eventually('its candidates settled', async () => (await db.prisma.candidate.count({ where: unsettled })) === 0);
  expect((await budget()).reservedCents).toBeGreaterThan(0);
  const provider = openAgents(agents.settings);
  const log = pino({ level: 'silent' });
  await eventually('the session of its plan is closed', async () => {
    await closeSessions(db, provider, log, () => undefined);
    return (await budget()).reservedCents === 0;
  });
  const { costMicros, sessionCostMicros } = await db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  const of = await db.prisma.candidate.aggregate({ where: { runId }, _sum: { costMicros: true } });
  expect(of._sum.costMicros).toBeGreaterThan(0);
  expect(costMicros).toBe(sessionCostMicros! + of._sum.costMicros!);
  expect(await budget()).toMatchObject({ spentCents: Math.ceil(costMicros! / 10_000) });
  await checkCosts(db);
});

test('a search past its deadline delivers the candidates that were sound by then, where they are enough', async () => {
  stack = await startStack({ settings: { searchDeadlineMs: 15_000, searchParallelism: 4 } });
  // Enough evidence is left without the one that is broken.
  await stack.agents.variety({ sources: [10, 12] });
  await stack.agents.breakRule('(idea 1 of 4)', 'quotation', 1);
  await stack.agents.fault('task:(idea 1 of 4)', 'correction_hang');
  await stack.agents.fault('task:(idea 4 of 4)', 'hang');
  const runId = await stack.search({ candidateCount: 4 });

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', progress: { done: 4, total: 4 } });
  const candidates = await stack.db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' } });
  expect(candidates.map(({ reason }) => reason)).toEqual([null, null, null, 'deadline_exceeded']);
  const sessions = await stack.agents.sessionsBelow(runId);
  expect(sessions.map(({ phase }) => phase)).toEqual(['done', 'done', 'done', 'done']);
});

test('a candidate that hangs past its own deadline is excluded and does not end the search', async () => {
  stack = await startStack({ settings: { evaluationDeadlineMs: 2_500 } });
  await stack.agents.fault('task:(idea 1 of 3)', 'hang');
  const runId = await stack.search({ candidateCount: 3 });

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  const [first] = await stack.db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' } });
  expect(first).toMatchObject({ status: 'excluded', reason: 'deadline_exceeded' });
});

test('a candidate has a budget of its own: the plan passes, the candidates do not', async () => {
  stack = await startStack({ activities: { candidateBudgetMicros: 20_000 } });
  const runId = await stack.search({ candidateCount: 3 });
  expect(await stack.finished(runId)).toMatchObject({ status: 'failed', failure: { code: 'too_few_candidates' } });
  const candidates = await stack.db.prisma.candidate.findMany({ where: { runId } });
  expect(candidates.map(({ reason }) => reason)).toEqual(Array.from({ length: 3 }, () => 'run_budget_exceeded'));
});

test('a search that is canceled in the queue plans nothing and gives its credit back', async () => {
  stack = await startStack({ worker: false });
  const runId = await stack.search({ candidateCount: 3 });
  expect(await stack.cancel(runId)).toBe(202);
  const late = await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue);
  try {
    expect(await stack.finished(runId)).toMatchObject({ status: 'canceled', entitlementRestored: true });
    expect(await stack.agents.sessionsOf(runId)).toEqual([]);
    await eventually('its workflow ends', () =>
      stack.temporal.workflow
        .getHandle(`search/${runId}`)
        .result()
        .then(() => true),
    );
  } finally {
    await late.stop();
  }
});
