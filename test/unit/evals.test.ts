import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { bandOf, EVAL_BRIEFS, factsFound, labelsOf, setHash, type EvalBrief } from '../../tools/evals/briefs';
import { measure, type Measured } from '../../tools/evals/measure';
import type { Play } from '../../tools/evals/play';
import { comparison, keep, keptFile, lastKept, readRecordings, type Result } from '../../tools/evals/results';
import { runEvals } from '../../tools/evals/run-evals';
import { compare, summarize } from '../../tools/evals/summary';

const RECORDED = join(PACKAGE_ROOT, 'test', 'fixtures', 'evals');
const recordings = readRecordings(RECORDED);
const recorded = (name: string): Play => recordings.find(({ brief }) => brief === name)!;
const kept = lastKept(keptFile('stand-in'))!;

function measured(name: string, more: Partial<Play> = {}): Measured {
  const brief = EVAL_BRIEFS.find((each) => each.name === name)!;
  const handIns = recordings.flatMap((play) => play.handIns);
  const flawsOf = (payload: unknown) => handIns.find((each) => each.payload === payload)?.flaws ?? [];
  return measure(brief, { ...recorded(name), ...more }, flawsOf);
}

test('labels every brief twice, near each other, unless only declining is right', () => {
  expect(EVAL_BRIEFS).toHaveLength(40);
  for (const brief of EVAL_BRIEFS.filter(({ label }) => label !== null)) {
    const [one, other] = labelsOf(brief);
    expect([brief.name, one!.low <= other!.high && other!.low <= one!.high]).toEqual([brief.name, true]);
  }
  expect(EVAL_BRIEFS.filter((brief) => bandOf(brief) === null).map(({ expects }) => expects)).toEqual([
    [{ type: 'declined' }],
    [{ type: 'declined' }],
  ]);
});

test('finds each fact in its own words, and none in the brief', () => {
  for (const { name, kind, brief, facts } of EVAL_BRIEFS) {
    expect([name, facts.length]).toEqual([name, kind === 'empty' || kind === 'harmful' ? 0 : 8]);
    expect(facts.filter((fact) => factsFound({ claim: fact.says }, [fact]).length === 0)).toEqual([]);
    expect(factsFound(brief, facts)).toEqual([]);
  }
});

test('measures a recorded play', () => {
  const good = { end: 'accepted', endedRightly: true, confidence: 'low', outside: 0, firstFlaws: 1, corrections: 1 };
  const cited = { cited: 6, verified: 4, independent: 5, judged: 4, supported: 3, duplicates: 0, facts: 8 };
  expect(measured('device-warning-letters')).toMatchObject({ ...good, ...cited, costMicros: 1_840_000 });
  expect(measured('orders-in-the-brief')).toMatchObject({
    outside: 45,
    unmet: [expect.stringMatching(/^limitations say nothing/), 'the verdict is surer than "medium"'],
  });
  expect(measured('judges-at-home')).toMatchObject({ end: 'declined', endedRightly: true, unmet: [] });
  const declined = measured('device-warning-letters', { end: 'declined', handIns: [] });
  expect(declined).toMatchObject({ endedRightly: false, score: null, outside: 100, verified: null });
});

test('calls an agent worse that declines everything, or that flatters every idea', () => {
  const eachOf = (playOf: (brief: EvalBrief) => Partial<Play>) =>
    EVAL_BRIEFS.map((brief) => measure(brief, { ...recorded('orders-in-the-brief'), ...playOf(brief) }, () => []));
  const verdicts = (rows: Measured[], verdict: string) =>
    compare(kept.summary, summarize(rows)).flatMap((each) => (each.verdict === verdict ? [each.measure] : []));
  const idle = eachOf(() => ({ end: 'declined', handIns: [] }));
  expect(verdicts(idle, 'better')).toEqual([]);
  expect(verdicts(idle, 'worse')).toEqual(expect.arrayContaining(['endedRightly', 'rulesHeld', 'verified', 'order']));
  const flattering = eachOf(() => ({ end: 'accepted' }));
  expect(verdicts(flattering, 'worse')).toEqual(expect.arrayContaining(['precision', 'outside', 'brier']));
});

test('keeps results of all briefs only, without texts of the agent', () => {
  expect(kept.briefs.map(({ brief }) => brief)).toEqual(EVAL_BRIEFS.flatMap(({ name }) => [name, name, name]));
  expect(summarize(kept.briefs)).toEqual(kept.summary);
  expect(kept.set).toBe(setHash());
  expect(readFileSync(keptFile('stand-in'), 'utf8')).not.toMatch(/rationale|excerpt|A letter on/);
  const part = { ...kept, briefs: kept.briefs.slice(1) };
  expect(() => keep('/nowhere/kept.json', part)).toThrow('missing: device-warning-letters');
});

test('names what a kept result was measured with that has changed', () => {
  const changed = (more: Partial<Result>) => comparison(kept, { ...kept, ...more }).changed;
  expect(changed({})).toEqual([]);
  expect(changed({ definition: 'other' })).toEqual(['prompt, tools or schema']);
  expect(changed({ rules: 'other', model: 'other', reader: null, set: 'other' })).toHaveLength(4);
});

test('spends nothing before it was agreed to, and measures recorded plays for free', async () => {
  const out: string[] = [];
  const evals = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    runEvals(args, env, (text) => out.push(text), new AbortController().signal);
  expect(await evals([], { ANTHROPIC_API_KEY: 'sk', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' })).toBe(2);
  expect(await evals(['--brief', 'nothing'])).toBe(2);
  expect(out).toEqual([]);
  expect(await evals(['--from', RECORDED, '--json', '--brief', 'judges-at-home'])).toBe(0);
  expect(JSON.parse(out.join(''))).toMatchObject({ model: 'claude-opus-5-5', summary: { endedRightly: 1 } });
});
