import { formatMoney } from '../../platform/format-money';
import type { Measured } from './measure';
import type { Comparison, Result } from './results';
import { MEASURE_NAMES, MEASURES, type MeasureName } from './summary';

const MICROS_A_CENT = 10_000;
const PLAYED = 'brief,play,kind,end,score,outside,flaws,corr.,verified,supported,facts,cost,time'.split(',');

/** The result as a person reads it: a row a play, then each measure with its value before and now. */
export function report(result: Result, compared: Comparison | null): string {
  const { provider, model, reader, definition, briefs, summary } = result;
  const unmet = new Set(briefs.flatMap((row) => row.unmet.map((words) => `  ${row.brief}: ${words}`)));
  const measures = MEASURE_NAMES.map((name) => {
    const difference = compared?.differences.find(({ measure }) => measure === name);
    const now = [MEASURES[name].label, shown(name, summary[name])];
    return difference ? [...now, shown(name, difference.before), signOf(difference.verdict)] : now;
  });
  return [
    `${provider}, model ${model}, second reader ${reader ?? 'none'}, definition ${definition.slice(0, 12)}`,
    '',
    table(PLAYED, briefs.map(rowOf)),
    '',
    ...(unmet.size > 0 ? ['Not met:', ...unmet, ''] : []),
    table(compared ? ['measure', 'now', 'kept', ''] : ['measure', 'now'], measures),
    '',
    compared ? comparedWith(compared) : 'Nothing was kept yet to compare with; --keep does.',
  ].join('\n');
}

/** Amount in millionths of a dollar as a person reads it. */
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
  const differs = changed.length > 0 ? ` It was measured with other ${changed.join(', other ')}: keep a new one.` : '';
  const missing = without.length > 0 ? ` It does not have: ${without.join(', ')}.` : '';
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

/** Rows below a head, in columns as wide as they need. */
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
