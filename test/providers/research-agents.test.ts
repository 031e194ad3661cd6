import type { Submission } from '../../contracts/findings';
import { AgentsError, type ProvisionedAgent, type SessionStep } from '../../contracts/research-agents';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { follow, listen, start, submission, useAgents } from './stand-in';

/** The product's client against the stand-in, over real HTTP. */
const { standIn, agents, agent } = useAgents();

const long = () => new Date(Date.now() - 60_000);
const brief = { idea: 'Tides', audience: null, geography: null };

describe('a session', () => {
  test('submits findings, learns that they were accepted, and ends', async () => {
    const sessionId = await start(agents, agent, 'Beekeeping on roofs');
    const { toolUseId, payload, cursor } = await submission(agents, sessionId);
    expect(payload).toMatchObject({ verdict: { confidence: 'low' }, evidence: expect.any(Array) as unknown });

    await agents.answer(sessionId, toolUseId, []);
    const { turn } = await follow(agents, sessionId, cursor);

    expect(turn).toMatchObject({ type: 'ended', reason: expect.stringContaining('ended its turn') as unknown });
    expect(await standIn.session(sessionId)).toMatchObject({
      status: 'idle',
      phase: 'done',
      submissions: 1,
      answers: [{ toolUseId, accepted: true }],
    });
  });

  test('hears what is wrong with its findings and submits corrected ones', async () => {
    await standIn.fault('task:Flawed at first', 'invalid_findings');
    const sessionId = await start(agents, agent, 'Flawed at first');
    const first = await submission(agents, sessionId);
    expect(first.payload).toMatchObject({ dimensions: { demand: { score: 140 } } });

    await agents.answer(sessionId, first.toolUseId, [
      { pointer: '/dimensions/demand/score', detail: 'must be <= 100' },
      { pointer: '', detail: 'reads as a whole like filler' },
    ]);
    const second = await submission(agents, sessionId, first.cursor);

    expect(second.toolUseId).not.toBe(first.toolUseId);
    expect((second.payload as { dimensions: { demand: { score: number } } }).dimensions.demand.score).toBeLessThan(101);
    const { answers, submissions } = await standIn.session(sessionId);
    expect(submissions).toBe(2);
    expect(answers).toEqual([{ toolUseId: first.toolUseId, accepted: false, text: expect.any(String) as unknown }]);
    expect(answers[0]!.text).toContain('- /dimensions/demand/score: must be <= 100\n- /: reads as a whole like filler');
  });

  test('that hands in twice in one turn hears of its flaws once, and what comes next is its correction', async () => {
    await standIn.request('POST', '/_control/variety', { profile: 'twice' });
    await standIn.fault('task:Twice at once', 'invalid_findings');
    const sessionId = await start(agents, agent, 'Twice at once');
    const first = await submission(agents, sessionId);
    await agents.answer(sessionId, first.toolUseId, [
      { pointer: '/dimensions/demand/score', detail: 'must be <= 100' },
    ]);
    const second = await submission(agents, sessionId);
    expect((second.payload as { dimensions: { demand: { score: number } } }).dimensions.demand.score).toBeLessThan(101);
    await agents.answer(sessionId, second.toolUseId, []);
    expect((await follow(agents, sessionId)).turn).toMatchObject({ type: 'ended' });
    const { answers, submissions } = await standIn.session(sessionId);
    expect([submissions, answers.map(({ accepted }) => accepted)]).toEqual([3, [false, false, true]]);
    expect(answers[1]!.text).toContain('was handed in before the answer to the submission before it');
    await standIn.request('DELETE', '/_control/variety');
  });

  test('that hands in twice and is accepted at once needs no second answer', async () => {
    await standIn.request('POST', '/_control/variety', { profile: 'twice' });
    const sessionId = await start(agents, agent, 'Twice and right');
    const { toolUseId } = await submission(agents, sessionId);
    await agents.answer(sessionId, toolUseId, []);
    expect(await agents.stop(sessionId)).toMatchObject({ costMicros: expect.any(Number) as unknown });
    expect(await standIn.session(sessionId)).toMatchObject({ archived: true, submissions: 2 });
    await standIn.request('DELETE', '/_control/variety');
  });

  test('that is answered twice, by one client after the other or by both at once, hears one answer', async () => {
    const sessionId = await start(agents, agent, 'Answered twice');
    const { toolUseId, cursor } = await submission(agents, sessionId);
    const flaws = [{ pointer: '/x', detail: 'wrong' }];

    await Promise.all([
      agents.answer(sessionId, toolUseId, flaws),
      standIn.client().answer(sessionId, toolUseId, flaws),
    ]);
    await agents.answer(sessionId, toolUseId, []);

    const second = await submission(agents, sessionId, cursor);
    await agents.answer(sessionId, toolUseId, []);
    expect(second.toolUseId).not.toBe(toolUseId);
    expect((await standIn.session(sessionId)).answers).toHaveLength(1);
  });

  test('whose agent refuses is recognized', async () => {
    await standIn.fault('task:Refused', 'refusal');
    expect((await follow(agents, await start(agents, agent, 'Refused'))).turn.type).toBe('refused');
  });

  test('stops at its budget', async () => {
    const { sessionId } = await agents.startSession(agent, 'tiny', brief, 10_000);
    expect((await follow(agents, sessionId)).turn.type).toBe('budget_exceeded');
  });

  test('costs something once it has worked', async () => {
    const sessionId = await start(agents, agent, 'Spending');
    await submission(agents, sessionId);
    const spend = (await agents.stop(sessionId))!;
    expect(spend.costMicros).toBeGreaterThan(0);
    expect(spend.inputTokens).toBeGreaterThan(0);
    expect(spend.outputTokens).toBeGreaterThan(0);
  });
});

