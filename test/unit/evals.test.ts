import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { EVAL_BRIEFS, type EvalBrief } from '../../tools/evals/briefs';
import { runEvals } from '../../tools/evals/main';
import { measure, type Measured } from '../../tools/evals/measure';
import type { Trial } from '../../tools/evals/trial';
import { keptFile, lastKept, readRecordings } from '../../tools/evals/results';
import { compare, summarize } from '../../tools/evals/summary';

const RECORDED = join(PACKAGE_ROOT, 'test', 'fixtures', 'evals');
const recordings = readRecordings(RECORDED);
const recorded = (name: string): Trial => recordings.find(({ brief }) => brief === name)!;
const kept = lastKept(keptFile('stand-in'))!;

test('rates an agent worse if it declines everything or flatters every idea', () => {
  const eachOf = (trialOf: (brief: EvalBrief) => Partial<Trial>) =>
    EVAL_BRIEFS.map((brief) => measure(brief, { ...recorded('orders-in-the-brief'), ...trialOf(brief) }, () => []));
  const verdicts = (rows: Measured[], verdict: string) =>
    compare(kept.summary, summarize(rows)).flatMap((each) => (each.verdict === verdict ? [each.measure] : []));
  const idle = eachOf(() => ({ end: 'declined', submissions: [] }));
  expect(verdicts(idle, 'better')).toEqual([]);
  expect(verdicts(idle, 'worse')).toEqual(expect.arrayContaining(['endedRightly', 'rulesHeld', 'verified', 'order']));
  const flattering = eachOf(() => ({ end: 'accepted' }));
  expect(verdicts(flattering, 'worse')).toEqual(expect.arrayContaining(['precision', 'outside', 'brier']));
});

test('does not rate briefs worse for having a single trial', () => {
  const once = summarize(kept.briefs.filter(({ round }) => round === 1));
  expect(compare(kept.summary, once).filter(({ verdict }) => verdict === 'worse')).toEqual([]);
});

test('spends nothing without consent, and measures recorded trials for free', async () => {
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
