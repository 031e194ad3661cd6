import type { Submission } from '../../contracts/findings';
import { findPage } from '../../stand-ins/web/find-page';
import { start, submission, useFreshAgents } from './stand-in';

const { standIn, agents, agent } = useFreshAgents();

const numbersOf = async (idea: string, reference: string) => {
  const id = await start(agents, agent, idea, reference);
  const { evidence, competitors } = (await submission(agents, id)).payload as Submission;
  return [evidence.length, competitors.length];
};
const numbersOfEach = (references: string[]) =>
  Promise.all(references.map((reference) => numbersOf('Tide tables', reference)));
const candidates = Array.from({ length: 12 }, (_, i) => `run_1/c${i + 1}`);

test('samples of candidates differ in sources and competitors, and those of sessions of one candidate do not', async () => {
  const numbers = await numbersOfEach(candidates);
  expect(new Set(numbers.map(([sources]) => sources)).size).toBeGreaterThan(2);
  expect(new Set(numbers.map(([, competitors]) => competitors)).size).toBeGreaterThan(2);
  for (const [sources] of numbers) expect([sources! >= 5, sources! <= 12]).toEqual([true, true]);
  expect(await numbersOfEach(candidates)).toEqual(numbers);
});

test('the control surface sets what sessions to come draw: by the brief with a seed, within bounds, until restored', async () => {
  const set = await standIn.request('POST', '/_control/variety', { seed: 7 }, 'none');
  expect(set).toMatchObject({ status: 200, body: { seed: 7, sources: [5, 12] } });
  const [first, ...others] = await numbersOfEach(candidates);
  for (const other of others) expect(other).toEqual(first);
  const ideas = Array.from({ length: 12 }, (_, i) => `Idea ${i}`);
  const seeded = (seed: number) =>
    standIn
      .request('POST', '/_control/variety', { seed, sources: [1, 60] })
      .then(() => Promise.all(ideas.map((idea) => numbersOf(idea, idea))));
  const seven = await seeded(7);
  expect(new Set(seven.map(([sources]) => sources)).size).toBeGreaterThan(6);
  expect(await seeded(8)).not.toEqual(seven);
  expect(await seeded(7)).toEqual(seven);
  await standIn.request('POST', '/_control/variety', { sources: [6, 6] });
  expect((await numbersOfEach(candidates)).map(([sources]) => sources)).toEqual(candidates.map(() => 6));
  expect((await standIn.request('DELETE', '/_control/variety')).body).toEqual({
    seed: null,
    sources: [5, 12],
    profile: 'typical',
    habits: 'usual',
    sites: 'shared',
  });
});

test('agents with sites of their own cite pages that nobody else cites, with the same words', async () => {
  const cited = async (reference: string) => {
    const id = await start(agents, agent, 'Tide tables', reference);
    return ((await submission(agents, id)).payload as Submission).evidence;
  };
  const shared = await cited('run_1');
  await standIn.request('POST', '/_control/variety', { sites: 'own' });
  const [own, others] = [await cited('run_1'), await cited('run_2')];
  const hosts = (evidence: Submission['evidence']) => evidence.map(({ sourceUrl }) => new URL(sourceUrl).hostname);
  expect(hosts(own).filter((host) => [...hosts(others), ...hosts(shared)].includes(host))).toEqual([]);
  expect(own.map(({ excerpt }) => excerpt)).toEqual(shared.map(({ excerpt }) => excerpt));
  for (const { sourceUrl, excerpt } of own) expect(findPage(sourceUrl)?.text).toContain(excerpt);
});

test('habits of their own let agents write in other scripts and lengths, and hand in twice', async () => {
  await standIn.request('POST', '/_control/variety', { habits: 'varied' });
  const rationales = await Promise.all(
    candidates.map(async (candidate) => {
      const id = await start(agents, agent, 'Tide tables', candidate);
      return ((await submission(agents, id)).payload as Submission).verdict.rationale;
    }),
  );
  const scripts = rationales.filter((text) =>
    /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}]/u.test(
      text,
    ),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(Math.max(...rationales.map(({ length }) => length))).toBeGreaterThan(1_500);
  const handedIn = (await standIn.sessions()).map(({ submissions }) => submissions);
  expect([Math.min(...handedIn), Math.max(...handedIn)]).toEqual([1, 2]);
});

test('a lazy agent cites too little, a hasty one quotes more than half of it from memory, until restored', async () => {
  const evidenceOf = async (profile: string, reference: string) => {
    expect((await standIn.request('POST', '/_control/variety', { profile })).body).toMatchObject({ profile });
    const id = await start(agents, agent, 'Tide tables', reference);
    return ((await submission(agents, id)).payload as Submission).evidence;
  };
  for (const candidate of candidates) {
    expect((await evidenceOf('lazy', candidate)).length).toBeLessThan(5);
    const hasty = await evidenceOf('hasty', candidate);
    const remembered = hasty.filter(({ excerpt }) => excerpt.startsWith('Remembered words'));
    expect(remembered.length * 2).toBeGreaterThanOrEqual(hasty.length);
  }
  expect((await standIn.request('DELETE', '/_control/variety')).body).toMatchObject({ profile: 'typical' });
});

test('a session that began draws no other sample: what it handed in is read again alike', async () => {
  const id = await start(agents, agent, 'Tide tables');
  const { payload } = await submission(agents, id);
  await standIn.request('POST', '/_control/variety', { sources: [40, 40] });
  expect((await submission(agents, id)).payload).toEqual(payload);
});

test.each([
  {},
  '[]',
  'no json',
  { seed: '5' },
  { seed: -1 },
  { seed: 0.5 },
  { sources: 6 },
  { sources: [6] },
  { sources: [0, 6] },
  { sources: [7, 6] },
  { sources: [6, 61] },
  { sources: [3, 12.5] },
  { profile: 'unheard of' },
  { habits: 'bad' },
  { sites: 'bad' },
])('a variety of %j is a bad request and sets nothing', async (body) => {
  const answer = await standIn.request('POST', '/_control/variety', body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
  const sound = await standIn.request('POST', '/_control/variety', { seed: 1 });
  expect(sound.body).toEqual({ seed: 1, sources: [5, 12], profile: 'typical', habits: 'usual', sites: 'shared' });
});
