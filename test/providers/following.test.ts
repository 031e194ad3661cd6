/** Following sessions: cursors, broken streams, concurrent followers, and how sessions end. */
import { eventually } from '../support/eventually';
import { follow, start, submission, useAgents } from './stand-in';

const { standIn, agents, agent } = useAgents();
const pace = (stepMs: number) => standIn.request('POST', '/_control/pace', { stepMs });

test('stops at once when aborted, and leaves no socket open', async () => {
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

test('continues a stream that breaks repeatedly, and receives no event twice', async () => {
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
  // The turn reports the submission and the idle event after it, so the follower does not see those two.
  expect(heard).toHaveLength((await standIn.session(sessionId)).events - 2);
});

test('receives every event once and in order, even if cursors share a millisecond', async () => {
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

test('gets a submission however late or often it starts, until it is answered', async () => {
  const sessionId = await start(agents, agent, 'Late');
  await eventually('the submission', async () => (await standIn.session(sessionId)).phase === 'awaiting');
  const first = await submission(agents, sessionId);
  const second = await submission(standIn.client(), sessionId, first.cursors.at(-1));
  expect(second).toMatchObject({ toolUseId: first.toolUseId, payload: first.payload, cursors: [] });
  expect(await agents.acceptedSubmission(sessionId)).toBeNull();
  await agents.answer(sessionId, first.toolUseId, []);
  const { turn } = await follow(agents, sessionId);
  expect(turn.type).toBe('ended');
  // A follower that starts past the end still learns of the end, even after an interrupt.
  expect((await follow(agents, sessionId, turn.cursor)).turn).toEqual(turn);
  await agents.stop(sessionId);
  expect((await follow(agents, sessionId, turn.cursor)).turn.type).toBe('ended');
  const { toolUseId, payload } = first;
  expect(await agents.acceptedSubmission(sessionId)).toEqual({ toolUseId, payload });
});

test('survives errors of stream and history, and waits out a rate limit', async () => {
  await standIn.fault('GET /v1/sessions/*/events/stream', 'error_500', { times: 2 });
  await standIn.fault('GET /v1/sessions/*/events', 'error_500');
  expect((await submission(agents, await start(agents, agent, 'Errors'))).toolUseId).toBeTruthy();
  await standIn.fault('GET /v1/sessions/*/events/stream', 'rate_limit', { times: 10, delayMs: 0 });
  const impatient = standIn.client({ reconnect: { firstDelayMs: 1, maxDelayMs: 2, maxFailures: 2 } });
  expect((await follow(impatient, await start(agents, agent, 'Limited'))).turn.type).toBe('submitted');
});
