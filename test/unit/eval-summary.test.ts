import { EVAL_BRIEFS } from '../../tools/evals/briefs';
import { measure, type Measured } from '../../tools/evals/measure';
import { compare, summarize, type MeasureName } from '../../tools/evals/summary';
import type { Submission } from '../../contracts/findings';
import { factsOf } from '../../tools/evals/facts/facts';
import type { EvalBrief } from '../../tools/evals/eval-brief';
import { recorded, measured } from '../support/recorded-evals';

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
