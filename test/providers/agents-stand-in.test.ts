import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { eventually } from '../support/eventually';
import { follow, start, useFreshAgents } from './stand-in';

const { standIn, agents, agent } = useFreshAgents();

const envelope = (type: string) => ({
  type: 'error',
  error: { type, message: expect.any(String) as unknown },
  request_id: expect.stringMatching(/^req_/) as unknown,
});

describe('the protocol', () => {
  test.each([
    ['GET', '/v1/nothing'],
    ['DELETE', '/v1/agents'],
    ['POST', '/v1/sessions/sesn_x/events/stream'],
    ['GET', '/v1/sessions/sesn_x'],
    ['GET', '/v1/sessions/sesn_x/events/stream'],
    ['GET', '/_control/nothing'],
  ])("%s %s is answered in the provider's envelope", async (method, path) => {
    const { status, body, headers } = await standIn.request(method, path);
    expect(status).toBe(404);
    expect(body).toEqual(envelope('not_found_error'));
    expect(headers.get('request-id')).toBe((body as { request_id: string }).request_id);
  });

  test('a foreign key is refused before anything is read or done', async () => {
    const { status, body } = await standIn.request('POST', '/v1/agents', { name: 'x', model: 'm' }, 'sk-foreign');
    expect(status).toBe(401);
    expect(body).toEqual(envelope('authentication_error'));
    expect((await standIn.request('GET', '/v1/agents')).body).toMatchObject({ data: [{ id: agent.agentId }] });
  });

  test.each([
    ['/v1/agents', {}],
    ['/v1/environments', {}],
    ['/v1/sessions', {}],
    ['/v1/sessions', 'no json'],
    ['/v1/sessions', '[]'],
    ['/v1/sessions', 'null'],
  ])('POST %s of %j is a bad request', async (path, body) => {
    const answer = await standIn.request('POST', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(envelope('invalid_request_error'));
  });

  test.each(['', '0', '-1', '1.5', 'x', null])('a budget of %j cents is a bad request', async (amount) => {
    const budget = { type: 'limit', max_list_cost: { amount, currency: 'USD' } };
    const body = { agent: agent.agentId, environment_id: agent.providerData['environmentId'], budget };
    expect((await standIn.request('POST', '/v1/sessions', body)).status).toBe(400);
  });

  test('events that a session cannot take are a bad request and change nothing', async () => {
    const id = await start(agents, agent, 'Events');
    await eventually('the submission', async () => (await standIn.session(id)).phase === 'awaiting');
    const { events } = await standIn.session(id);
    const result = (custom_tool_use_id: unknown) => [{ type: 'user.custom_tool_result', custom_tool_use_id }];
    for (const sent of [undefined, {}, [], [null], [{ type: 'user.dance' }], result('sevt_x_1'), result(undefined)]) {
      expect((await standIn.request('POST', `/v1/sessions/${id}/events`, { events: sent })).status).toBe(400);
    }
    expect((await standIn.session(id)).events).toBe(events);
  });

  test('a running session cannot be archived, an archived one takes no events', async () => {
    await standIn.request('POST', '/_control/pace', { stepMs: 60_000 });
    const id = await start(agents, agent, 'Archive');
    expect((await standIn.request('POST', `/v1/sessions/${id}/archive`)).status).toBe(400);
    await agents.stop(id);
    const interrupt = { events: [{ type: 'user.interrupt' }] };
    expect((await standIn.request('POST', `/v1/sessions/${id}/events`, interrupt)).status).toBe(400);
  });
});

describe('a list', () => {
  const ids = async (query: string) => {
    const { status, body } = await standIn.request('GET', query);
    expect(status).toBe(200);
    const { data, next_page: next } = body as { data: { id: string }[]; next_page: string | null };
    return { ids: data.map(({ id }) => id), next };
  };

  test('of sessions is newest first or oldest first, and has archived ones only where they are asked for', async () => {
    const made = [await start(agents, agent, 'a'), await start(agents, agent, 'b'), await start(agents, agent, 'c')];
    await agents.stop(made[1]!);
    expect((await ids('/v1/sessions')).ids).toEqual([made[2], made[0]]);
    expect((await ids('/v1/sessions?order=asc')).ids).toEqual([made[0], made[2]]);
    expect((await ids('/v1/sessions?order=asc&include_archived=true')).ids).toEqual(made);
    expect((await ids('/v1/sessions?agent_id=agent_x')).ids).toEqual([]);
    expect((await ids(`/v1/sessions?created_at[gte]=${new Date(Date.now() + 60_000).toISOString()}`)).ids).toEqual([]);
  });

  test('of sessions loses none where one is archived between two pages', async () => {
    const made: string[] = [];
    for (const idea of ['a', 'b', 'c', 'd', 'e']) made.push(await start(agents, agent, idea));
    const first = await ids('/v1/sessions?order=asc&limit=2');
    expect(first.ids).toEqual(made.slice(0, 2));
    await agents.stop(made[0]!);
    await agents.stop(made[1]!);
    const second = await ids(`/v1/sessions?order=asc&limit=2&page=${first.next}`);
    const third = await ids(`/v1/sessions?order=asc&limit=2&page=${second.next}`);
    expect([...second.ids, ...third.ids]).toEqual(made.slice(2));
    expect(third.next).toBeNull();
  });

  test('of events pages through all of them once, either way, and by type', async () => {
    const id = await start(agents, agent, 'Events');
    await eventually('the submission', async () => (await standIn.session(id)).phase === 'awaiting');
    const all = (await ids(`/v1/sessions/${id}/events?limit=1000`)).ids;
    for (const [order, expected] of [
      ['asc', all],
      ['desc', all.toReversed()],
    ] as const) {
      const paged: string[] = [];
      for (let page: string | null = ''; page !== null;) {
        const next = await ids(`/v1/sessions/${id}/events?limit=3&order=${order}${page && `&page=${page}`}`);
        paged.push(...next.ids);
        page = next.next;
      }
      expect(paged).toEqual(expected);
    }
    expect((await ids(`/v1/sessions/${id}/events?types[]=user.message`)).ids).toEqual([all[0]]);
  });

  test.each(['limit=0', 'limit=x', 'created_at[gte]=yesterday'])('with %s is a bad request', async (query) => {
    expect((await standIn.request('GET', `/v1/sessions?${query}`)).status).toBe(400);
  });
});

describe('the control surface', () => {
  const arm = (body: unknown) => standIn.request('POST', '/_control/faults', body);

  test('needs no key, sets the pace of the next steps and restores it', async () => {
    const set = await standIn.request('POST', '/_control/pace', { stepMs: 60_000 }, 'none');
    expect(set).toMatchObject({ status: 200, body: { stepMs: 60_000 } });
    const slow = await start(agents, agent, 'Slow');
    expect((await standIn.request('DELETE', '/_control/pace')).body).toEqual({ stepMs: 2 });
    expect((await follow(agents, await start(agents, agent, 'Fast'))).turn.type).toBe('submitted');
    expect(await standIn.session(slow)).toMatchObject({ status: 'running', events: 2 });
  });

  test.each([undefined, {}, '[]', 'null', 'no json', { stepMs: '5' }, { stepMs: -1 }, { stepMs: 1e12 }])(
    'a pace of %j is a bad request',
    async (body) => {
      const answer = await standIn.request('POST', '/_control/pace', body);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(envelope('invalid_request_error'));
    },
  );

  test('lists each session with its task, brief, reference, submissions and answers', async () => {
    const id = await start(agents, agent, 'A "quoted" idea', 'run_7');
    const { turn } = await follow(agents, id);
    await agents.answer(id, (turn as { toolUseId: string }).toolUseId, [{ pointer: '/verdict', detail: 'too kind' }]);
    expect(await standIn.sessions()).toEqual([
      expect.objectContaining({
        id,
        agentId: agent.agentId,
        agentVersion: 1,
        brief: { idea: 'A "quoted" idea', audience: null, geography: null },
        task: expect.stringContaining('<research_brief>') as unknown,
        metadata: expect.objectContaining({ reference: 'run_7' }) as unknown,
        archived: false,
        answers: [expect.objectContaining({ accepted: false })],
      }),
    ]);
  });

  test('arms, lists and clears faults; a fault strikes as often as it says and times is 1 by default', async () => {
    await arm({ match: 'GET /v1/agents', effect: 'error_500', times: 2 });
    await arm({ match: 'GET /v1/environments', effect: 'error_500' });
    const list = async () => (await standIn.request('GET', '/_control/faults')).body;
    expect(await list()).toEqual([
      { match: 'GET /v1/agents', effect: 'error_500', times: 2 },
      { match: 'GET /v1/environments', effect: 'error_500', times: 1 },
    ]);
    expect((await standIn.request('GET', '/v1/agents')).status).toBe(500);
    expect((await standIn.request('GET', '/v1/environments')).status).toBe(500);
    expect((await standIn.request('GET', '/v1/environments')).status).toBe(200);
    expect(await list()).toEqual([{ match: 'GET /v1/agents', effect: 'error_500', times: 1 }]);
    expect((await standIn.request('DELETE', '/_control/faults')).status).toBe(200);
    expect((await standIn.request('GET', '/v1/agents')).status).toBe(200);
  });

  test.each([
    ['no match', { effect: 'error_500' }],
    ['a match of another form', { match: 'everything', effect: 'error_500' }],
    ['an empty task', { match: 'task:', effect: 'hang' }],
    ['an unknown effect', { match: 'task:x', effect: 'explode' }],
    ["another provider's effect", { match: 'task:x', effect: 'drop_event' }],
    ['no effect', { match: 'task:x' }],
    ['times 0', { match: 'task:x', effect: 'hang', times: 0 }],
    ['half a time', { match: 'task:x', effect: 'hang', times: 1.5 }],
    ['times as text', { match: 'task:x', effect: 'hang', times: '2' }],
    ['a delay below 0', { match: 'task:x', effect: 'timeout_before', delayMs: -1 }],
    ['a delay without bound', { match: 'task:x', effect: 'timeout_before', delayMs: 1e9 }],
    ['an effect on sessions with a match that no session has', { match: 'GET /v1/agents', effect: 'hang' }],
    ['a list', '[]'],
    ['no JSON', 'no json'],
  ])('a fault with %s is a bad request and arms nothing', async (_, body) => {
    const answer = await arm(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(envelope('invalid_request_error'));
    expect((await standIn.request('GET', '/_control/faults')).body).toEqual([]);
  });
});

describe('a fault', () => {
  test('of timeout_after on a stream lets it open and flow, and then breaks it off', async () => {
    await standIn.request('POST', '/_control/pace', { stepMs: 60_000 });
    const id = await start(agents, agent, 'A cut');
    await standIn.fault('GET /v1/sessions/*/events/stream', 'timeout_after', { delayMs: 50 });
    const stream = await fetch(`${standIn.url}/v1/sessions/${id}/events/stream`, {
      headers: { 'x-api-key': AGENTS_STAND_IN_KEY },
    });
    expect(stream.status).toBe(200);
    await expect(stream.text()).rejects.toThrow('terminated');
  });

  test('strikes only requests of its method and path, with * for one segment', async () => {
    const id = await start(agents, agent, 'Path');
    await standIn.fault('GET /v1/sessions/*', 'error_500');
    expect((await standIn.request('GET', '/v1/sessions')).status).toBe(200);
    expect((await standIn.request('GET', `/v1/sessions/${id}/events`)).status).toBe(200);
    expect((await standIn.request('POST', `/v1/sessions/${id}/archive`)).status).not.toBe(500);
    const struck = await standIn.request('GET', `/v1/sessions/${id}`);
    expect(struck.status).toBe(500);
    expect(struck.body).toEqual(envelope('api_error'));
  });

  test('on a task strikes its own creation and requests, however the text is written', async () => {
    const idea = 'Say "ahoy" <b>\nto the tide';
    await standIn.fault('task:"ahoy" <b>\nto', 'error_500');
    expect(await start(agents, agent, 'Other')).toMatch(/^sesn_/);
    await expect(start(agents, agent, idea)).rejects.toMatchObject({ kind: 'unavailable' });
    const id = await start(agents, agent, idea);
    await standIn.fault('task:"ahoy" <b>', 'rate_limit', { delayMs: 3_000 });
    await expect(agents.stop(id)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 3_000 });
  });

  test.each(['timeout_before', 'timeout_after'])(
    '%s ends by itself after its delay, without an answer',
    async (effect) => {
      await standIn.fault('POST /v1/agents', effect, { delayMs: 30 });
      await expect(standIn.request('POST', '/v1/agents', { name: 'x', model: 'm' })).rejects.toThrow('fetch failed');
      const { data } = (await standIn.request('GET', '/v1/agents')).body as { data: unknown[] };
      expect(data).toHaveLength(effect === 'timeout_after' ? 2 : 1);
    },
  );

  test.each(['timeout_before', 'timeout_after'])('%s of an event stream is survived', async (effect) => {
    const id = await start(agents, agent, 'Stream');
    await standIn.fault('GET /v1/sessions/*/events/stream', effect, { delayMs: 30 });
    expect((await follow(agents, id)).turn.type).toBe('submitted');
    expect((await standIn.request('GET', '/_control/faults')).body).toEqual([]);
  });

  test('on the creation of sessions strikes the next session, whatever its task', async () => {
    await standIn.fault('POST /v1/sessions', 'refusal');
    expect((await follow(agents, await start(agents, agent, 'Any'))).turn.type).toBe('refused');
    expect((await follow(agents, await start(agents, agent, 'Any other'))).turn.type).toBe('submitted');
  });

  test('of invalid findings twice makes two flawed submissions in a row', async () => {
    await standIn.fault('task:Twice', 'invalid_findings', { times: 2 });
    const id = await start(agents, agent, 'Twice');
    const scores: number[] = [];
    let after: string | null = null;
    for (let i = 0; i < 3; i++) {
      const { turn } = await follow(agents, id, after);
      if (turn.type !== 'submitted') throw new Error(turn.type);
      scores.push((turn.payload as { dimensions: { demand: { score: number } } }).dimensions.demand.score);
      await agents.answer(id, turn.toolUseId, i < 2 ? [{ pointer: '/', detail: 'x' }] : []);
      after = turn.cursor;
    }
    expect(scores.map((score) => score > 100)).toEqual([true, true, false]);
  });
});