describe('a start', () => {
  test('whose answer was lost is found again by its reference, and there is exactly one session', async () => {
    await standIn.fault('POST /v1/sessions', 'timeout_after');
    const impatient = standIn.client({ requestTimeoutMs: 150 });

    const failure: unknown = await impatient
      .startSession(agent, 'run_lost', brief, 50_000)
      .catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(AgentsError);
    expect(failure).toMatchObject({ kind: 'unavailable' });
    const found = await impatient.findSession(agent, 'run_lost', long());
    const all = (await standIn.sessions()).filter((session) => session.metadata.reference === 'run_lost');
    expect(all.map((session) => session.id)).toEqual([found?.sessionId]);
    expect(found).toMatchObject({ agentId: agent.agentId, agentVersion: agent.agentVersion, model: 'local-sample' });
  });

  test('that never arrived leaves nothing to be found', async () => {
    await standIn.fault('POST /v1/sessions', 'timeout_before');
    const impatient = standIn.client({ requestTimeoutMs: 150 });
    await expect(impatient.startSession(agent, 'run_never', brief, 50_000)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(await agents.findSession(agent, 'run_never', long())).toBeNull();
    expect((await standIn.sessions()).map((session) => session.metadata.reference)).not.toContain('run_never');
  });

  test('that is rate limited says how long to wait', async () => {
    await standIn.fault('POST /v1/sessions', 'rate_limit', { delayMs: 7_000 });
    await expect(start(agents, agent, 'Limited')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 7_000 });
  });

  test('with an agent or environment that does not exist is rejected, and so is a budget below a cent', async () => {
    const startWith = (wrong: Partial<ProvisionedAgent>) =>
      agents.startSession({ ...agent, ...wrong }, 'x', brief, 50_000);
    await expect(startWith({ agentId: 'agent_x' })).rejects.toMatchObject({ kind: 'rejected' });
    await expect(startWith({ agentVersion: '99' })).rejects.toMatchObject({ kind: 'rejected' });
    await expect(startWith({ providerData: { environmentId: 'env_x' } })).rejects.toMatchObject({ kind: 'rejected' });
    await expect(agents.startSession(agent, 'x', brief, 9_999)).rejects.toThrow(RangeError);
  });

  test('is found among more sessions than one page holds, the oldest first, and not before its time', async () => {
    const first = await start(agents, agent, 'First of many', 'run_many');
    await Promise.all(Array.from({ length: 130 }, (_, i) => start(agents, agent, `Other ${i}`)));
    await start(agents, agent, 'Twin', 'run_many');
    const last = await start(agents, agent, 'Last of many', 'run_last');

    expect((await agents.findSession(agent, 'run_many', long()))?.sessionId).toBe(first);
    expect((await agents.findSession(agent, 'run_last', long()))?.sessionId).toBe(last);
    expect(await agents.findSession(agent, 'run_last', new Date(Date.now() + 120_000))).toBeNull();
    expect(await agents.findSession({ ...agent, agentId: 'agent_other' }, 'run_last', long())).toBeNull();
  });
});

