import { DIMENSIONS } from '../../modules/findings/contract/findings';
import { computeCases } from '../../modules/findings/economics';
import type { Reviewed } from '../../modules/findings/rules/rule';
import { settled, RULES } from '../../modules/findings/rules/rules';
import { context, sound } from '../support/findings';

const economics = sound.unitEconomics!;
const { optimistic } = computeCases(economics.assumptions);

const keeps = (id: string, findings: Reviewed) =>
  RULES.find((rule) => rule.id === id)!.flaws(findings, context).length === 0;
/** The findings as they are published if these are the last submission. */
const published = (findings: Reviewed) => settled(findings, context)!;
const assuming = (changes: Partial<typeof economics.assumptions>) => ({
  unitEconomics: { ...economics, assumptions: { ...economics.assumptions, ...changes } },
});

describe('readers within the sized audience', () => {
  const most = Math.max(...economics.assumptions.readers.optimistic);
  const withAudience = (people: number, note = 'Made up.'): Reviewed => {
    const factor = { ...sound.audienceSizing!.factors[0]!, value: people, outOf: 1 };
    const audienceSizing = { ...sound.audienceSizing!, factors: [factor], people };
    return { ...sound, audienceSizing, ...assuming({ readers: { ...economics.assumptions.readers, note } }) };
  };

  test.each([
    ['at 30% of it', Math.ceil(most / 0.3), 'Made up.', true],
    ['above 30% of it', most * 2, 'Won by forums and search.', false],
    ['above 30% of it, with the share', most * 2, 'The one forum holds all of them, so 50% can be won.', true],
    ['beyond it, whatever is said', most - 1, '100% of them, and 101%.', false],
  ])('%s', (_, people, note, isKept) => {
    expect(keeps('readers-within-audience', withAudience(people, note))).toBe(isKept);
  });
});

describe('monetization as month 12 of the cases', () => {
  const times = (low: number, high: number): Reviewed => ({
    ...sound,
    monetization: sound.monetization.map((stream) => ({
      ...stream,
      low: Math.floor(stream.low * low),
      high: Math.floor(stream.high * high),
    })),
  });

  test.each([
    [0, 1, true],
    [1, 0.51, true],
    [1, 2.1, false],
    [0, 0.49, false],
  ])('at %s and %s times the earnings of the cases: %s', (low, high, isKept) => {
    expect(keeps('monetization-as-month-12', times(low, high))).toBe(isKept);
  });
});

describe('goals of the calendar', () => {
  const { readers, payingReaders } = optimistic.months[2]!;
  const withGoal = (goal: string): Reviewed => ({
    ...sound,
    launchCalendar: sound.launchCalendar!.with(2, { ...sound.launchCalendar![2]!, goal }),
  });

  test.each([`${payingReaders} paying readers`, 'The first paying readers', 'Ten readers say what they miss'])(
    'can be %j',
    (goal) => expect(keeps('calendar-within-cases', withGoal(goal))).toBe(true),
  );

  test.each([
    ['The first ninety paying offices', `The first ${payingReaders} paying offices`],
    [`${payingReaders + 1} zahlende Leser`, `${payingReaders} zahlende Leser`],
    ['120.000 suscriptores', `${readers.toLocaleString('en-US')} suscriptores`],
  ])('are lowered to the cases if they say %j', (goal, lowered) => {
    expect(keeps('calendar-within-cases', withGoal(goal))).toBe(false);
    expect(published(withGoal(goal)).launchCalendar![2]!.goal).toBe(lowered);
  });
});

describe('a verdict near the scores', () => {
  const scored = (all: number, score: number, rationale = 'A sample of a verdict.'): Reviewed => {
    const dimensions = DIMENSIONS.map((name) => [name, { ...sound.dimensions[name], score: all }]);
    const recommendation = score >= 70 ? 'pursue' : score >= 45 ? 'refine' : 'avoid';
    const verdict = { ...sound.verdict, score, recommendation, rationale } as const;
    return { ...sound, dimensions: Object.fromEntries(dimensions) as Reviewed['dimensions'], verdict };
  };

  test.each([
    [60, 75, undefined, true],
    [31, 100, undefined, false],
    [60, 80, 'The weighted mean is 60; a buyer who waits makes up for it.', true],
    [60, 80, 'It costs $600, and 60.5% want it.', false],
  ])('with scores of %i, a verdict of %i and the reason %j: %s', (all, score, rationale, isKept) => {
    expect(keeps('verdict-near-scores', scored(all, score, rationale))).toBe(isKept);
  });

  test('is lowered but never raised, and then states the mean', () => {
    expect(published(scored(60, 95)).verdict).toMatchObject({ score: 75, recommendation: 'pursue' });
    const { verdict } = published(scored(97, 20, 'a long word '.repeat(160)));
    expect(verdict).toMatchObject({ score: 20, recommendation: 'avoid' });
    expect(verdict.rationale).toContain('The weighted mean of the dimensions is 97.');
    expect(verdict.rationale.length).toBeLessThanOrEqual(2_000);
  });
});

test.each([
  ['low', 'medium', 'low'],
  ['low', 'high', 'medium'],
  ['medium', 'high', 'high'],
  ['high', 'high', 'high'],
] as const)('combines likelihood and impact of %s and %s to a severity of %s', (one, other, severity) => {
  for (const said of ['low', 'medium', 'high'] as const) {
    for (const both of [
      { likelihood: one, impact: other },
      { likelihood: other, impact: one },
    ]) {
      const findings = { ...sound, risks: [{ ...sound.risks[0]!, ...both, severity: said }] };
      expect(keeps('severity-from-both', findings)).toBe(said === severity);
      expect(published(findings).risks[0]!.severity).toBe(severity);
    }
  }
});
