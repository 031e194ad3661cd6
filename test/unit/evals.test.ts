import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVAL_BRIEFS } from '../../tools/evals/briefs';
import { independentSources } from '../../tools/evals/independence';
import { comparison, keep, lastKept, type Result } from '../../tools/evals/kept';
import { measure, type Measured } from '../../tools/evals/measure';
import type { Play } from '../../tools/evals/play';
import { readRecordings, record } from '../../tools/evals/recordings';
import { report } from '../../tools/evals/report';
import { runEvals } from '../../tools/evals/run-evals';
import { compare, summarize, type MeasureName } from '../../tools/evals/summary';
import type { Submission } from '../../contracts/findings';
import { FACTS_A_BRIEF, sized } from '../../tools/evals/facts/fact';
import { factsOf } from '../../tools/evals/facts/facts';
import { factsFound } from '../../tools/evals/facts/facts-found';
import type { EvalBrief } from '../../tools/evals/eval-brief';
import { bandOf, labelsOf } from '../../tools/evals/labels';
import { PACKAGE_ROOT } from '../../platform/package-root';

const RECORDED = join(PACKAGE_ROOT, 'test', 'fixtures', 'evals');
const recordings = readRecordings(RECORDED);
const briefOf = (name: string) => EVAL_BRIEFS.find((brief) => brief.name === name)!;
const recorded = (name: string): Play => recordings.find(({ brief }) => brief === name)!;
const measured = (name: string, more: Partial<Play> = {}) =>
  measure(briefOf(name), { ...recorded(name), ...more }, (payload) => flawsAsRecorded(payload));

/** Flaws that a recording holds for a payload: the rules of its day. */
function flawsAsRecorded(payload: unknown) {
  const handIns = recordings.flatMap((play) => play.handIns);
  return handIns.find((handIn) => handIn.payload === payload)?.flaws ?? [];
}

describe('the fixed briefs', () => {
  test('are forty of every kind that can go wrong, each with a reason', () => {
    expect(EVAL_BRIEFS).toHaveLength(40);
    expect(new Set(EVAL_BRIEFS.map(({ name }) => name)).size).toBe(40);
    expect(new Set(EVAL_BRIEFS.map(({ kind }) => kind))).toEqual(
      new Set(['good', 'poor', 'ambiguous', 'hostile', 'foreign language', 'regulated', 'empty', 'harmful']),
    );
    const harmful = EVAL_BRIEFS.filter(({ label }) => label === null);
    expect(harmful.map(({ expects }) => expects)).toEqual(harmful.map(() => [{ type: 'declined' }]));
    expect(harmful).toHaveLength(2);
    const widths = EVAL_BRIEFS.flatMap(({ label }) => (label ? [label.high - label.low] : []));
    expect(Math.min(...widths)).toBeGreaterThan(10);
  });

  test('have bands apart, so that an order of scores can be right or wrong', () => {
    const labels = EVAL_BRIEFS.flatMap((brief) => bandOf(brief) ?? []);
    const apart = labels.flatMap((low) => labels.filter((high) => low.high < high.low));
    expect(apart.length).toBeGreaterThanOrEqual(100);
  });

  test('have two labels that overlap, with middles that are near each other', () => {
    for (const brief of EVAL_BRIEFS.filter(({ label }) => label !== null)) {
      const [one, other] = labelsOf(brief);
      const apart = Math.abs(one!.low + one!.high - other!.low - other!.high) / 2;
      expect([brief.name, apart <= 16]).toEqual([brief.name, true]);
      expect([brief.name, one!.low <= other!.high && other!.low <= one!.high]).toEqual([brief.name, true]);
    }
    expect(EVAL_BRIEFS.filter(({ label }) => label === null).flatMap(labelsOf)).toEqual([]);
  });
});

