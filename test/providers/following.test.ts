import { eventually } from '../support/eventually';
import { follow, start, submission, useAgents } from './stand-in';

/** Following of sessions: cursors, broken streams, several followers, ends. */
const { standIn, agents, agent } = useAgents();

describe('a follower', () => {
  test('a silent session ends at once when it is aborted, and leaves no socket open', async () => {
    await standIn.fault('task:Silent', 'hang');
    const sessionId = await start(agents, agent, 'Silent');
    const before = new Set(standIn.streams);
    const abort = new AbortController();
    const following = follow(agents, sessionId, null, abort.signal).catch((error: unknown) => error);
    const streamed = await eventually('the stream to be open', () =>
      [...standIn.streams].find((socket) => !before.has(socket)),
    );
    await eventually('the session to be silent', async () => (await standIn.session(sessionId)).events === 2);

    const reason = new Error('canceled');
    abort.abort(reason);

    // Of itself the session never ends, and silence that lasts is another error.
    expect(await following).toBe(reason);
    await eventually('the stream to close', () => streamed.destroyed && !standIn.sockets.has(streamed));
  });

  test('a stream that is cut again and again is taken up by its cursor, and no event is heard twice', async () => {
    await standIn.request('POST', '/_control/pace', { stepMs: 60 });
    const sessionId = await start(agents, agent, 'Cut');
    const heard: string[] = [];
    let cuts = 0;
    const turn = await agents.follow(sessionId, {
      after: null,
      signal: AbortSignal.timeout(10_000),
      onEvent({ cursor }) {
        heard.push(cursor);
        cuts++;
        for (const socket of standIn.sockets) socket.destroy();
      },
    });

    expect(turn.type).toBe('submitted');
    expect(cuts).toBeGreaterThan(3);
    expect(new Set(heard).size).toBe(heard.length);
    const { events } = await standIn.session(sessionId);
    // All except the submission and the idle event after it, which the turn itself reports.
    expect(heard).toHaveLength(events - 2);
  });

  test("from another client's cursor continues after it and repeats nothing", async () => {
    await standIn.request('POST', '/_control/pace', { stepMs: 30 });
    const sessionId = await start(agents, agent, 'Handed over');
    const first: string[] = [];
    const abort = new AbortController();
    await agents
      .follow(sessionId, {
        after: null,
        signal: abort.signal,
        onEvent: ({ cursor }) => first.push(cursor) === 4 && abort.abort(),
      })
      .catch(() => undefined);
    expect(first).toHaveLength(4);

    const second = await submission(standIn.client(), sessionId, first.at(-1));

    expect(second.cursors.filter((cursor) => first.includes(cursor))).toEqual([]);
    const { events } = await standIn.session(sessionId);
    expect([...first, ...second.cursors]).toHaveLength(events - 2);
  });

  test('from a cursor whose millisecond it shares with other events skips exactly those that were heard', async () => {
    await standIn.request('POST', '/_control/pace', { stepMs: 0 });
    const sessionId = await start(agents, agent, 'Same millisecond');
    const { cursors, toolUseId } = await submission(agents, sessionId);
    expect(new Set(cursors.map((cursor) => cursor.split('~')[0])).size).toBeLessThan(cursors.length);

    for (const [place, cursor] of cursors.entries()) {
      const again = await submission(agents, sessionId, cursor);
      expect(again.cursors).toEqual(cursors.slice(place + 1));
      expect(again.toolUseId).toBe(toolUseId);
    }
  });

  test('that starts after the submission still gets it, as often as it starts', async () => {
    const sessionId = await start(agents, agent, 'Late');
    await eventually('the submission', async () => (await standIn.session(sessionId)).phase === 'awaiting');
    const first = await submission(agents, sessionId);
    const second = await submission(standIn.client(), sessionId, first.cursors.at(-1));
    expect(second).toMatchObject({ toolUseId: first.toolUseId, payload: first.payload, cursors: [] });
    await eventually('the streams of both to close', () => standIn.streams.size === 0);
  });

  test('that starts behind the end hears of the end, also where an interrupt came after it', async () => {
    const sessionId = await start(agents, agent, 'Over');
    const { toolUseId, cursor } = await submission(agents, sessionId);
    await agents.answer(sessionId, toolUseId, []);
    const { turn } = await follow(agents, sessionId, cursor);
    expect(turn.type).toBe('ended');

    expect((await follow(agents, sessionId, turn.cursor)).turn).toEqual(turn);
    await agents.stop(sessionId);
    expect((await follow(agents, sessionId, turn.cursor)).turn.type).toBe('ended');
  });

  test('survives errors of the stream and of the history', async () => {
    await standIn.fault('GET /v1/sessions/*/events/stream', 'error_500', { times: 2 });
    await standIn.fault('GET /v1/sessions/*/events', 'error_500');
    const { toolUseId, cursors } = await submission(agents, await start(agents, agent, 'Errors'));
    expect(toolUseId).toBeTruthy();
    expect(new Set(cursors).size).toBe(cursors.length);
    expect((await standIn.request('GET', '/_control/faults')).body).toEqual([]);
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

  test('hears every event once and in order', async () => {
    const { cursors } = await submission(agents, await start(agents, agent, 'In order'));
    expect(cursors.length).toBeGreaterThan(5);
    expect(cursors.map((cursor) => Number(cursor.split('_').pop()))).toEqual([...cursors.keys()]);
  });

  test('does not report an answered submission again, even from the beginning', async () => {
    const sessionId = await start(agents, agent, 'Answered');
    await agents.answer(sessionId, (await submission(agents, sessionId)).toolUseId, []);
    expect((await follow(agents, sessionId)).turn.type).toBe('ended');
  });

  test('that lost what was accepted can ask for it, also once the session is archived', async () => {
    const sessionId = await start(agents, agent, 'Asked for');
    const { toolUseId, payload } = await submission(agents, sessionId);
    expect(await agents.acceptedSubmission(sessionId)).toBeNull();
    await agents.answer(sessionId, toolUseId, []);
    await agents.stop(sessionId);
    expect(await agents.acceptedSubmission(sessionId)).toEqual({ toolUseId, payload });
  });

  test('finds nothing accepted where the agent got flaws back', async () => {
    await standIn.fault('task:Flawed', 'invalid_findings');
    const sessionId = await start(agents, agent, 'Flawed');
    const { toolUseId } = await submission(agents, sessionId);
    await agents.answer(sessionId, toolUseId, [{ pointer: '/dimensions', detail: 'must be there' }]);
    expect(await agents.acceptedSubmission(sessionId)).toBeNull();
  });

  test('waits a rate limit out and never counts it as a failure', async () => {
    await standIn.fault('GET /v1/sessions/*/events/stream', 'rate_limit', { times: 10, delayMs: 0 });
    const impatient = standIn.client({ reconnect: { firstDelayMs: 1, maxDelayMs: 2, maxFailures: 2 } });
    const { turn } = await follow(impatient, await start(agents, agent, 'Limited'));
    expect(turn.type).toBe('submitted');
  });

  test('ends the pause before a reconnect when it is aborted in it', async () => {
    await standIn.fault('GET /v1/sessions/*/events/stream', 'rate_limit', { delayMs: 60_000 });
    const abort = new AbortController();
    const sessionId = await start(agents, agent, 'Pausing');
    const following = follow(agents, sessionId, null, abort.signal).catch((error: unknown) => error);
    await eventually('the rate limit to strike', async () => {
      const { body } = await standIn.request('GET', '/_control/faults');
      return (body as unknown[]).length === 0;
    });
    const reason = new Error('the worker shuts down');
    abort.abort(reason);
    expect(await following).toBe(reason);
  });
});