describe('stopping', () => {
  test('a running session ends and archives it, and its follower hears of the end', async () => {
    await standIn.request('POST', '/_control/pace', { stepMs: 60_000 });
    const sessionId = await start(agents, agent, 'Stopped');
    const following = follow(agents, sessionId);
    await agents.stop(sessionId);

    expect((await following).turn.type).toBe('ended');
    expect(await standIn.session(sessionId)).toMatchObject({ status: 'idle', phase: 'done', archived: true });
  });

  test('a session that waits for an answer, one that hangs and one that is over all end archived', async () => {
    await standIn.fault('task:Hanging', 'hang');
    await standIn.fault('task:Refusing', 'refusal');
    const waiting = await start(agents, agent, 'Waiting');
    const hanging = await start(agents, agent, 'Hanging');
    const over = await start(agents, agent, 'Refusing');
    await submission(agents, waiting);
    await follow(agents, over);

    for (const sessionId of [waiting, hanging, over]) {
      await agents.stop(sessionId);
      expect(await standIn.session(sessionId)).toMatchObject({ archived: true, phase: 'done' });
    }
  });

  test('twice, or a session that is unknown, is no error', async () => {
    const sessionId = await start(agents, agent, 'Stopped twice');
    await agents.stop(sessionId);
    const { events } = await standIn.session(sessionId);
    await agents.stop(sessionId);
    expect((await standIn.session(sessionId)).events).toBe(events);
    await expect(agents.stop('sesn_unknown')).resolves.toBeNull();
  });

  test('a session whose provider fails is an error that can be retried', async () => {
    const sessionId = await start(agents, agent, 'Not stopped');
    await standIn.fault('POST /v1/sessions/*/archive', 'error_500');
    await expect(agents.stop(sessionId)).rejects.toMatchObject({ kind: 'unavailable' });
    await agents.stop(sessionId);
    expect((await standIn.session(sessionId)).archived).toBe(true);
  });
});

test('the answer to an unknown session is refused as lost', async () => {
  await expect(agents.answer('sesn_unknown', 'sevt_1', [])).rejects.toMatchObject({ kind: 'session_lost' });
});

test('a wrong key is rejected, and a provider that cannot be reached is unavailable', async () => {
  await expect(standIn.client({}, 'sk-foreign').provision()).rejects.toMatchObject({ kind: 'rejected' });
  const gone = await listen();
  const lost = gone.client();
  await gone.close();
  await expect(lost.provision()).rejects.toMatchObject({ kind: 'unavailable' });
});

describe('the steps of a session', () => {
  const stepsOf = async (sessionId: string) => {
    const steps: SessionStep[] = [];
    for await (const step of agents.steps(sessionId)) steps.push(step);
    return steps;
  };

  test('are what it asked and opened, with what the agent saw of each page, also after it was archived', async () => {
    const sessionId = await start(agents, agent, 'Tide mills');
    const { payload } = await submission(agents, sessionId);
    const { evidence } = payload as Submission;
    const [asked, ...opened] = await stepsOf(sessionId);
    expect(asked).toEqual({ at: expect.any(String) as string, kind: 'asked', query: 'Tide mills' });
    expect(opened.map((step) => [step.kind, 'url' in step && step.url])).toEqual(
      evidence.map(({ sourceUrl }) => ['opened', sourceUrl]),
    );
    opened.forEach((step, i) =>
      expect(step).toMatchObject({ text: expect.stringContaining(evidence[i]!.excerpt) as string }),
    );
    await agents.stop(sessionId);
    expect(await stepsOf(sessionId)).toEqual([asked, ...opened]);
  });

  test('name a page that did not open as refused', async () => {
    const url = sampleSubmission({ idea: 'Tide gates', audience: null, geography: null }).evidence[0]!.sourceUrl;
    await standIn.request('POST', '/_control/pages', { url, effect: 'closed' }, 'none');
    const sessionId = await start(agents, agent, 'Tide gates');
    await submission(agents, sessionId);
    expect((await stepsOf(sessionId))[1]).toEqual({ at: expect.any(String) as string, kind: 'refused', url });
  });

  test('of an unknown session are those of a lost one', async () => {
    await expect(stepsOf('sesn_unknown')).rejects.toMatchObject({ kind: 'session_lost' });
  });
});
