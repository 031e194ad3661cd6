import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { formatMoney } from '../../base/wording';
import { rulesAsMarkdown } from '../documents/tables';
import { EVAL_BRIEFS, setHash } from './briefs';
import { measure, type Measured } from './measure';
import { flawsOf, type Trial } from './trial';
import {
  compare,
  summarize,
  MEASURE_NAMES,
  MEASURES,
  type Difference,
  type Summary,
  type MeasureName,
} from './summary';

/** The provider, agent definition and second reader of a trial. */
export interface Origin {
  provider: string;
  definition: string;
  /** Model that judged claims; null if no model did. */
  reader: string | null;
}

/** Result of the evals, printed by `--json` and written by `--keep`. Compare only results from the same provider. */
export interface Result extends Origin {
  model: string;
  rules: string;
  set: string;
  measuredAt: string;
  summary: Summary;
  briefs: Measured[];
}

/** Number of runs per brief in a stored result. With fewer runs, the spread depends on chance. */
export const TRIALS = 3;

export function resultOf({ provider, definition, reader }: Origin, trials: readonly Trial[]): Result {
  const briefs = trials.map((trial) =>
    measure(
      EVAL_BRIEFS.find(({ name }) => name === trial.brief)!,
      trial,
      flawsOf,
    ),
  );
  return {
    provider,
    model: [...new Set(trials.map(({ model }) => model))].join(', ') || 'none',
    definition,
    rules: createHash('sha256').update(rulesAsMarkdown()).digest('hex'),
    set: setHash(),
    reader,
    measuredAt: new Date().toISOString(),
    summary: summarize(briefs),
    briefs,
  };
}

