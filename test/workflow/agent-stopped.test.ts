/** A provider that refuses all work, paused sessions and slow interrupts must not lose a run, a cost or a credit. */
import type { ServiceStatus } from '../../modules/operations/contract';
import { markRestored } from '../../modules/outbox/store/audit';
import { endAgentStop, noteAgentStop } from '../../modules/runs/store/agent-stops';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { runAdmin } from '../support/operator';
import { useStack } from '../support/use';

const stack = useStack();
afterEach(() => stack.agents.habits());

const rowOf = (runId: string) => stack.db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
const statusIs = (runId: string, status: string) =>
  eventually(`the run is ${status}`, async () => (await rowOf(runId)).status === status);
const sessionOf = async (runId: string) => (await stack.agents.sessionsOf(runId))[0];
const alerts = () => stack.db.prisma.alert.findMany({ where: { alert: 'agent-stopped' } });
const isStopped = async () => (await stack.db.prisma.agentStop.count({ where: { endedAt: null } })) > 0;

test('waits at a spend limit with one alert, and resumes once the limit is raised', async () => {
  await stack.agents.pace(400);
  const midway = await stack.create('A letter that is interrupted by the spend limit');
  await eventually('its session', () => sessionOf(midway));
  await stack.agents.habits({ spendLimit: true });
  await eventually('its session pauses', async () => (await sessionOf(midway))!.status === 'idle');
  const first = await stack.create('A letter that meets the spend limit');
  const [alert] = await eventually('the alert', async () => ((await alerts()).length > 0 ? alerts() : null));
  expect(alert!.facts).toMatchObject({ provider: 'anthropic' });
  await statusIs(first, 'queued');
  const second = await stack.create('A letter that waits behind it');
  await statusIs(second, 'queued');
  const { body } = await call<ServiceStatus>(stack.api, 'GET', '/v1/status');
  expect(body.components).toContainEqual(expect.objectContaining({ name: 'agent', status: 'delayed' }));
  expect(await sessionOf(first)).toBeUndefined();
  const shown = await runAdmin(['runs', 'show', first, '--json'], { DATABASE_URL: stack.db.url });
  expect(JSON.parse(shown.stdout)).toMatchObject({
    status: 'queued',
    waitsFor: { since: expect.any(String), words: expect.stringContaining('Agent provider') },
  });

  await stack.agents.habits({ spendLimit: false });
  await stack.agents.pace(20);
  for (const runId of [midway, first, second]) {
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
    expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
  }
  expect(await alerts()).toHaveLength(1);
  expect(await isStopped()).toBe(false);
});

test('alerts about a key refused at the first call, and waits for another key', async () => {
  // Delete the previous stop. Otherwise, this stop would count as part of the previous one and raise no alert.
  await stack.db.prisma.agentStop.deleteMany();
  await stack.agents.fault('POST /v1/sessions', 'key_refused');
  const runId = await stack.create('A letter that meets a refused key');
  await eventually('the alert', async () => JSON.stringify(await alerts()).includes('authentication_error'));
  await statusIs(runId, 'queued');
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
});

test('raises no second alert for a stop that recurs within a minute, and ignores old refusals', async () => {
  const { db } = stack;
  const words = 'Agent provider: 401 authentication_error';
  await noteAgentStop(db, 'flapping', new Date(), `${words} (req_1)`);
  await endAgentStop(db, 'flapping', new Date(Date.now() + 1_000));
  await noteAgentStop(db, 'flapping', new Date(Date.now() - 60_000), words);
  expect(await isStopped()).toBe(false);
  await noteAgentStop(db, 'flapping', new Date(Date.now() + 1_000), `${words} (req_2)`);
  expect(await isStopped()).toBe(true);
  const raised = async () => (await alerts()).filter(({ facts }) => JSON.stringify(facts).includes('flapping'));
  expect(await raised()).toHaveLength(1);
  await endAgentStop(db, 'flapping', new Date(Date.now() + 1_000));
  await noteAgentStop(db, 'flapping', new Date(Date.now() + 1_000), 'Agent provider: 429 rate_limit_error');
  expect(await raised()).toHaveLength(2);
  await db.prisma.agentStop.deleteMany({ where: { provider: 'flapping' } });
});

test('cancels a run that waits for the provider, and returns its credit', async () => {
  await stack.agents.habits({ spendLimit: true });
  const runId = await stack.create('A letter that is canceled while it waits');
  await eventually('it waits', async () => (await isStopped()) && (await rowOf(runId)).status === 'queued');
  const { accountId, apiKey } = stack.customer;
  const unused = () => stack.db.prisma.entitlement.count({ where: { accountId, consumedAt: null } });
  const before = await unused();
  await call(stack.api, 'POST', `/v1/runs/${runId}/cancel`, { key: apiKey });
  expect(await stack.finished(runId)).toMatchObject({ status: 'canceled' });
  expect(await unused()).toBe(before + 1);
  await stack.db.prisma.agentStop.updateMany({ data: { endedAt: new Date() } });
});

test.each(['idle', 'tool_rounds', 'budget'] as const)(
  'completes a run whose session pauses because of %s',
  async (endsEarly) => {
    await stack.agents.habits({ endsEarly });
    const runId = await stack.create(`A letter whose session pauses by ${endsEarly}`);
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
    expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
  },
);

test('keeps the cost of a canceled run whose session is slow to stop', async () => {
  await stack.agents.pace(300);
  await stack.agents.habits({ interruptMs: 2_000 });
  const runId = await stack.create('A letter that is slow to stop');
  await eventually('its session', async () => Number((await sessionOf(runId))?.usage.list_cost.amount ?? 0) > 0);
  await call(stack.api, 'POST', `/v1/runs/${runId}/cancel`, { key: stack.customer.apiKey });
  const { cost } = await stack.finished(runId);
  expect(cost!.amountMicros).toBeGreaterThan(0);
  expect(await sessionOf(runId)).toMatchObject({ archived: true });
});

test.each([
  ['completed', 'sound'],
  ['failed', 'refusal'],
])('restarts a run that a restore put back into the queue: %s (%s)', async (status, becomes) => {
  await stack.agents.pace(300);
  const idea = `A letter that a restore puts back, ${becomes}`;
  if (becomes === 'refusal') await stack.agents.fault(`task:${idea}`, 'refusal');
  const runId = await stack.create(idea);
  await eventually('its session', () => sessionOf(runId));
  await statusIs(runId, 'running');
  const before = { status: 'queued', stage: 'queued', startedAt: null, deadlineAt: null, sessionId: null };
  await stack.db.prisma.run.update({ where: { id: runId }, data: before });
  await markRestored(stack.db);
  await stack.agents.pace(20);
  expect(await stack.finished(runId)).toMatchObject({ status, entitlementRestored: status === 'failed' });
  expect(await stack.agents.sessionsOf(runId)).toHaveLength(1);
});
