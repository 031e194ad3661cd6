import { computeCases } from '../../domain/economics';
import { flawsOf, settled } from '../../domain/findings-rules/review';
import type { Reviewed } from '../../domain/findings-rules/rule';
import { RULES } from '../../domain/findings-rules/rules';
import { DIMENSIONS } from '../../contracts/findings';
import { context, sound } from '../support/reviewed-submission';

const economics = sound.unitEconomics!;
const month12 = (name: 'cautious' | 'optimistic') => computeCases(economics.assumptions)[name].months.at(-1)!;

const flawsBy = (id: string, findings: Reviewed) => RULES.find((rule) => rule.id === id)!.flaws(findings, context);
const isHeld = (id: string, findings: Reviewed) => flawsBy(id, findings).length === 0;
/** The findings as they are published after the last correction. */
const mended = (findings: Reviewed) => {
  const left = settled(findings, context)!;
  const open = flawsOf(left, context).map(({ pointer }) => pointer);
  return { left, open };
};

describe('readers within the sized audience', () => {
  const most = Math.max(...economics.assumptions.readers.optimistic);
  const withAudience = (people: number, note = 'Made up.'): Reviewed => {
    const factor = { ...sound.audienceSizing!.factors[0]!, value: people, outOf: 1 };
    const readers = { ...economics.assumptions.readers, note };
    return {
      ...sound,
      audienceSizing: { ...sound.audienceSizing!, factors: [factor], people },
      unitEconomics: { ...economics, assumptions: { ...economics.assumptions, readers } },
    };
  };

  test.each([
    ['at 30% of it', Math.ceil(most / 0.3), 'Made up.', true],
    ['above 30% of it', most * 2, 'Won by forums and search.', false],
    ['above 30% of it, with the share', most * 2, 'The one forum holds all of them, so 50% can be won.', true],
    ['beyond it, whatever is said', most - 1, '100% of them, and 101%.', false],
  ])('%s', (_, people, note, held) => {
    expect(isHeld('readers-within-audience', withAudience(people, note))).toBe(held);
  });

  test('are cut to 30% of it in the last submission', () => {
    const { left, open } = mended(withAudience(1_000));
    expect(Math.max(...left.unitEconomics!.assumptions.readers.optimistic)).toBe(300);
    expect(left.monetization[0]!.high).toBeLessThan(sound.monetization[0]!.high);
    expect(open).toEqual([]);
  });
});

describe('monetization as month 12', () => {
  const times = (low: number, high: number): Reviewed => ({
    ...sound,
    monetization: sound.monetization.map((stream) => ({
      ...stream,
      low: Math.floor(stream.low * low),
      high: Math.floor(stream.high * high),
    })),
  });

  test.each([
    [1, 1, true],
    [0, 1, true],
    [2, 2, true],
    [1, 0.51, true],
    [1, 2.1, false],
    [0, 0.49, false],
  ])('ends of %s and %s times what the cases earn', (low, high, held) => {
    expect(isHeld('monetization-as-month-12', times(low, high))).toBe(held);
  });

  test('is lowered to twice the cases in the last submission', () => {
    const { left, open } = mended(times(3, 5));
    const sum = (end: 'low' | 'high') => left.monetization.reduce((all, stream) => all + stream[end], 0);
    expect(sum('low')).toBeLessThanOrEqual(2 * month12('cautious').incomeCents);
    expect(sum('high')).toBeLessThanOrEqual(2 * month12('optimistic').incomeCents);
    for (const { low, high } of left.monetization) expect(low).toBeLessThanOrEqual(high);
    expect(open).toEqual([]);
  });

  test('removes unit economics above twice the monetization', () => {
    const { left } = mended(times(0, 0.2));
    expect(left.unitEconomics).toBeUndefined();
    expect(left.monetization).toEqual(times(0, 0.2).monetization);
    expect(left.limitations[0]).toContain('unit economics above it were left out');
  });
});

describe('the calendar within its cases', () => {
  const [first, second, third] = sound.launchCalendar!;
  const withGoal = (goal: string): Reviewed => ({ ...sound, launchCalendar: [first!, second!, { ...third!, goal }] });
  const { readers, payingReaders } = computeCases(economics.assumptions).optimistic.months[2]!;

  test.each([
    `${payingReaders} paying readers`,
    `${readers} readers of three issues`,
    'The first paying readers',
    'Ten readers say what they miss',
    `${payingReaders} zahlende Leser`,
  ])('accepts %j', (goal) => {
    expect(isHeld('calendar-within-cases', withGoal(goal))).toBe(true);
  });

  test.each([
    [`${payingReaders + 1} paying readers`, `${payingReaders} paying readers`],
    ['The first ninety paying offices', `The first ${payingReaders} paying offices`],
    [`${payingReaders + 1} zahlende Leser`, `${payingReaders} zahlende Leser`],
    [`${payingReaders + 1} lecteurs payants`, `${payingReaders} lecteurs payants`],
    ['120.000 suscriptores', `${readers.toLocaleString('en-US')} suscriptores`],
  ])('lowers %j', (goal, lowered) => {
    expect(isHeld('calendar-within-cases', withGoal(goal))).toBe(false);
    const { left, open } = mended(withGoal(goal));
    expect(left.launchCalendar![2]!.goal).toBe(lowered);
    expect(open).toEqual([]);
  });
});