/** Writes a trial next to the other trials of its run, so that it can be measured again. */
export function record(folder: string, { provider, definition, reader }: Origin, trial: Trial): void {
  const text = JSON.stringify({ ...trial, provider, definition, reader }, null, 2);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${trial.brief}.${trial.round}.json`), `${text}\n`);
}

/** Reads the trials in a folder. @throws Error if it is empty, mixes origins or names an unknown brief */
export function readRecordings(folder: string): (Trial & Origin)[] {
  const trials = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Trial & Origin)
    .toSorted((a, b) => a.round - b.round);
  if (trials.length === 0) throw new Error(`No recorded trials in ${folder}`);
  const origins = new Set(trials.map(({ provider, definition, reader }) => `${provider} ${definition} ${reader}`));
  if (origins.size > 1) throw new Error(`Recorded at several providers, definitions or readers: ${folder}`);
  const unknown = trials.filter(({ brief }) => !EVAL_BRIEFS.some(({ name }) => name === brief));
  if (unknown.length > 0) throw new Error(`Not in the set: ${unknown.map(({ brief }) => brief).join(', ')}`);
  return EVAL_BRIEFS.flatMap(({ name }) => trials.filter(({ brief }) => brief === name));
}

export const keptFile = (provider: string) => join(PACKAGE_ROOT, 'tools', 'evals', 'kept', `${provider}.json`);

export function lastKept(file: string): Result | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : null;
}

/** Stores a result of all trials of all briefs. @throws Error for a partial result */
export function keep(file: string, result: Result): void {
  const missing = EVAL_BRIEFS.filter(({ name }) => result.briefs.filter(({ brief }) => brief === name).length < TRIALS);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new Error(`Only a result with ${TRIALS} trials of each brief can be kept; missing: ${names}`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

export interface Comparison {
  measuredAt: string;
  model: string;
  /** Changes other than the agent's variance, such as a new prompt. They require storing a new result. */
  changed: string[];
  /** Briefs that the stored result lacks. */
  without: string[];
  differences: Difference[];
}

const DECISIVE = {
  definition: 'prompt, tools or schema',
  rules: 'rules',
  model: 'model',
  reader: 'second reader',
  set: 'briefs, labels or facts',
} as const;

/** Compares a result with a stored one over the briefs that they share. */
export function comparison(kept: Result, now: Result): Comparison {
  const known = new Set(kept.briefs.map(({ brief }) => brief));
  const shared = now.briefs.filter(({ brief }) => known.has(brief));
  const names = new Set(shared.map(({ brief }) => brief));
  const decisive = Object.keys(DECISIVE) as (keyof typeof DECISIVE)[];
  return {
    measuredAt: kept.measuredAt,
    model: kept.model,
    changed: decisive.filter((name) => kept[name] !== now[name]).map((name) => DECISIVE[name]),
    without: [...new Set(now.briefs.map(({ brief }) => brief))].filter((brief) => !known.has(brief)),
    differences: compare(summarize(kept.briefs.filter(({ brief }) => names.has(brief))), summarize(shared)),
  };
}

const MICROS_A_CENT = 10_000;
const COLUMNS = 'brief,trial,kind,end,score,outside,flaws,corr.,verified,supported,facts,cost,time'.split(',');

/** The result as text: one row per trial, then the previous and current value of each measure. */
export function report(result: Result, compared: Comparison | null): string {
  const { provider, model, reader, definition, briefs, summary } = result;
  const unmet = new Set(briefs.flatMap((row) => row.unmet.map((words) => `  ${row.brief}: ${words}`)));
  const measures = MEASURE_NAMES.map((name) => {
    const difference = compared?.differences.find((each) => each.measure === name);
    const now = [MEASURES[name].label, shown(name, summary[name])];
    return difference ? [...now, shown(name, difference.before), signOf(difference.verdict)] : now;
  });
  return [
    `${provider}, model ${model}, second reader ${reader ?? 'none'}, definition ${definition.slice(0, 12)}`,
    '',
    table(COLUMNS, briefs.map(rowOf)),
    '',
    ...(unmet.size > 0 ? ['Not met:', ...unmet, ''] : []),
    table(compared ? ['measure', 'now', 'kept', ''] : ['measure', 'now'], measures),
    '',
    compared ? comparedWith(compared) : 'There is no kept result to compare with; --keep stores this one.',
  ].join('\n');
}

export function inDollars(micros: number): string {
  return formatMoney({ amount: Math.round(micros / MICROS_A_CENT), currency: 'usd' });
}

function rowOf(row: Measured): string[] {
  const { brief, kind, end, score, outside, firstFlaws, corrections, cited, verified, supported } = row;
  const accepted = end === 'accepted';
  return [
    brief,
    String(row.round),
    kind,
    row.endedRightly ? end : `${end} !`,
    score === null ? '-' : String(score),
    outside === null ? '-' : String(outside),
    firstFlaws === null ? '-' : String(firstFlaws),
    String(corrections),
    accepted ? `${verified ?? '?'}/${cited}` : '-',
    accepted ? `${supported ?? '?'}/${cited}` : '-',
    accepted ? `${row.factsFound}/${row.facts}` : '-',
    row.costMicros === null ? '-' : inDollars(row.costMicros),
    `${row.seconds.toFixed(1)} s`,
  ];
}

function comparedWith({ measuredAt, model, changed, without }: Comparison): string {
  const differs =
    changed.length > 0 ? ` It was measured with a different ${changed.join(', ')}: keep a new result.` : '';
  const missing = without.length > 0 ? ` It lacks these briefs: ${without.join(', ')}.` : '';
  return `Kept: ${measuredAt}, model ${model}.${differs}${missing}`;
}

function signOf(verdict: Comparison['differences'][number]['verdict']): string {
  return verdict === 'not comparable' ? '' : verdict === 'same' ? '=' : verdict;
}

function shown(name: MeasureName, value: number | null): string {
  if (value === null) return '-';
  switch (MEASURES[name].unit) {
    case 'share':
      return `${Math.round(value * 100)}%`;
    case 'score':
      return value.toFixed(2);
    case 'micros':
      return inDollars(value);
    case 'seconds':
      return `${value.toFixed(1)} s`;
    default:
      return value.toFixed(1);
  }
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
