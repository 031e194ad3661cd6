import { sampleSubmission } from '../../local/agents/sample-submission';
import type { ProvisionedAgent } from '../../providers/agents/research-agents';
import { eventually } from '../support/eventually';
import { AMPLE, brief, startProvider, submitted, watch, type Provider } from './provider';

let provider: Provider;
let agent: ProvisionedAgent;

beforeAll(async () => {
  provider = await startProvider();
  agent = await provider.agents.provision();
});
afterAll(() => provider.close());
afterEach(async () => {
  await provider.control('DELETE', '/faults');
  await provider.control('DELETE', '/pace');
});

const STREAM = 'GET /v1/sessions/*/events/stream';
const idea = brief('A fortnightly letter on tide tables for harbour masters');
const start = async (reference: string) =>
  (await provider.agents.startSession(agent, reference, idea, AMPLE)).sessionId;
const placesOf = (cursors: string[]) => cursors.map((cursor) => Number(cursor.split('_').pop()));
const armed = async () => (await provider.control('GET', '/faults')) as unknown[];

test('every event is reported once and in order', async () => {
  const watcher = watch();
  await provider.agents.follow(await start('run_order'), watcher);
  expect(watcher.cursors.length).toBeGreaterThan(5);
  expect(placesOf(watcher.cursors)).toEqual(watcher.cursors.map((_, i) => i));
});

test('another process that follows from a cursor hears only what came after it', async () => {
  const sessionId = await start('run_handover');
  const first = watch();
  const turn = await provider.agents.follow(sessionId, first);
  const second = watch(first.cursors[2]!);
  expect(await provider.client().follow(sessionId, second)).toEqual(turn);
  expect(second.cursors).toEqual(first.cursors.slice(3));
});

test('an unanswered submission is told again, from every cursor that was reported before it', async () => {
  const sessionId = await start('run_again');
  const first = watch();
  const turn = await provider.agents.follow(sessionId, first);
  for (const cursor of [null, ...first.cursors]) {
    expect(await provider.client().follow(sessionId, watch(cursor))).toEqual(turn);
  }
});

test('an answered submission is not told again, even from the beginning', async () => {
  const sessionId = await start('run_answered');
  const turn = submitted(await provider.agents.follow(sessionId, watch()));
  await provider.agents.answer(sessionId, turn.toolUseId, []);
  expect(await provider.agents.follow(sessionId, watch())).toMatchObject({ type: 'ended' });
});

test('a follower with the cursor of the end itself is told of the end and does not wait', async () => {
  const sessionId = await start('run_late');
  const turn = submitted(await provider.agents.follow(sessionId, watch()));
  await provider.agents.answer(sessionId, turn.toolUseId, []);
  const end = await provider.agents.follow(sessionId, watch(turn.cursor));
  expect(await provider.agents.follow(sessionId, watch(end.cursor))).toMatchObject({ type: 'ended' });
});

test('a stream that breaks midway is taken up where it broke: nothing is missed and nothing repeated', async () => {
  await provider.control('POST', '/pace', { stepMs: 60 });
  const sessionId = await start('run_broken');
  const watcher = watch();
  const following = provider.agents.follow(sessionId, watcher);
  for (const heard of [2, 4]) {
    await eventually('more events', () => watcher.cursors.length > heard);
    provider.cutConnections();
  }
  expect(await following).toMatchObject({ type: 'submitted', payload: sampleSubmission(idea) });
  expect(placesOf(watcher.cursors)).toEqual(watcher.cursors.map((_, i) => i));
});

test('failures in a row are given up, so that the caller’s own retry decides', async () => {
  const sessionId = await start('run_down');
  await provider.control('POST', '/faults', { match: STREAM, effect: 'error_500', times: 100 });
  await expect(provider.agents.follow(sessionId, watch())).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a rate limit is waited out and never counts as a failure', async () => {
  const sessionId = await start('run_limited');
  await provider.control('POST', '/faults', { match: STREAM, effect: 'rate_limit', times: 10, delayMs: 0 });
  expect(await provider.agents.follow(sessionId, watch())).toMatchObject({ type: 'submitted' });
});

test('a silent session is followed until the caller aborts, and then left at once with the caller’s reason', async () => {
  await provider.control('POST', '/faults', { match: 'task:tide', effect: 'hang', times: 1 });
  const watcher = watch();
  const following = provider.agents.follow(await start('run_hang'), watcher);
  await eventually('the first event', () => watcher.cursors.length > 0);
  const reason = new Error('the run was canceled');
  const aborted = Date.now();
  watcher.abort.abort(reason);
  await expect(following).rejects.toBe(reason);
  expect(Date.now() - aborted).toBeLessThan(500);
});

test('aborting in the pause before a reconnect ends the pause', async () => {
  const sessionId = await start('run_pause');
  await provider.control('POST', '/faults', { match: STREAM, effect: 'rate_limit', times: 1, delayMs: 60_000 });
  const watcher = watch();
  const following = provider.agents.follow(sessionId, watcher);
  await eventually('the rate limit was met', async () => (await armed()).length === 0);
  const reason = new Error('the worker shuts down');
  watcher.abort.abort(reason);
  await expect(following).rejects.toBe(reason);
});