describe('the verdict near the scores', () => {
  const scored = (all: number, score: number, rationale = 'A sample of a verdict.'): Reviewed => {
    const dimensions = DIMENSIONS.map((name) => [name, { ...sound.dimensions[name], score: all }]);
    const recommendation = score >= 70 ? 'pursue' : score >= 45 ? 'refine' : 'avoid';
    return {
      ...sound,
      dimensions: Object.fromEntries(dimensions) as Reviewed['dimensions'],
      verdict: { ...sound.verdict, score, recommendation, rationale },
    };
  };

  test.each([
    [60, 75, undefined, true],
    [60, 45, undefined, true],
    [31, 100, undefined, false],
    [97, 0, undefined, false],
    [60, 80, 'The weighted mean is 60; a buyer who waits makes up for it.', true],
    [60, 80, 'It costs $600, and 60.5% want it.', false],
    [29, 5, undefined, true],
  ])('scores of %i and a verdict of %i, with the reason %j: %s', (all, score, rationale, held) => {
    expect(isHeld('verdict-near-scores', scored(all, score, rationale))).toBe(held);
  });

  test('is lowered, never raised; the reader learns the weighted mean', () => {
    expect(mended(scored(60, 95)).left.verdict).toMatchObject({ score: 75, recommendation: 'pursue' });
    const { verdict } = mended(scored(97, 20)).left;
    expect(verdict).toMatchObject({ score: 20, recommendation: 'avoid' });
    expect(verdict.rationale).toContain('The weighted mean of the dimensions is 97.');
    expect(mended(scored(97, 20, 'a long word '.repeat(166))).left.verdict.rationale.length).toBeLessThanOrEqual(2000);
  });
});

test.each([
  ['low', 'low', 'low'],
  ['low', 'medium', 'low'],
  ['low', 'high', 'medium'],
  ['medium', 'medium', 'medium'],
  ['medium', 'high', 'high'],
  ['high', 'high', 'high'],
] as const)('likelihood %s and impact %s give a severity of %s', (one, other, severity) => {
  for (const [likelihood, impact] of [
    [one, other],
    [other, one],
  ] as const)
    for (const said of ['low', 'medium', 'high'] as const) {
      const findings = { ...sound, risks: [{ ...sound.risks[0]!, likelihood, impact, severity: said }] };
      expect(isHeld('severity-from-both', findings)).toBe(said === severity);
      expect(mended(findings).left.risks[0]!.severity).toBe(severity);
    }
});

test.each([
  [0, 500_000, true],
  [10_000, 200_000, true],
  [10_000, 200_001, false],
  [1, 21, false],
])('a range from %i to %i cents is accepted: %s', (low, high, held) => {
  const { unitEconomics: _none, ...findings } = sound;
  const ranged: Reviewed = { ...findings, monetization: [{ ...sound.monetization[0]!, low, high }] };
  expect(isHeld('range-width', ranged)).toBe(held);
  expect(mended(ranged).left.monetization[0]).toMatchObject({ low, high: held ? high : low * 20 });
});

describe('bounds', () => {
  const [count] = sound.audienceSizing!.factors;
  const people = (value: number): Reviewed => ({
    ...sound,
    audienceSizing: { ...sound.audienceSizing!, factors: [{ ...count!, value }], people: value },
  });
  const price = (optimistic: number): Reviewed => {
    const priceCents = { ...economics.assumptions.priceCents, optimistic };
    return { ...sound, unitEconomics: { ...economics, assumptions: { ...economics.assumptions, priceCents } } };
  };
  const income = (high: number): Reviewed => ({ ...sound, monetization: [{ ...sound.monetization[0]!, high }] });

  test.each<[string, Reviewed, boolean]>([
    ['more people than there are', people(8_300_000_001), false],
    ['$9,500 a month of a reader', price(950_000), false],
    ['more than a million dollars a month', income(100_000_001), false],
  ])('of %s', (_, findings, held) => {
    expect(isHeld('within-bounds', findings)).toBe(held);
    expect(isHeld('within-bounds', mended(findings).left)).toBe(true);
  });

  test('are enforced in the last submission', () => {
    expect(mended(people(9_000_000_000_000_000)).left.audienceSizing).toBeUndefined();
    expect(mended(price(950_000)).left.unitEconomics).toBeUndefined();
    const { unitEconomics: _none, ...alone } = income(900_000_000);
    expect(mended(alone).left.monetization[0]!.high).toBe(sound.monetization[0]!.low * 20);
  });
});
