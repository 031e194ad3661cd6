import { groupBy } from '../../base/collections';
import { bandOf, EVAL_BRIEFS } from './briefs';
import type { Measured } from './measure';

type Unit = 'share' | 'points' | 'score' | 'count' | 'micros' | 'seconds';
type Over = (rows: Measured[]) => number | null;

/** A measure over all briefs. A decline within `tolerance` is noise: agents never give the same answer twice. */
class Measure {
  constructor(
    readonly label: string,
    readonly better: 'higher' | 'lower' | 'neither',
    readonly tolerance: number,
    readonly unit: Unit,
    readonly of: Over,
  ) {}
}

/** Measures in display order. Time never counts as worse, because it depends on the provider's load. */
export const MEASURES = {
  endedRightly: new Measure('ended as the label says', 'higher', 0, 'share', (rows) =>
    share(rows, ({ endedRightly }) => endedRightly),
  ),
  rulesHeld: new Measure('all rules held at the first submission', 'higher', 0.1, 'share', (rows) => {
    const due = rows.filter((row) => row.due || row.firstFlaws !== null);
    return share(due, ({ firstFlaws }) => firstFlaws === 0);
  }),
  corrections: new Measure('corrections per session', 'lower', 0.5, 'count', (rows) =>
    mean(rows.flatMap(({ firstFlaws, corrections }) => (firstFlaws === null ? [] : [corrections]))),
  ),
  verified: new Measure('quotations found on their pages', 'higher', 0.05, 'share', (rows) =>
    mean(rows.flatMap((row) => ofCited(row, row.end === 'accepted' ? row.verified : null, row.cited))),
  ),
  independence: new Measure('cited sources that are independent', 'higher', 0.1, 'share', (rows) =>
    mean(rows.flatMap((row) => ofCited(row, row.independent, row.cited))),
  ),
  precision: new Measure(
    'citations found on their page that support their claim (precision)',
    'higher',
    0.05,
    'share',
    (rows) => mean(rows.flatMap((row) => ofCited(row, row.supported, row.cited))),
  ),
  recall: new Measure('statements with such a citation (recall)', 'higher', 0.05, 'share', (rows) =>
    mean(rows.flatMap((row) => ofCited(row, row.carried, row.statements))),
  ),
  entailment: new Measure('judged claims that follow from their quotation', 'higher', 0.05, 'share', (rows) =>
    mean(rows.flatMap((row) => ofCited(row, row.supported, row.judged))),
  ),
  facts: new Measure('expected facts found', 'higher', 0.05, 'share', (rows) =>
    ratio(rows.map(({ facts, factsFound }) => [factsFound, facts])),
  ),
  duplicates: new Measure('evidence that repeats other evidence', 'lower', 0.03, 'share', (rows) =>
    ratio(rows.map(({ duplicates, cited }) => [duplicates, cited])),
  ),
  brier: new Measure(
    'Brier score of the verdict’s confidence (low 0.4, medium 0.65, high 0.9)',
    'lower',
    0.05,
    'score',
    (rows) => mean(rows.flatMap(brierOf)),
  ),
  spread: new Measure('spread of the verdict across repetitions', 'lower', 4, 'points', spreadOf),
  inBand: new Measure('scores inside their labeled band', 'higher', 0.1, 'share', (rows) => {
    const banded = rows.filter(({ outside }) => outside !== null);
    return share(banded, ({ outside }) => outside === 0);
  }),
  outside: new Measure('points outside the band', 'lower', 3, 'points', (rows) =>
    mean(rows.flatMap(({ outside }) => (outside === null ? [] : [outside]))),
  ),
  order: new Measure('pairs of briefs in the labeled order', 'higher', 0.1, 'share', concordance),
  expectations: new Measure('expectations of the briefs that were met', 'higher', 0.05, 'share', (rows) =>
    ratio(rows.map(({ expectations, unmet }) => [expectations - unmet.length, expectations])),
  ),
  cost: new Measure('cost of an expected result', 'lower', 250_000, 'micros', (rows) =>
    costBy(rows, ({ due, end }) => (due && end === 'accepted' ? 1 : 0)),
  ),
  costOfClaim: new Measure('cost of a supported claim', 'lower', 20_000, 'micros', (rows) =>
    costBy(rows, ({ supported }) => supported ?? 0),
  ),
  time: new Measure('time of a session', 'neither', 0, 'seconds', (rows) => mean(rows.map(({ seconds }) => seconds))),
} as const;

export type MeasureName = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];

