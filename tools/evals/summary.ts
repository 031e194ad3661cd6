import { bandOf, EVAL_BRIEFS } from './briefs';
import type { Measured } from './measure';

/** Measure over all briefs. A change for the worse within `tolerance` means nothing: agents do not answer twice alike. */
interface Measure {
  label: string;
  better: 'higher' | 'lower';
  tolerance: number;
  of: (rows: Measured[]) => number | null;
}

type Of = Measure['of'];
const higher = (tolerance: number, label: string, of: Of): Measure => ({ label, better: 'higher', tolerance, of });
const lower = (tolerance: number, label: string, of: Of): Measure => ({ label, better: 'lower', tolerance, of });

/** Measures, in display order. */
export const MEASURES = {
  endedRightly: higher(0, 'ended as the label says', (rows) => share(rows, ({ endedRightly }) => endedRightly)),
  rulesHeld: higher(0.1, 'all rules held at the first hand-in', (rows) => {
    const due = rows.filter((row) => row.due || row.firstFlaws !== null);
    return share(due, ({ firstFlaws }) => firstFlaws === 0);
  }),
  verified: higher(0.05, 'quotations found on their pages', (rows) =>
    mean(rows.flatMap((row) => ofCited(row, row.end === 'accepted' ? row.verified : null, row.cited))),
  ),
  precision: higher(0.05, 'citations that stand and carry their claim', (rows) =>
    mean(rows.flatMap((row) => ofCited(row, row.supported, row.cited))),
  ),
  facts: higher(0.05, 'facts found of those that must be', (rows) =>
    ratio(rows.map(({ facts, factsFound }) => [factsFound, facts])),
  ),
  brier: lower(0.05, 'Brier score of the verdict’s confidence', (rows) => mean(rows.flatMap(brierOf))),
  outside: lower(3, 'points outside the labelled band', (rows) =>
    mean(rows.flatMap(({ outside }) => (outside === null ? [] : [outside]))),
  ),
  order: higher(0.1, 'pairs of briefs in the labelled order', concordance),
  expectations: higher(0.05, 'expectations of the briefs met', (rows) =>
    ratio(rows.map(({ expectations, unmet }) => [expectations - unmet.length, expectations])),
  ),
  cost: lower(250_000, 'cost of findings that were due, in millionths of a dollar', costOfFindings),
};

export type MeasureName = keyof typeof MEASURES;
const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];

/** Measures of a set of briefs; null where nothing could be measured. */
export type Summary = Record<MeasureName, number | null>;

/** Summary of the rows, rounded to four decimals so that a kept file has no noise. */
export function summarize(rows: Measured[]): Summary {
  const entries = MEASURE_NAMES.map((name) => {
    const value = MEASURES[name].of(rows);
    return [name, value === null ? null : Math.round(value * 10_000) / 10_000] as const;
  });
  return Object.fromEntries(entries) as Summary;
}

/** A measure now and before. */
export interface Difference {
  measure: MeasureName;
  before: number | null;
  now: number | null;
  verdict: 'better' | 'same' | 'worse' | 'not comparable';
}

/** Compares two summaries of the same briefs. */
export function compare(before: Summary, now: Summary): Difference[] {
  return MEASURE_NAMES.map((measure) => {
    const values = { measure, before: before[measure] ?? null, now: now[measure] };
    return { ...values, verdict: verdictOf(MEASURES[measure], values.before, values.now) };
  });
}

function verdictOf({ better, tolerance }: Measure, before: number | null, now: number | null) {
  if (before === null) return 'not comparable';
  // What can no longer be measured got lost.
  if (now === null) return 'worse';
  const gain = better === 'higher' ? now - before : before - now;
  if (gain < -tolerance) return 'worse';
  return gain > tolerance ? 'better' : 'same';
}

/** Chance that a verdict lies in its band, as its confidence says. */
const CHANCES = { low: 0.4, medium: 0.65, high: 0.9 } as const;

/** Square of what a confidence is wrong by: of a verdict in its band by what is missing to 1, else by all of it. */
function brierOf({ confidence, outside, due }: Measured): number[] {
  if (outside === null) return [];
  // Without a verdict where one is due nothing is worse.
  if (confidence === null) return due ? [1] : [];
  return [(CHANCES[confidence] - (outside === 0 ? 1 : 0)) ** 2];
}

/** Share of pairs with bands apart whose scores are in the same order; equal scores, or absent where due, are wrong. */
function concordance(rows: Measured[]): number | null {
  const bands = new Map(EVAL_BRIEFS.map((brief) => [brief.name, bandOf(brief)]));
  const scored = rows.flatMap(({ brief, due, score }) => {
    const band = bands.get(brief);
    return !band || (score === null && !due) ? [] : [{ score, band }];
  });
  const pairs = scored.flatMap((worse) =>
    scored
      .filter((better) => worse.band.high < better.band.low)
      .map((better) => better.score !== null && worse.score !== null && better.score > worse.score),
  );
  return share(pairs, (isRight) => isRight);
}

/** Cost of all plays by the findings that were due, so that doing nothing is not cheap. */
function costOfFindings(rows: Measured[]): number | null {
  const known = rows.filter(({ costMicros }) => costMicros !== null);
  const found = known.filter(({ due, end }) => due && end === 'accepted').length;
  return found === 0 ? null : known.reduce((sum, { costMicros }) => sum + costMicros!, 0) / found;
}

/** A share of one play. Findings that were due and cite nothing count as 0: an agent that cites nothing is not the best. */
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
