import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { bandOf, EVAL_BRIEFS, factsFound, factsOf, labelsOf, type EvalBrief } from '../../tools/evals/briefs';
import { measure, type Measured } from '../../tools/evals/measure';
import type { Play } from '../../tools/evals/play';
import { keptFile, lastKept, readRecordings } from '../../tools/evals/results';
import { runEvals } from '../../tools/evals/run-evals';
import { compare, summarize } from '../../tools/evals/summary';

const RECORDED = join(PACKAGE_ROOT, 'test', 'fixtures', 'evals');
const recordings = readRecordings(RECORDED);
const recorded = (name: string): Play => recordings.find(({ brief }) => brief === name)!;
const kept = lastKept(keptFile('stand-in'))!;

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
  for (const { name, kind, brief } of EVAL_BRIEFS) {
    const facts = factsOf(name);
    expect([name, facts.length]).toEqual([name, kind === 'empty' || kind === 'harmful' ? 0 : 8]);
    expect(facts.filter((fact) => factsFound({ claim: fact.says }, [fact]).length === 0)).toEqual([]);
    expect(factsFound(brief, facts)).toEqual([]);
  }
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

test('spends nothing before it was agreed to, and measures recorded plays for free', async () => {
  const out: string[] = [];
  const evals = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    runEvals(args, env, (text) => out.push(text), new AbortController().signal);
  expect(await evals([], { ANTHROPIC_API_KEY: 'sk', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' })).toBe(2);
  expect(await evals(['--claims'], { ANTHROPIC_API_KEY: 'sk', ANTHROPIC_BASE_URL: 'http://provider.invalid' })).toBe(2);
  expect(await evals(['--claims', '--keep'])).toBe(2);
  expect(out).toEqual([]);
  expect(await evals(['--from', RECORDED, '--json', '--brief', 'judges-at-home'])).toBe(0);
  expect(JSON.parse(out.join(''))).toMatchObject({ model: 'claude-opus-5-5', summary: { endedRightly: 1 } });
});
