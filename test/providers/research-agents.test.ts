/** The product's agent client against the stand-in, over real HTTP. */
import type { SourceDomains } from '../../base/source-domains';
import type { SubmittedInput } from '../../modules/findings/contract/agents';
import type { Submission } from '../../modules/findings/contract/findings';
import { assembled } from '../../modules/findings/corrections';
import { follow, listen, start, submission, useAgents } from './stand-in';

const { standIn, agents, agent } = useAgents();
afterEach(() => standIn.request('DELETE', '/_control/variety'));

const recently = () => new Date(Date.now() - 60_000);
const brief = { idea: 'Tides', audience: null, geography: null };
const documentOf = (submitted: SubmittedInput) => assembled(submitted, (value) => value).document as Submission;
const scoreIn = (submitted: SubmittedInput) => documentOf(submitted).dimensions.demand.score;

describe('a session', () => {
  test('submits findings, learns of their acceptance, ends, and has a cost', async () => {
    const sessionId = await start(agents, agent, 'Beekeeping on roofs');
    const { toolUseId, payload, cursor } = await submission(agents, sessionId);
    expect(payload).toMatchObject({ verdict: { confidence: 'low' }, evidence: expect.any(Array) as unknown });
    await agents.answer(sessionId, toolUseId, []);
    const { turn } = await follow(agents, sessionId, cursor);
    expect(turn).toMatchObject({ type: 'ended', reason: 'the agent submitted nothing' });
    expect(await standIn.session(sessionId)).toMatchObject({
      submissions: 1,
      answers: [{ toolUseId, accepted: true }],
    });
    const { costMicros, inputTokens, outputTokens } = (await agents.stop(sessionId))!;
    expect(Math.min(costMicros, inputTokens, outputTokens)).toBeGreaterThan(0);
  });

  test('may use only the domains of its run, both in tools and task', async () => {
    const blocking = standIn.client({}, undefined, { AGENT_BLOCKED_DOMAINS: ['ads.example'] });
    const boundsOf = async (sources: SourceDomains) => {
      const { sessionId } = await blocking.startSession(agent, 'bounded', { ...brief, sources }, 1_000_000);
      const { tools, ...session } = await standIn.session(sessionId);
      const web = tools!.flatMap(({ configs = [] }) => configs).filter(({ name }) => /^web_/.test(name));
      return { web, session, custom: tools!.filter(({ type }) => type === 'custom').length };
    };
    const included = await boundsOf({ include: ['destatis.de'], exclude: ['rival.example'] });
    expect(included.web.map((tool) => tool.allowed_domains)).toEqual([['destatis.de'], ['destatis.de']]);
    expect(included.session).toMatchObject({ task: expect.stringMatching(/subdomains only: destatis\.de\..*rival/s) });
    expect(included.custom).toBe(4);
    const excluded = await boundsOf({ exclude: ['rival.example'] });
    expect(excluded.web[0]!.blocked_domains).toEqual(['ads.example', 'rival.example']);
    const { sessionId } = await blocking.startSession(agent, 'free', brief, 1_000_000);
    expect((await standIn.session(sessionId)).tools).toBeNull();
  });

  test('learns the flaws of its findings and submits corrected ones', async () => {
    await standIn.fault('task:Flawed at first', 'invalid_findings');
    const sessionId = await start(agents, agent, 'Flawed at first');
    const first = await submission(agents, sessionId);
    expect(scoreIn(first)).toBe(140);
    await agents.answer(sessionId, first.toolUseId, [
      { pointer: '/dimensions/demand/score', detail: 'must be <= 100' },
      { pointer: '', detail: 'reads as a whole like filler' },
    ]);
    const second = await submission(agents, sessionId, first.cursor);
    expect(second.toolUseId).not.toBe(first.toolUseId);
    expect(scoreIn(second)).toBeLessThan(101);
    const { answers } = await standIn.session(sessionId);
    expect(answers).toMatchObject([{ toolUseId: first.toolUseId, accepted: false }]);
    expect(answers[0]!.text).toContain('- /dimensions/demand/score: must be <= 100\n- /: reads as a whole like filler');
  });

  test('that submits twice in one turn gets its flaws once', async () => {
    // With this seed, the agent sends corrections to the reviewed submission.
    await standIn.request('POST', '/_control/variety', { profile: 'twice', seed: 1 });
    await standIn.fault('task:Twice at once', 'invalid_findings');
    const sessionId = await start(agents, agent, 'Twice at once');
    const first = await submission(agents, sessionId);
    await agents.answer(sessionId, first.toolUseId, [{ pointer: '/dimensions/demand/score', detail: 'too high' }]);
    const second = await submission(agents, sessionId);
    expect(scoreIn(second)).toBeLessThan(101);
    await agents.answer(sessionId, second.toolUseId, []);
    expect((await follow(agents, sessionId)).turn).toMatchObject({ type: 'ended' });
    const { answers, submissions } = await standIn.session(sessionId);
    expect([submissions, answers.map(({ accepted }) => accepted)]).toEqual([3, [false, false, true]]);
    expect(answers[1]!.text).toContain('was handed in before the answer to the submission before it');
  });

  test('corrects with cumulative changes or with the whole document', async () => {
    const ways = new Set<number | undefined>();
    const flaws = [{ pointer: '/verdict', detail: 'wrong' }];
    for (const seed of [5, 6]) {
      await standIn.request('POST', '/_control/variety', { seed });
      await standIn.fault('task:Corrected', 'invalid_findings');
      const breach = { match: 'task:Corrected', effect: 'invalid_findings', rule: 'verdict-cap', times: 1 };
      await standIn.request('POST', '/_control/faults', breach);
      const sessionId = await start(agents, agent, 'Corrected');
      const flawed = await submission(agents, sessionId);
      await agents.answer(sessionId, flawed.toolUseId, flaws);
      const again = await submission(agents, sessionId, flawed.cursor);
      await agents.answer(sessionId, again.toolUseId, flaws);
      const sound = await submission(agents, sessionId, again.cursor);
      ways.add(sound.corrections?.length);
      expect([flawed, again, sound].map((each) => scoreIn(each) === 140)).toEqual([true, false, false]);
      expect(documentOf(again).dimensions.risk.score).toBe(12);
      expect(documentOf(sound).dimensions.risk.score).not.toBe(12);
      // A follower that starts over, as after a crash, gets the same document.
      expect(documentOf(await submission(standIn.client(), sessionId))).toEqual(documentOf(sound));
      await agents.answer(sessionId, sound.toolUseId, []);
      expect(documentOf((await agents.acceptedSubmission(sessionId))!)).toEqual(documentOf(sound));
    }
    expect(ways).toEqual(new Set([2, undefined]));
  });

  test('that is answered twice, in sequence or at once, gets one answer', async () => {
    const sessionId = await start(agents, agent, 'Answered twice');
    const { toolUseId, cursor } = await submission(agents, sessionId);
    const flaws = [{ pointer: '/x', detail: 'wrong' }];
    await Promise.all([agents, standIn.client()].map((client) => client.answer(sessionId, toolUseId, flaws)));
    await agents.answer(sessionId, toolUseId, []);
    const second = await submission(agents, sessionId, cursor);
    await agents.answer(sessionId, toolUseId, []);
    expect(second.toolUseId).not.toBe(toolUseId);
    expect((await standIn.session(sessionId)).answers).toHaveLength(1);
  });

  test('that refuses or reaches its budget is recognized', async () => {
    await standIn.fault('task:Refused', 'refusal');
    expect((await follow(agents, await start(agents, agent, 'Refused'))).turn.type).toBe('refused');
    const { sessionId } = await agents.startSession(agent, 'tiny', brief, 10_000);
    const limits = { after: null, budgetMicros: 10_000, signal: AbortSignal.timeout(10_000), onEvent: () => undefined };
    expect((await agents.follow(sessionId, limits)).type).toBe('budget_exceeded');
  });
});

