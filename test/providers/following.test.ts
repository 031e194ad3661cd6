/** Following of sessions: cursors, broken streams, several followers, ends. */
import { eventually } from '../support/eventually';
import { follow, start, submission, useAgents } from './stand-in';

const { standIn, agents, agent } = useAgents();
const pace = (stepMs: number) => standIn.request('POST', '/_control/pace', { stepMs });

test('ends at once when it is aborted, and leaves no socket open', async () => {
  await standIn.fault('task:Silent', 'hang');
  const sessionId = await start(agents, agent, 'Silent');
  const before = new Set(standIn.streams);
  const abort = new AbortController();
  const following = follow(agents, sessionId, null, abort.signal).catch((error: unknown) => error);
  const streamed = await eventually('the stream', () => [...standIn.streams].find((socket) => !before.has(socket)));
  await eventually('silence', async () => (await standIn.session(sessionId)).events === 2);
  const reason = new Error('canceled');
  abort.abort(reason);
  expect(await following).toBe(reason);
  await eventually('the stream to close', () => streamed.destroyed && !standIn.sockets.has(streamed));
});

test('continues a stream that is cut again and again, and hears no event twice', async () => {
  await pace(60);
  const sessionId = await start(agents, agent, 'Cut');
  const heard: string[] = [];
  const turn = await agents.follow(sessionId, {
    after: null,
    budgetMicros: 5_000_000,
    signal: AbortSignal.timeout(10_000),
    onEvent({ cursor }) {
      heard.push(cursor);
      for (const socket of standIn.sockets) socket.destroy();
    },
  });
  expect(turn.type).toBe('submitted');
  expect(new Set(heard).size).toBe(heard.length);
  // All except the submission and the idle event after it, which the turn itself reports.
  expect(heard).toHaveLength((await standIn.session(sessionId)).events - 2);
});

test('continues from the cursor of another client, and repeats nothing', async () => {
  await pace(30);
  const sessionId = await start(agents, agent, 'Handed over');
  const first: string[] = [];
  const abort = new AbortController();
  const onEvent = ({ cursor }: { cursor: string }) => void (first.push(cursor) === 4 && abort.abort());
  await agents
    .follow(sessionId, { after: null, budgetMicros: 5_000_000, signal: abort.signal, onEvent })
    .catch(() => undefined);
  expect(first).toHaveLength(4);
  const second = await submission(standIn.client(), sessionId, first.at(-1));
  const { events } = await standIn.session(sessionId);
  expect(new Set([...first, ...second.cursors]).size).toBe(events - 2);
});

test('hears every event once and in order, also from cursors that share a millisecond', async () => {
  await pace(0);
  const sessionId = await start(agents, agent, 'Same millisecond');
  const { cursors, toolUseId } = await submission(agents, sessionId);
  expect(cursors.map((cursor) => Number(cursor.split('_').pop()))).toEqual([...cursors.keys()]);
  expect(new Set(cursors.map((cursor) => cursor.split('~')[0])).size).toBeLessThan(cursors.length);
  for (const [place, cursor] of cursors.entries()) {
    const again = await submission(agents, sessionId, cursor);
    expect([again.cursors, again.toolUseId]).toEqual([cursors.slice(place + 1), toolUseId]);
  }
});

test('gets a submission however late and often it starts, until it is answered', async () => {
  const sessionId = await start(agents, agent, 'Late');
  await eventually('the submission', async () => (await standIn.session(sessionId)).phase === 'awaiting');
  const first = await submission(agents, sessionId);
  const second = await submission(standIn.client(), sessionId, first.cursors.at(-1));
  expect(second).toMatchObject({ toolUseId: first.toolUseId, payload: first.payload, cursors: [] });
  expect(await agents.acceptedSubmission(sessionId)).toBeNull();
  await agents.answer(sessionId, first.toolUseId, []);
  const { turn } = await follow(agents, sessionId);
  expect(turn.type).toBe('ended');
  // Behind the end it hears of the end, also after an interrupt.
  expect((await follow(agents, sessionId, turn.cursor)).turn).toEqual(turn);
  await agents.stop(sessionId);
  expect((await follow(agents, sessionId, turn.cursor)).turn.type).toBe('ended');
  const { toolUseId, payload } = first;
  expect(await agents.acceptedSubmission(sessionId)).toEqual({ toolUseId, payload });
});

test('finds nothing accepted if the agent got flaws back', async () => {
  await standIn.fault('task:Flawed', 'invalid_findings');
  const sessionId = await start(agents, agent, 'Flawed');
  const { toolUseId } = await submission(agents, sessionId);
  await agents.answer(sessionId, toolUseId, [{ pointer: '/dimensions', detail: 'must be there' }]);
  expect(await agents.acceptedSubmission(sessionId)).toBeNull();
});

test('survives errors of the stream and of the history, and waits a rate limit out', async () => {
  await standIn.fault('GET /v1/sessions/*/events/stream', 'error_500', { times: 2 });
  await standIn.fault('GET /v1/sessions/*/events', 'error_500');
  expect((await submission(agents, await start(agents, agent, 'Errors'))).toolUseId).toBeTruthy();
  await standIn.fault('GET /v1/sessions/*/events/stream', 'rate_limit', { times: 10, delayMs: 0 });
  const impatient = standIn.client({ reconnect: { firstDelayMs: 1, maxDelayMs: 2, maxFailures: 2 } });
  expect((await follow(impatient, await start(agents, agent, 'Limited'))).turn.type).toBe('submitted');
});

test('gives up as unavailable when the stream breaks too often in a row', async () => {
  await standIn.fault('GET /v1/sessions/*/events/stream', 'error_500', { times: 50 });
  const impatient = standIn.client({ reconnect: { firstDelayMs: 1, maxDelayMs: 2, maxFailures: 3 } });
  const sessionId = await start(agents, agent, 'Broken');
  await expect(follow(impatient, sessionId)).rejects.toMatchObject({ name: 'AgentsError', kind: 'unavailable' });
  expect((await standIn.request('GET', '/_control/faults')).body).toMatchObject([{ times: 47 }]);
});

test('an unknown session is lost', async () => {
  await expect(follow(agents, 'sesn_unknown')).rejects.toMatchObject({ kind: 'session_lost' });
});

test('ends the pause before a reconnect when it is aborted in it', async () => {
  await standIn.fault('GET /v1/sessions/*/events/stream', 'rate_limit', { delayMs: 60_000 });
  const abort = new AbortController();
  const sessionId = await start(agents, agent, 'Pausing');
  const following = follow(agents, sessionId, null, abort.signal).catch((error: unknown) => error);
  await eventually('the rate limit', async () => {
    return ((await standIn.request('GET', '/_control/faults')).body as unknown[]).length === 0;
  });
  const reason = new Error('the worker shuts down');
  abort.abort(reason);
  expect(await following).toBe(reason);
});
