import { pino } from 'pino';
import { AGENT_NAME } from '../../modules/findings/contract/agents';
import { findProvisionedAgent } from '../../modules/findings/store/agents';
import { sessionsOfDeletedRuns } from '../../modules/operations/store/sessions';
import { markRestored } from '../../modules/outbox/store/audit';
import { deleteRun } from '../../modules/runs/store/delete';
import { recordSession } from '../../modules/runs/store/progress';
import { openAgents } from '../../vendors/agents/open-agents';
import { findStrays } from '../../worker/sweep-steps';
import { eventually } from '../support/eventually';
import { startSweeping } from '../support/runs';
import { useStack } from '../support/use';

const stack = useStack();
const healed = () => fetch(`${stack.agents.url}/_control/faults`, { method: 'DELETE' });
afterEach(healed);

/** The agent client of a deployment; by default, of a deployment without an id. */
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

/** A session that was created but never recorded, as if the worker had died. */
async function leaveSession(assignmentId: string, agents = provider()): Promise<string> {
  const agent = (await findProvisionedAgent(stack.db, AGENT_NAME))!;
  const brief = { idea: 'A newsletter that nobody waits for', audience: null, geography: null };
  return (await agents.startSession(agent, assignmentId, brief, 1_000_000)).sessionId;
}
const archived = async (reference: string, sessionId: string) =>
  (await stack.agents.sessionsOf(reference)).find(({ id }) => id === sessionId)!.archived;

/** A run canceled while its session was being created, so the session is not recorded. */
async function canceledBeforeItsSession(): Promise<string> {
  await stack.agents.fault('POST /v1/sessions', 'error_500', 1_000);
  const runId = await stack.create('A newsletter that is canceled while its session is created');
  await eventually('it runs', async () => (await stack.status(runId)).status === 'running');
  expect(await stack.cancel(runId)).toBe(202);
  expect(await stack.finished(runId)).toMatchObject({ status: 'canceled', cost: null, entitlementRestored: true });
  await healed();
  return runId;
}
/** Records a session as the step that creates sessions does, but after the run has ended. */
async function recordLate(runId: string, sessionId: string): Promise<void> {
  const { agentId, agentVersion } = (await findProvisionedAgent(stack.db, AGENT_NAME))!;
  const session = { provider: 'local-sample', agentId, agentVersion, rulesEdition: 1, model: 'a-model', sessionId };
  await recordSession(stack.db, runId, session);
}

test('delivers findings when the agent cannot be answered, and adds the cost later', async () => {
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

test('deletes a deleted run’s sessions at the provider once their costs are known', async () => {
  await stack.agents.fault('POST /v1/sessions/*/archive', 'error_500', 1_000);
  const runId = await stack.create('A newsletter whose owner deletes it');
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', cost: null });
  const { accountId } = await stack.db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  await deleteRun(stack.db, { accountId, mode: 'live' }, runId);
  // Deleting the session now would lose its cost.
  expect(await sessionsOfDeletedRuns(stack.db, new Date(), 10)).toEqual([]);
  expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);

  await healed();
  const deleted = () => stack.db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  await sweepUntil('no session is left', async () => !(await deleted()).sessionsLeft);
  expect(await stack.agents.sessionsOf(runId)).toEqual([]);
  expect((await deleted()).costMicros).toBeGreaterThan(0);
});

test('closes an unrecorded session of a canceled run, and counts its cost', async () => {
  const runId = await canceledBeforeItsSession();
  const sessionId = await leaveSession(runId);

  await sweepUntil('the cost is known', async () => (await costOf(runId)) !== null);
  expect(await archived(runId, sessionId)).toBe(true);
  const cost = await costOf(runId);
  expect(cost).toBeGreaterThan(0);

  // A second session of the same run adds to the cost only once.
  const another = await leaveSession(runId);
  await sweepUntil('the second is paid for', async () => (await costOf(runId)) !== cost);
  expect(await archived(runId, another)).toBe(true);
  const strays = await stack.db.prisma.straySession.findMany({ where: { runId } });
  expect(await costOf(runId)).toBe(strays.reduce((sum, { costMicros }) => sum + costMicros!, 0));
});

test('closes sessions of runs lost by a restore, only of this deployment', async () => {
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

// This test must be last, because it erases the account that the whole file uses.
test('deletes a session recorded after its account was erased', async () => {
  const runId = await canceledBeforeItsSession();
  const sessionId = await leaveSession(runId);
  await recordLate(runId, sessionId);
  const { accountId } = stack.customer;
  await stack.db.pool.query(`UPDATE accounts SET status = 'erased' WHERE id = $1`, [accountId]);
  await sweepUntil('it is gone', async () => (await stack.agents.sessionsOf(runId)).length === 0);
  expect(await stack.agents.sessionsOf(runId)).toEqual([]);
});
