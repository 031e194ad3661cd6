import { pino } from 'pino';
import { AGENT_NAME } from '../../contracts/agent';
import { openAgents } from '../../providers/agents/open-agents';
import { findProvisionedAgent, recordProvisionedAgent } from '../../store/agents/provisioned-agents';
import { markRestored } from '../../store/deployment/restores';
import { recordSession } from '../../store/runs/record-session';
import { findStrays } from '../../worker/close-sessions';
import { call, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { mailTo, tokenIn } from '../support/mails';
import { startSweeping } from '../support/sweeping';
import { useStack } from '../support/use';

const stack = useStack();
const healed = () => fetch(`${stack.agents.url}/_control/faults`, { method: 'DELETE' });
afterEach(healed);

/** Client of a deployment, by default of one that does not say its name. */
const provider = (deployment?: string) =>
  openAgents(
    stack.agents.settings,
    deployment === undefined ? {} : { deploymentId: () => Promise.resolve(deployment) },
  );

/** Runs the worker's sweep until `seen` holds. */
async function sweepUntil(what: string, seen: () => Promise<boolean>): Promise<void> {
  const sweep = startSweeping(stack.db, provider(), 50);
  await eventually(what, seen).finally(() => sweep.stop());
}
const costOf = async (runId: string) => (await stack.status(runId)).cost?.amountMicros ?? null;

/** A session of an assignment that was created but never recorded, as by a worker that died. */
async function leaveSession(assignmentId: string, agents = provider()): Promise<string> {
  const agent = (await findProvisionedAgent(stack.db, AGENT_NAME))!;
  const brief = { idea: 'A newsletter that nobody waits for', audience: null, geography: null };
  return (await agents.startSession(agent, assignmentId, brief, 1_000_000)).sessionId;
}
const archived = async (reference: string, sessionId: string) =>
  (await stack.agents.sessionsOf(reference)).find(({ id }) => id === sessionId)!.archived;

/** A run that was canceled while its session was being created, so that it knows none. */
async function canceledBeforeItsSession(): Promise<string> {
  await stack.agents.fault('POST /v1/sessions', 'error_500', 1_000);
  const runId = await stack.create('A newsletter that is canceled while its session is created');
  await eventually('it runs', async () => (await stack.status(runId)).status === 'running');
  expect(await stack.cancel(runId)).toBe(202);
  expect(await stack.finished(runId)).toMatchObject({ status: 'canceled', cost: null, entitlementRestored: true });
  await healed();
  return runId;
}
/** Records a session as the step that created it does, however late. */
async function recordLate(runId: string, sessionId: string): Promise<void> {
  const { agentId, agentVersion } = (await findProvisionedAgent(stack.db, AGENT_NAME))!;
  const session = { provider: 'local-sample', agentId, agentVersion, model: 'a-model', sessionId };
  await recordSession(stack.db, runId, session);
}

test('findings that passed are delivered though the agent cannot be answered, and its session is closed and paid for later', async () => {
  await stack.agents.fault('POST /v1/sessions/*/events', 'error_500', 1_000);
  await stack.agents.fault('POST /v1/sessions/*/archive', 'error_500', 1_000);
  const runId = await stack.create('A newsletter whose agent is never told that it passed');
  const completed = await stack.finished(runId);
  expect(completed).toMatchObject({ status: 'completed', cost: null, entitlementRestored: false });
  const [session] = await stack.agents.sessionsOf(runId);
  expect(session).toMatchObject({ archived: false });

  await healed();
  await sweepUntil('the cost is known', async () => (await costOf(runId)) !== null);
  expect(await costOf(runId)).toBeGreaterThan(0);
  expect(await stack.agents.sessionsOf(runId)).toMatchObject([{ archived: true }]);
});

test('a session of a canceled run that a worker created, and died before recording, is closed and its cost is known', async () => {
  const runId = await canceledBeforeItsSession();
  const sessionId = await leaveSession(runId);

  await sweepUntil('the cost is known', async () => (await costOf(runId)) !== null);
  expect(await archived(runId, sessionId)).toBe(true);
  const cost = await costOf(runId);
  expect(cost).toBeGreaterThan(0);

  // A second one of the same run is added, each once.
  const another = await leaveSession(runId);
  await sweepUntil('the second is paid for', async () => (await costOf(runId)) !== cost);
  expect(await archived(runId, another)).toBe(true);
  const strays = await stack.db.prisma.straySession.findMany({ where: { runId } });
  expect(await costOf(runId)).toBe(strays.reduce((sum, { costMicros }) => sum + costMicros!, 0));
});

test('a session that arrives and is recorded after its run was canceled is closed, and its cost counts', async () => {
  const runId = await canceledBeforeItsSession();
  await recordLate(runId, await leaveSession(runId));
  await sweepUntil('the cost is known', async () => (await costOf(runId)) !== null);
  expect(await costOf(runId)).toBeGreaterThan(0);
  expect(await stack.agents.sessionsOf(runId)).toMatchObject([{ archived: true }]);
  expect(await stack.db.prisma.straySession.count({ where: { runId } })).toBe(0);
});

test('a session that is recorded only after it was found and closed counts once', async () => {
  const runId = await canceledBeforeItsSession();
  const sessionId = await leaveSession(runId);
  await sweepUntil('it is closed', async () => (await costOf(runId)) !== null);
  const cost = await costOf(runId);
  await recordLate(runId, sessionId);
  await stack.db.pool.query("DELETE FROM sweep_looks WHERE sweep = 'open_sessions'");
  const later = await stack.create('A newsletter whose session is closed in a later pass');
  await stack.finished(later);
  const other = await leaveSession(later);
  await sweepUntil('a later pass is over', () => archived(later, other));
  expect(await costOf(runId)).toBe(cost);
});

test('open sessions of work that is running, or that this deployment does not know, are left alone', async () => {
  await stack.agents.fault('task:goes on', 'hang');
  const runId = await stack.create('A newsletter that goes on');
  await eventually('its session is open', async () => (await stack.agents.sessionsOf(runId)).length === 1);
  const foreign = 'run_00000000000000000000000000';
  const unknown = await leaveSession(foreign);
  const ended = await stack.create('A newsletter that ends');
  await stack.finished(ended);
  const stray = await leaveSession(ended);
  await sweepUntil('the stray one is closed', () => archived(ended, stray));
  expect(await stack.agents.sessionsOf(runId)).toMatchObject([{ archived: false }]);
  expect(await archived(foreign, unknown)).toBe(false);
  await stack.cancel(runId);
  await stack.finished(runId);
});

test('a search whose plan’s session cannot be closed has the cost of its candidates, and that of the plan once it is closed', async () => {
  const runId = await stack.search({ candidateCount: 3 });
  await stack.finished(runId);
  const whole = (await costOf(runId))!;
  const [{ costMicros: plan }, candidates] = await Promise.all([
    stack.db.prisma.run
      .findUniqueOrThrow({ where: { id: runId } })
      .then((run) => ({ costMicros: run.sessionCostMicros! })),
    stack.db.prisma.candidate.aggregate({ where: { runId }, _sum: { costMicros: true } }),
  ]);
  expect(plan + candidates._sum.costMicros!).toBe(whole);
  // As a run ends while the provider does not answer for the plan's session alone.
  await stack.db.pool.query(
    'UPDATE runs SET session_cost_micros = NULL, cost_micros = $2, version = version + 1 WHERE id = $1',
    [runId, whole - plan],
  );
  await eventually('the run shows it', async () => (await costOf(runId)) === whole - plan);
  await sweepUntil('the plan is paid for', async () => (await costOf(runId)) !== whole - plan);
  expect(await costOf(runId)).toBe(whole);
});

test('the session of a free scan that an outage left open is closed, and its cost is known', async () => {
  const email = 'reader-of-an-outage@example.com';
  const { body } = await call<{ scanId: string }>(stack.api, 'POST', '/v1/scan', { body: { email, idea: IDEA } });
  const token = tokenIn(await mailTo(stack.mails, email, 'scan-confirmation'));
  await stack.agents.fault('POST /v1/sessions/*/archive', 'error_500', 1_000);
  await call(stack.api, 'GET', `/v1/scan/confirm?token=${encodeURIComponent(token)}`, {
    headers: { accept: 'application/json' },
  });
  const scan = () => stack.db.prisma.freeScan.findUniqueOrThrow({ where: { id: body.scanId } });
  await eventually('the scan ends', async () => (await scan()).completedAt !== null, 90_000);
  expect(await scan()).toMatchObject({ status: 'completed', costMicros: null });
  await healed();
  await sweepUntil('the cost is known', async () => (await scan()).costMicros !== null);
  expect(await stack.agents.sessionsOf(body.scanId)).toMatchObject([{ archived: true }]);
}, 120_000);

test('sessions of runs that a restore forgot are closed, those of other deployments and of a database that nobody restored are not', async () => {
  const [lost, foreign, unnamed, later] = ['run_lost', 'run_foreign', 'run_unnamed', 'run_later'];
  const own = provider('this one');
  const forgotten = await leaveSession(lost, own);
  await leaveSession(foreign, provider('another'));
  await leaveSession(unnamed);
  const find = () => findStrays(stack.db, own, AGENT_NAME, pino({ level: 'silent' }));
  const strays = () => stack.db.prisma.straySession.findMany({ where: { runId: null } });
  await find();
  expect(await strays()).toEqual([]);
  await markRestored(stack.db);
  await leaveSession(later, own);
  await find();
  expect(await strays()).toMatchObject([{ sessionId: forgotten, assignmentId: lost }]);
  await sweepUntil('it is closed', () => archived(lost, forgotten));
  for (const reference of [foreign, unnamed, later])
    expect(await stack.agents.sessionsOf(reference)).toMatchObject([{ archived: false }]);
}, 60_000);

test('an agent that another provider has is not used: runs wait for ours, and no stray is looked for', async () => {
  const ours = (await findProvisionedAgent(stack.db, AGENT_NAME))!;
  await recordProvisionedAgent(stack.db, AGENT_NAME, { ...ours, provider: 'another' });
  const listOpen = () => {
    throw new Error('asked for sessions of an agent that it does not have');
  };
  await findStrays(stack.db, { ...provider(), listOpen }, AGENT_NAME, pino({ level: 'silent' }));

  const runId = await stack.create('A newsletter that waits for its agent');
  await eventually('it runs', async () => (await stack.status(runId)).status === 'running');
  const handle = stack.temporal.workflow.getHandle(`evaluation/${runId}`);
  await eventually('its first step says what is missing', async () => {
    const { raw } = await handle.describe();
    return raw.pendingActivities?.some(({ lastFailure }) => lastFailure?.message?.includes('is not provisioned at'));
  });
  expect(await stack.agents.sessionsOf(runId)).toEqual([]);
  await recordProvisionedAgent(stack.db, AGENT_NAME, ours);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
});

// Last: its account is the one of this file.
test('a session that is recorded for a run only after its account was erased is closed and deleted', async () => {
  const runId = await canceledBeforeItsSession();
  const sessionId = await leaveSession(runId);
  await recordLate(runId, sessionId);
  const { accountId } = stack.customer;
  await stack.db.pool.query(`UPDATE accounts SET status = 'erased' WHERE id = $1`, [accountId]);
  await sweepUntil('it is gone', async () => (await stack.agents.sessionsOf(runId)).length === 0);
  expect(await stack.agents.sessionsOf(runId)).toEqual([]);
});
