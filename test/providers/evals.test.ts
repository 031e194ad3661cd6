import { EVAL_BRIEFS } from '../../tools/evals/briefs';
import { measure } from '../../tools/evals/measure';
import { play, playAll, type Table } from '../../tools/evals/play';
import { flawsOf, serviceChecks } from '../../tools/evals/service-checks';
import { compare, summarize } from '../../tools/evals/summary';
import { openClaimReader } from '../../providers/agents/claim-reader';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import type { Profile } from '../../stand-ins/agents/variety';
import { createCitedPages, type CitedPages } from '../../providers/cited-pages/cited-pages';
import { eventually } from '../support/eventually';
import { listen, type ListeningStandIn } from './stand-in';

const brief = (name: string) => EVAL_BRIEFS.find((each) => each.name === name)!;
const IDEA = 'task:quality managers';

let standIn: ListeningStandIn;
let citedPages: CitedPages;
beforeEach(async () => {
  standIn = await listen();
  citedPages = createCitedPages({ publicUrl: standIn.url, sampleOrigin: standIn.url });
});
afterEach(async () => {
  await citedPages.close();
  await standIn.close();
});

/** The second reader, of which the stand-in answers by its fixed logic. */
const reader = () =>
  openClaimReader({
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
    ANTHROPIC_BASE_URL: standIn.url,
    CLAIM_CHECK: 'on',
    CLAIM_CHECK_MODEL: 'claude-haiku-5-5',
  });

async function table(more: Partial<Table> = {}): Promise<Table> {
  const agents = standIn.client({ agentName: 'newsletter-research-evals' });
  return {
    agents,
    agent: await agents.provision(),
    check: serviceChecks(citedPages, reader()),
    maxRepairs: 1,
    budgetMicros: 5_000_000,
    reference: (name) => `eval_${name}`,
    signal: new AbortController().signal,
    ...more,
  };
}

test('answers a submission with its flaws, and records both it and the corrected one', async () => {
  await standIn.fault(IDEA, 'invalid_findings');
  const played = await play(brief('device-warning-letters'), await table());
  expect(played).toMatchObject({ end: 'accepted', model: 'local-sample' });
  expect(played.handIns.map(({ flaws }) => flaws.length > 0)).toEqual([true, false]);
  expect(flawsOf(played.handIns[1]!.payload)).toEqual([]);
  const statuses = played.handIns[1]!.evidence!.map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 'verified'));
  expect(statuses.length).toBeGreaterThan(0);
  expect(played.handIns[1]!.evidence!.map(({ support }) => support)).toEqual(statuses.map(() => 'supported'));
  expect(played.costMicros).toBeGreaterThan(0);
  const [session] = await standIn.sessions();
  expect(session).toMatchObject({ archived: true, answers: [{ accepted: false }, { accepted: true }] });
});

test('stops the session of an interrupted play, which would go on to cost', async () => {
  await standIn.fault(IDEA, 'hang');
  const abort = new AbortController();
  const playing = play(brief('device-warning-letters'), await table({ signal: abort.signal }));
  await eventually('the session', async () => (await standIn.sessions()).length > 0);
  abort.abort(new Error('stopped by SIGINT'));
  expect(await playing).toMatchObject({ end: 'stopped', detail: 'stopped by SIGINT' });
  expect(await standIn.sessions()).toMatchObject([{ archived: true }]);
});

test('ends with a brief that cannot begin, and leaves no session open', async () => {
  await standIn.fault('task:small museums', 'hang');
  const parts = await table();
  const failing = { ...parts, agents: { ...parts.agents, startSession: failAfter(2, parts.agents.startSession) } };
  await expect(playAll(EVAL_BRIEFS.slice(0, 4), failing, { rounds: 1, parallel: 2 }, () => undefined)).rejects.toThrow(
    'the key was revoked',
  );
  expect((await standIn.sessions()).filter(({ archived }) => !archived)).toEqual([]);
});

test.each(['flattering', 'hostile'] as const)(
  'calls a %s agent worse than one that works as asked',
  async (profile) => {
    const three = EVAL_BRIEFS.filter(({ label }) => label !== null).slice(0, 3);
    const measuredOf = async (of: Profile) => {
      await standIn.request('POST', '/_control/variety', { seed: 0, sources: [6, 6], profile: of });
      const plays = await playAll(
        three,
        await table({ reference: (name) => `${of}_${name}` }),
        { rounds: 1, parallel: 3 },
        () => undefined,
      );
      return summarize(plays.map((played) => measure(brief(played.brief), played, flawsOf)));
    };
    const differences = compare(await measuredOf('typical'), await measuredOf(profile));
    const worse = differences.filter(({ verdict }) => verdict === 'worse').map(({ measure: name }) => name);
    expect(worse).toEqual(expect.arrayContaining(['endedRightly', 'corrections', 'precision', 'recall', 'brier']));
    expect(differences.filter(({ verdict }) => verdict === 'better')).toEqual([]);
  },
);

/** Begins `times` sessions for real and refuses every further one. */
function failAfter(times: number, begin: Table['agents']['startSession']): Table['agents']['startSession'] {
  let begun = 0;
  return (...args) => (begun++ < times ? begin(...args) : Promise.reject(new Error('the key was revoked')));
}