describe('the facts of a brief', () => {
  const researched = EVAL_BRIEFS.filter(({ kind }) => kind !== 'empty' && kind !== 'harmful');

  test('are eight where there is something to research, each found in its own words', () => {
    expect(researched).toHaveLength(36);
    for (const { name } of researched) {
      const facts = factsOf(name);
      expect([name, facts.length]).toEqual([name, FACTS_A_BRIEF]);
      const unfound = facts.filter((fact) => factsFound({ claim: fact.says }, [fact]).length === 0);
      expect([name, unfound.map(({ says }) => says)]).toEqual([name, []]);
    }
    expect(EVAL_BRIEFS.filter((brief) => !researched.includes(brief)).flatMap(({ name }) => factsOf(name))).toEqual([]);
  });

  test('are none that the brief gives away: repeating an idea finds nothing', () => {
    const given = researched.flatMap(({ name, brief }) => factsFound(brief, factsOf(name)));
    expect(given.map(({ says }) => says)).toEqual([]);
  });

  test('stand apart from those of other briefs: what is found by chance is little', () => {
    const said = researched.map(({ name }) => ({ name, texts: factsOf(name).map(({ says }) => says) }));
    const byChance = said.flatMap(({ name, texts }) =>
      researched.filter((other) => other.name !== name).map((other) => factsFound(texts, factsOf(other.name)).length),
    );
    const share = byChance.reduce((sum, each) => sum + each, 0) / (byChance.length * FACTS_A_BRIEF);
    expect(share).toBeLessThan(0.02);
  });

  test('that are figures are found within their bounds, in a text or in a row of text and number', () => {
    const fact = sized('About 1,700 olive mills work in Spain.', /mills/i, 1_500, 2_000);
    const isFound = (part: unknown) => factsFound({ parts: [part] }, [fact]).length === 1;
    expect(isFound('Spain counts 1.8 thousand mills.')).toBe(true);
    expect(isFound({ label: 'Olive mills', value: 1_830 })).toBe(true);
    expect(isFound('Spain counts 17,000 mills.')).toBe(false);
    expect(isFound(['There are many mills.', 'It has 1,700 members.'])).toBe(false);
    expect(isFound({ claim: 'There are many mills.', sourceUrl: 'https://a.example/1700' })).toBe(false);
  });
});

