import { formatMoney } from '../platform/format-money';
import { plainJson, plainText } from '../platform/plain-text';
import { inMoney } from './money';

type Row = Record<string, unknown>;

/**
 * Prints the result of a command: with `json` exactly one JSON value on standard output, with money in the smallest
 * unit; else a table for people, who see `$1,499.00`. Text of others comes without what a terminal would obey. `note`
 * goes to standard error, so it never mixes with the value.
 */
export function print(result: object, options: { json?: boolean; note?: string | undefined }): void {
  process.stdout.write(options.json ? `${plainJson(result)}\n` : textOf(result));
  if (options.note) process.stderr.write(`${plainText(options.note)}\n`);
}

/** A result as people read it: a table, or its fields, where rows are a table below their name. */
export function textOf(result: object): string {
  return Array.isArray(result) ? table(result.map((row) => inMoney(row) as Row)) : fields(inMoney(result) as Row);
}

/** Age of a moment in the largest whole unit, such as `3 h`. */
export function ageOf(since: Date, now = Date.now()): string {
  return durationOf(now - since.getTime());
}

/** A duration in the largest whole unit, such as `40 s` or `3 h`. */
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}

function text(value: unknown): string {
  if (typeof value === 'string') return plainText(value);
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(text).join(', ') || '-';
  return plainJson(value);
}

function fields(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) =>
      isRows(value) ? `${name}\n${table(value).replace(/^(?=.)/gm, '  ')}` : `${name.padEnd(width)}  ${text(value)}\n`,
    )
    .join('');
}

function isRows(value: unknown): value is Row[] {
  const isRow = (row: unknown) => Object.prototype.toString.call(row) === '[object Object]';
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

function table(rows: Row[]): string {
  if (rows.length === 0) return '(none)\n';
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** Money of a result: `$49.00` for people; with `--json` minor units. */
export function shownMoney(
  command: { optsWithGlobals(): { json?: boolean } },
  money: { amount: number; currency: string },
): string | number {
  return command.optsWithGlobals().json ? money.amount : formatMoney(money);
}