describe('a start', () => {
  test('is found among several pages of sessions, oldest first, and not before its time', async () => {
    const first = await start(agents, agent, 'First of many', 'run_many');
    await Promise.all(Array.from({ length: 110 }, (_, i) => start(agents, agent, `Other ${i}`)));
    await start(agents, agent, 'Twin', 'run_many');
    const last = await start(agents, agent, 'Last of many', 'run_last');
    expect((await agents.findSession(agent, 'run_many', recently()))?.sessionId).toBe(first);
    expect((await agents.findSession(agent, 'run_last', recently()))?.sessionId).toBe(last);
    expect(await agents.findSession(agent, 'run_last', new Date(Date.now() + 120_000))).toBeNull();
    expect(await agents.findSession({ ...agent, agentId: 'agent_other' }, 'run_last', recently())).toBeNull();
  });
});

describe('stopping', () => {
  test('succeeds when repeated or for unknown sessions, and can be retried after a failure', async () => {
    const sessionId = await start(agents, agent, 'Stopped twice');
    await standIn.fault('POST /v1/sessions/*/archive', 'error_500');
    await expect(agents.stop(sessionId)).rejects.toMatchObject({ kind: 'unavailable' });
    await agents.stop(sessionId);
    const { events, archived } = await standIn.session(sessionId);
    await agents.stop(sessionId);
    expect([archived, (await standIn.session(sessionId)).events]).toEqual([true, events]);
    await expect(agents.stop('sesn_unknown')).resolves.toBeNull();
    await expect(agents.answer('sesn_unknown', 'sevt_1', [])).rejects.toMatchObject({ kind: 'session_lost' });
  });
});

test('stops all work on a wrong key, and reports an unreachable provider as unavailable', async () => {
  await expect(standIn.client({}, 'sk-foreign').provision()).rejects.toMatchObject({ kind: 'account_stopped' });
  const gone = await listen();
  const lost = gone.client();
  await gone.close();
  await expect(lost.provision()).rejects.toMatchObject({ kind: 'unavailable' });
});
