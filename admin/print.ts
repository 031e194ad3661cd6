import { plainJson, plainText } from '../base/plain-text';
import { formatMoney } from '../base/wording';

type Row = Record<string, unknown>;

/** Prints JSON if `json` is set, otherwise a table without control sequences. Prints `note` to standard error. */
export function print(result: object, options: { json?: boolean; note?: string | undefined }): void {
  process.stdout.write(options.json ? `${plainJson(result)}\n` : textOf(result));
  if (options.note) process.stderr.write(`${plainText(options.note)}\n`);
}

/** Formats a list as a table, and an object as one field per line, with nested lists as tables. */
export function textOf(result: object): string {
  return Array.isArray(result) ? table(result.map((row) => inMoney(row) as Row)) : fieldsOf(inMoney(result) as Row);
}

/** Age in the largest whole unit, such as `3 h`. */
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

function fieldsOf(row: Row): string {
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

/** Formats an amount: `$49.00` as text, or minor units with `--json`. */
export function shownMoney(
  command: { optsWithGlobals(): { json?: boolean } },
  money: { amount: number; currency: string },
): string | number {
  return command.optsWithGlobals().json ? money.amount : formatMoney(money);
}

type Fields = Record<string, unknown>;

/** Fields that hold amounts in minor units of the adjacent `currency` field. */
const IN_CURRENCY = new Set('amount fee taxAmount available held pending frozen approvedAvailable'.split(' '));

const DOLLARS_OF_SESSIONS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'usd',
  maximumFractionDigits: 4,
});

/** Formats all amounts in a result: `…Cents`, `…Micros`, and amounts with a currency next to them. */
export function inMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inMoney);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = value as Fields;
  const currencies = new Set<string>();
  const shown = Object.entries(fields).map(([name, field]) => {
    const money = moneyOf(fields, name, field);
    if (!money) return [name, inMoney(field)] as const;
    if (money.currency) currencies.add(money.currency);
    return [money.name, money.text] as const;
  });
  return Object.fromEntries(shown.filter(([name]) => !currencies.has(name)));
}

interface ShownMoney {
  name: string;
  text: string | null;
  currency?: string;
}

function moneyOf(fields: Fields, name: string, field: unknown): ShownMoney | null {
  if (typeof field !== 'number' && field !== null) return null;
  const cents = /^(\w+)Cents$/.exec(name)?.[1];
  if (cents) return { name: cents, text: field === null ? null : formatMoney({ amount: field, currency: 'usd' }) };
  const micros = /^(\w+)Micros$/.exec(name)?.[1];
  if (micros) return { name: micros, text: field === null ? null : DOLLARS_OF_SESSIONS.format(field / 1_000_000) };
  if (field === null) return null;
  const stem = /^(\w+)Amount$/.exec(name)?.[1];
  const own = stem && `${stem}Currency`;
  if (own && isCurrency(fields[own])) {
    return { name: stem, text: formatMoney({ amount: field, currency: fields[own] }), currency: own };
  }
  if (!IN_CURRENCY.has(name) || !isCurrency(fields['currency'])) return null;
  return { name, text: formatMoney({ amount: field, currency: fields['currency'] }), currency: 'currency' };
}

function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value);
}
