import { withTexts } from '../base/data';

const DAY_MS = 86_400_000;
const AGO = /^(\d{1,4}) (day|month)s ago$/u;

/**
 * A value of an example with its dates filled in: `"40 days ago"` is a day, `"3 months ago"` a month, `"now"` a date-time,
 * all UTC and counted back from `now`. Other texts stay.
 */
export function withDates(value: unknown, now: Date): unknown {
  return withTexts(value, (text) => dateOf(text, now));
}

function dateOf(text: string, now: Date): string {
  if (text === 'now') return now.toISOString();
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count === undefined) return text;
  if (unit === 'day') return new Date(now.getTime() - Number(count) * DAY_MS).toISOString().slice(0, 10);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - Number(count))).toISOString().slice(0, 7);
}