/** Measures of a set of briefs; null if not measurable. */
export type Summary = Record<MeasureName, number | null>;

/** Summarizes the rows, rounded to four decimals to keep noise out of stored files. */
export function summarize(rows: Measured[]): Summary {
  const entries = MEASURE_NAMES.map((name) => {
    const value = MEASURES[name].of(rows);
    return [name, value === null ? null : Math.round(value * 10_000) / 10_000] as const;
  });
  return Object.fromEntries(entries) as Summary;
}

export interface Difference {
  measure: MeasureName;
  before: number | null;
  now: number | null;
  verdict: 'better' | 'same' | 'worse' | 'not comparable';
}

export function compare(before: Summary, now: Summary): Difference[] {
  return MEASURE_NAMES.map((measure) => {
    const values = { measure, before: before[measure] ?? null, now: now[measure] };
    // Briefs that ran only once have no spread to compare.
    const isOnce = measure === 'spread' && values.now === null;
    const verdict = isOnce ? 'not comparable' : verdictOf(MEASURES[measure], values.before, values.now);
    return { ...values, verdict };
  });
}

function verdictOf({ better, tolerance }: Measure, before: number | null, now: number | null) {
  if (better === 'neither' || before === null) return 'not comparable';
  // A measure that is no longer available counts as worse.
  if (now === null) return 'worse';
  const gain = better === 'higher' ? now - before : before - now;
  if (gain < -tolerance) return 'worse';
  return gain > tolerance ? 'better' : 'same';
}

/** Probability that the score is in its band, by stated confidence. */
const CHANCES = { low: 0.4, medium: 0.65, high: 0.9 } as const;

/** Squared error of the stated confidence: its distance from 1 if the score is in its band, otherwise from 0. */
function brierOf({ confidence, outside, due }: Measured): number[] {
  if (outside === null) return [];
  // The worst case is a verdict that was due but is missing.
  if (confidence === null) return due ? [1] : [];
  return [(CHANCES[confidence] - (outside === 0 ? 1 : 0)) ** 2];
}

/** Spread of a brief if one of its trials lacks a score that was due. */
const FURTHEST = 100;

/** Mean distance between each brief's highest and lowest score; null if no brief ran twice. */
function spreadOf(rows: Measured[]): number | null {
  const briefs = [...groupBy(rows, ({ brief }) => brief).values()].filter((trials) => trials.length > 1);
  return mean(
    briefs.flatMap((trials) => {
      const scores = trials.flatMap(({ score }) => (score === null ? [] : [score]));
      if (scores.length < trials.length) return trials.some(({ due }) => due) ? [FURTHEST] : [];
      return [Math.max(...scores) - Math.min(...scores)];
    }),
  );
}

/** Share of pairs with disjoint bands whose scores are in the bands' order. Ties and missing due scores are wrong. */
function concordance(rows: Measured[]): number | null {
  const bands = new Map(EVAL_BRIEFS.map((brief) => [brief.name, bandOf(brief)]));
  const scored = rows.flatMap(({ brief, due, score }) => {
    const band = bands.get(brief);
    return !band || (score === null && !due) ? [] : [{ score, band }];
  });
  const pairs = scored.flatMap((lower) =>
    scored
      .filter((upper) => lower.band.high < upper.band.low)
      .map((upper) => upper.score !== null && lower.score !== null && upper.score > lower.score),
  );
  return share(pairs, (isRight) => isRight);
}

/** Cost of all trials per useful result, so that doing nothing does not look cheap. Null if nothing was useful. */
function costBy(rows: Measured[], useOf: (row: Measured) => number): number | null {
  const known = rows.filter(({ costMicros }) => costMicros !== null);
  const use = known.reduce((sum, row) => sum + useOf(row), 0);
  return use === 0 ? null : known.reduce((sum, { costMicros }) => sum + costMicros!, 0) / use;
}

/** A share within one trial. Findings without citations count as 0, so that citing nothing does not win. */
function ofCited({ due, cited }: Measured, part: number | null, whole: number | null): number[] {
  if (cited === 0) return due ? [0] : [];
  return part === null || !whole ? [] : [part / whole];
}

function share<T>(values: T[], holds: (value: T) => boolean): number | null {
  return values.length === 0 ? null : values.filter(holds).length / values.length;
}

function ratio(parts: [number, number][]): number | null {
  const whole = parts.reduce((sum, [, part]) => sum + part, 0);
  return whole === 0 ? null : parts.reduce((sum, [part]) => sum + part, 0) / whole;
}

function mean(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