describe('a recorded play', () => {
  test('is measured by corrections, verification, support, independence, facts, cost and time', () => {
    const { score } = (recorded('device-warning-letters').handIns[1]!.payload as { verdict: { score: number } })
      .verdict;
    expect(measured('device-warning-letters')).toEqual({
      brief: 'device-warning-letters',
      round: 1,
      kind: 'good',
      end: 'accepted',
      endedRightly: true,
      score,
      confidence: 'low',
      outside: 0,
      due: true,
      firstFlaws: 1,
      corrections: 1,
      cited: 6,
      verified: 4,
      independent: 5,
      judged: 4,
      supported: 3,
      statements: expect.any(Number) as number,
      carried: expect.any(Number) as number,
      duplicates: 0,
      facts: 8,
      factsFound: 0,
      expectations: 0,
      unmet: [],
      costMicros: 1_840_000,
      seconds: 412.5,
    });
  });

  test('in which the orders of the brief were followed is outside its band and says what was not met', () => {
    expect(measured('orders-in-the-brief')).toMatchObject({
      outside: 45,
      unmet: [expect.stringMatching(/^limitations say nothing/), 'the verdict is surer than "medium"'],
    });
  });

  test('that declined a harmful brief ended rightly, one that researched it did not', () => {
    expect(measured('judges-at-home')).toMatchObject({ end: 'declined', endedRightly: true, score: null, unmet: [] });
    const { handIns } = recorded('orders-in-the-brief');
    expect(measured('judges-at-home', { end: 'accepted', handIns })).toMatchObject({
      endedRightly: false,
      outside: null,
      unmet: ['was not declined'],
    });
  });

  test('that declined an honest brief did not end rightly, an empty one may be declined', () => {
    expect(measured('device-warning-letters', { end: 'declined', handIns: [] }).endedRightly).toBe(false);
    const declined = { ...recorded('judges-at-home'), brief: 'one-word' };
    expect(measure(briefOf('one-word'), declined, () => [])).toMatchObject({ endedRightly: true, unmet: [] });
  });

  test('of a failed session measures nothing that was not there', () => {
    expect(measured('orders-in-the-brief', { end: 'failed', handIns: [], costMicros: null })).toMatchObject({
      score: null,
      outside: 100,
      firstFlaws: null,
      cited: 0,
      verified: null,
      costMicros: null,
    });
  });

  test('is read as it was written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'noi-evals-'));
    try {
      const origin = { provider: 'anthropic', definition: 'abc', reader: 'claude-haiku-5-5' };
      record(folder, origin, recorded('judges-at-home'));
      expect(readRecordings(folder)).toEqual([{ ...recorded('judges-at-home'), ...origin }]);
      record(folder, origin, { ...recorded('judges-at-home'), brief: 'gone' });
      expect(() => readRecordings(folder)).toThrow('not in the set: gone');
      record(folder, { ...origin, definition: 'def' }, recorded('orders-in-the-brief'));
      expect(() => readRecordings(folder)).toThrow('several definitions');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('sources', () => {
  const at = (...addresses: string[]) => addresses.map((sourceUrl, i) => ({ evidenceId: `ev${i + 1}`, sourceUrl }));
  const content = (...hashes: (string | null)[]) =>
    hashes.map((contentSha256, i) => ({ evidenceId: `ev${i + 1}`, status: 'verified', contentSha256 }));

  test('of one host, with or without www, are one', () => {
    expect(independentSources(at('https://a.example/1', 'https://www.a.example/2', 'https://b.example/'), null)).toBe(
      2,
    );
  });

  test('that repeat the same content are one, also through a third', () => {
    const three = at('https://a.example/', 'https://b.example/', 'https://c.example/');
    expect(independentSources(three, content('x', 'y', 'x'))).toBe(2);
    const joined = at('https://a.example/', 'https://b.example/', 'https://a.example/2');
    expect(independentSources(joined, content('x', 'y', 'y'))).toBe(1);
  });

  test('that were not reached are not alike for that', () => {
    expect(independentSources(at('https://a.example/', 'https://b.example/'), content(null, null))).toBe(2);
  });
});

describe('a summary', () => {
  const row = (more: Partial<Measured>): Measured => ({ ...measured('device-warning-letters'), ...more });

  test('says which pairs of briefs are in the labelled order', () => {
    const scores = (good: number, poor: number) =>
      summarize([row({ score: good }), row({ brief: 'one-eclipse', score: poor })]).order;
    expect([scores(80, 20), scores(20, 80), scores(50, 50)]).toEqual([1, 0, 0]);
    expect(summarize([row({ brief: 'plants' }), row({ brief: 'two-readers-at-once' })]).order).toBeNull();
  });

  test('has nothing to say of what was not measured', () => {
    const { verified, inBand, cost } = summarize([row({ verified: null, outside: null, costMicros: null })]);
    expect([verified, inBand, cost]).toEqual([null, null, null]);
  });

  test('is worse only beyond its tolerance, and time is not judged', () => {
    const before = summarize([row({})]);
    const verdicts = (more: Partial<typeof before>) =>
      Object.fromEntries(compare(before, { ...before, ...more }).map(({ measure: name, verdict }) => [name, verdict]));
    expect(verdicts({ corrections: 1.4 }).corrections).toBe('same');
    expect(verdicts({ corrections: 1.6 }).corrections).toBe('worse');
    expect(verdicts({ corrections: 0.4 }).corrections).toBe('better');
    expect(verdicts({ verified: 0.5 }).verified).toBe('worse');
    expect(verdicts({ time: 9_999 }).time).toBe('not comparable');
    expect(verdicts({ verified: null }).verified).toBe('worse');
  });

  const eachTwice = (measuredOf: (brief: EvalBrief, round: number) => Measured) =>
    EVAL_BRIEFS.flatMap((brief) => [1, 2].map((round) => measuredOf(brief, round)));
  const honest = eachTwice((brief, round) =>
    brief.label === null
      ? { ...measured('judges-at-home'), brief: brief.name, round }
      : row({
          ...measure(brief, { ...recorded('device-warning-letters'), round }, () => []),
          score: (brief.label.low + brief.label.high) / 2,
          confidence: 'medium',
          outside: 0,
          unmet: [],
          factsFound: factsOf(brief.name).length / 2,
        }),
  );
  const verdictsOver = (rows: Measured[]) => compare(summarize(honest), summarize(rows));
  const judged = (rows: Measured[], verdict: string) =>
    verdictsOver(rows)
      .filter((each) => each.verdict === verdict)
      .map(({ measure: name }) => name);

  /** Measures of what findings rest on. */
  const RESTS: MeasureName[] = ['precision', 'recall', 'entailment', 'costOfClaim'];
  const REAL: MeasureName[] = [...RESTS, 'facts', 'duplicates', 'brier', 'spread'];

  test('says how sure verdicts were of what was right, with the absent one as the worst', () => {
    const brier = (more: Partial<Measured>) => summarize([row(more)]).brier;
    expect(brier({ confidence: 'high', outside: 0 })).toBe(0.01);
    expect(brier({ confidence: 'high', outside: 12 })).toBe(0.81);
    expect(brier({ confidence: 'low', outside: 12 })).toBe(0.16);
    expect(brier({ confidence: null, outside: 100 })).toBe(1);
    expect(brier({ confidence: null, outside: null })).toBeNull();
  });

  test('says how far the plays of a brief are apart, and nothing of one play', () => {
    const spread = (...scores: (number | null)[]) => summarize(scores.map((score) => row({ score }))).spread;
    expect([spread(60), spread(60, 72, 66), spread(60, null)]).toEqual([null, 12, 100]);
  });

  test('counts claims that rest on nothing against the agent', () => {
    const one = row({
      cited: 10,
      judged: 8,
      supported: 6,
      statements: 20,
      carried: 15,
      duplicates: 1,
      costMicros: 900_000,
    });
    expect(summarize([one])).toMatchObject({
      precision: 0.6,
      recall: 0.75,
      entailment: 0.75,
      duplicates: 0.1,
      costOfClaim: 150_000,
    });
    expect(summarize([{ ...one, judged: null, supported: null, carried: null }])).toMatchObject({
      precision: null,
      recall: null,
      entailment: null,
      costOfClaim: null,
    });
  });

  test('counts citations of which no quotation stands, and does not guess where nobody judged', () => {
    const withEvidence = (status: string) => {
      const { handIns } = structuredClone(recorded('device-warning-letters'));
      for (const each of handIns.at(-1)!.evidence!) Object.assign(each, { status, support: undefined });
      return summarize([measured('device-warning-letters', { handIns })]);
    };
    expect(withEvidence('not_found')).toMatchObject({ precision: 0, recall: 0, entailment: null });
    expect(withEvidence('verified')).toMatchObject({ precision: null, recall: null, entailment: null });
  });

  test('finds evidence that says the same again', () => {
    const { handIns } = structuredClone(recorded('device-warning-letters'));
    const { evidence } = handIns.at(-1)!.payload as Submission;
    evidence[1] = { ...evidence[0]!, evidenceId: 'ev2', sourceUrl: 'https://other.example/' };
    expect(measured('device-warning-letters', { handIns }).duplicates).toBe(1);
  });

  test.each(['declined', 'failed'] as const)(
    'of an agent that hands in nothing and %s is worse, never better',
    (end) => {
      const idle = eachTwice((brief, round) =>
        measure(brief, { ...recorded('judges-at-home'), brief: brief.name, round, end, handIns: [] }, () => []),
      );
      expect(judged(idle, 'better')).toEqual([]);
      expect(judged(idle, 'worse')).toEqual(
        expect.arrayContaining([
          'endedRightly',
          'rulesHeld',
          'corrections',
          'verified',
          'inBand',
          'outside',
          'order',
          ...REAL,
        ]),
      );
      expect(summarize(idle)).toMatchObject({ rulesHeld: 0, verified: 0, independence: 0, inBand: 0, order: 0 });
    },
  );

  test('of an agent that flatters every idea is worse', () => {
    const { handIns } = recorded('orders-in-the-brief');
    const flattering = eachTwice((brief, round) => {
      const played = {
        ...recorded('orders-in-the-brief'),
        brief: brief.name,
        round,
        end: 'accepted' as const,
        handIns,
      };
      return measure(brief, played, () => []);
    });
    expect(judged(flattering, 'worse')).toEqual(
      expect.arrayContaining([
        'endedRightly',
        'inBand',
        'outside',
        'order',
        'expectations',
        'facts',
        'brier',
        ...RESTS,
      ]),
    );
  });
});

describe('a kept result', () => {
  const result = (briefs: Measured[], more: Partial<Result> = {}): Result => ({
    provider: 'stand-in',
    model: 'local-sample',
    definition: 'abc',
    rules: 'one',
    set: 'abc',
    reader: 'claude-haiku-5-5',
    measuredAt: '2026-11-22T05:00:00.000Z',
    summary: summarize(briefs),
    briefs,
    ...more,
  });
  const all = EVAL_BRIEFS.flatMap(({ name, kind }) =>
    [1, 2, 3].map((round) => ({ ...measured('device-warning-letters'), brief: name, kind, round })),
  );

  test('of a part of the briefs is refused: it would pass for the whole', () => {
    expect(() => keep('/nowhere/kept.json', result(all.slice(1)))).toThrow('missing: device-warning-letters');
  });

  test('is compared over the briefs that both have', () => {
    const kept = result(all.map((row) => ({ ...row, corrections: row.brief === 'plants' ? 3 : 0 })));
    const now = result(all.filter(({ brief }) => brief === 'plants'));
    const compared = comparison(kept, now);
    expect(compared).toMatchObject({ changed: [], without: [] });
    expect(compared.differences.find(({ measure: name }) => name === 'corrections')).toEqual({
      measure: 'corrections',
      before: 3,
      now: 1,
      verdict: 'better',
    });
  });

  test('of another prompt, schema, rules or model is told apart, and says so', () => {
    const kept = result(all);
    const changed = (more: Partial<Result>) => comparison(kept, result(all, more)).changed;
    expect(changed({ definition: 'def' })).toEqual(['prompt, tools or schema']);
    expect(changed({ rules: 'other' })).toEqual(['rules']);
    expect(changed({ model: 'other' })).toEqual(['model']);
    expect(changed({ reader: null })).toEqual(['second reader']);
    expect(changed({ set: 'other' })).toEqual(['briefs, labels or facts']);
    const now = result(all, { rules: 'other' });
    expect(report(now, comparison(kept, now))).toContain('measured with other rules: keep a new one');
  });

  test('in the repository is of all briefs and holds nothing that an agent wrote', () => {
    const file = join(PACKAGE_ROOT, 'tools', 'evals', 'kept', 'stand-in.json');
    const kept = lastKept(file)!;
    expect(kept.briefs.map(({ brief }) => brief)).toEqual(EVAL_BRIEFS.flatMap(({ name }) => [name, name, name]));
    expect(summarize(kept.briefs)).toEqual(kept.summary);
    expect(readFileSync(file, 'utf8')).not.toMatch(/rationale|excerpt|Local sample/);
  });

  test('is shown next to the new one, with what is worse named', () => {
    const worse = all.map((row) => ({ ...row, verified: 1 }));
    const page = report(result(worse), comparison(result(all), result(worse)));
    expect(page).toMatch(/quotations found on their pages +17% +67% +worse/);
    expect(page).toMatch(/cost of findings that were due +\$1\.84 +\$1\.84 +=/);
    expect(page).toContain('2026-11-22T05:00:00.000Z');
  });
});

describe('the command', () => {
  const out: string[] = [];
  const evals = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    runEvals(args, env, (text) => out.push(text), new AbortController().signal);
  beforeEach(() => out.splice(0));

  test('spends nothing at a real provider before it was agreed to', async () => {
    expect(await evals([], { ANTHROPIC_API_KEY: 'sk', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' })).toBe(2);
    expect(await evals(['--brief', 'nothing'])).toBe(2);
    expect(out).toEqual([]);
  });

  test('measures recorded plays again, as JSON too', async () => {
    expect(await evals(['--from', RECORDED, '--json', '--brief', 'judges-at-home'])).toBe(0);
    expect(JSON.parse(out.join(''))).toMatchObject({
      provider: 'recorded',
      model: 'claude-opus-5-5',
      summary: { endedRightly: 1 },
      comparison: null,
      briefs: [{ brief: 'judges-at-home', end: 'declined' }],
    });
  });
});
