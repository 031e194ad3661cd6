/**
 * Behavior that the provider documents: sessions that pause before they submit, refusals of all work, slow interrupts.
 */
import { AgentsError } from '../../modules/findings/contract/agents';
import { eventually } from '../support/eventually';
import { follow, start, useAgents } from './stand-in';

const { standIn, agents, agent } = useAgents();
const habits = (body: object) => standIn.request('POST', '/_control/habits', body);
afterEach(() => standIn.request('DELETE', '/_control/habits'));

const CAP = { after: null, budgetMicros: 5_000_000, onEvent: () => undefined };

test.each(['idle', 'tool_rounds', 'retries', 'budget'])('resumes a session paused by %s', async (endsEarly) => {
  await habits({ endsEarly });
  const sessionId = await start(agents, agent, `Pauses by ${endsEarly}`);
  expect((await follow(agents, sessionId)).turn.type).toBe('submitted');
});

test('reminds a session once to submit, then gives up', async () => {
  await standIn.fault('task:Never submits', 'idle');
  const sessionId = await start(agents, agent, 'Never submits');
  expect((await follow(agents, sessionId)).turn).toMatchObject({
    type: 'ended',
    reason: 'the agent submitted nothing',
  });
});

test("raises a budget once, up to the session's limit", async () => {
  const brief = { idea: 'Spends it all', audience: null, geography: null };
  const { sessionId } = await agents.startSession(agent, 'Spends it all', brief, 100_000);
  const turn = await agents.follow(sessionId, { ...CAP, budgetMicros: 100_000, signal: AbortSignal.timeout(10_000) });
  expect(turn.type).toBe('budget_exceeded');
});

test('distinguishes a spend limit from a rate limit, before and during a session', async () => {
  const sessionId = await start(agents, agent, 'Spent midway');
  await habits({ spendLimit: true });
  const refused = { kind: 'account_stopped', message: expect.stringContaining('429') as string };
  await expect(start(agents, agent, 'Spent')).rejects.toMatchObject(refused);
  await expect(follow(agents, sessionId)).rejects.toBeInstanceOf(AgentsError);
  await standIn.request('DELETE', '/_control/habits');
  await standIn.fault('POST /v1/sessions', 'rate_limit', { delayMs: 1_000 });
  await expect(start(agents, agent, 'Too fast')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 1_000 });
});

test('waits for an interrupted session to stop, then reads its cost', async () => {
  await habits({ interruptMs: 1_500 });
  const sessionId = await start(agents, agent, 'Slow to stop');
  // A session interrupted before its first step costs nothing, so wait until it has a cost.
  await eventually('it has begun', async () => (await standIn.session(sessionId)).usage.input_tokens > 0);
  const spend = await agents.stop(sessionId);
  expect(spend!.costMicros).toBeGreaterThan(0);
});

test('stops a session that hangs, even with a slow interrupt', async () => {
  await habits({ interruptMs: 1_000 });
  await standIn.fault('task:Hangs', 'hang');
  const sessionId = await start(agents, agent, 'Hangs');
  const armed = async () => (await standIn.request<object[]>('GET', '/_control/faults')).body;
  await eventually('it hangs', async () => (await armed()).length === 0);
  await agents.stop(sessionId);
  expect(await standIn.session(sessionId)).toMatchObject({ phase: 'done', archived: true });
});

test('is unavailable and retried while a session takes long to stop', async () => {
  await habits({ interruptMs: 600_000 });
  const sessionId = await start(agents, agent, 'Very slow to stop');
  await expect(agents.stop(sessionId)).rejects.toMatchObject({ kind: 'unavailable' });
});
