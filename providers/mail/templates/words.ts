import { dayInUtc } from '../../../platform/wording';

const QUOTED_LENGTH = 120;

/** Truncates to one line of at most `length` code points, with an ellipsis for what was cut. */
export function shortened(text: string, length = QUOTED_LENGTH): string {
  const characters = Array.from(text.replace(/\s+/gu, ' ').trim());
  if (characters.length <= length) return characters.join('');
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`;
}

/** Time span in words, in its largest whole unit, such as `15 minutes` or `3 days`. */
export function span(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [unit, length] = units.find(([, each]) => ms >= each && ms % each === 0) ?? units[3];
  return counted(Math.max(1, Math.round(ms / length)), unit);
}

/** A number with its noun: `1 source`, `3 sources`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Day and time in UTC, such as `November 21, 2026 at 17:15 UTC`. */
export function moment(at: Date): string {
  return `${dayInUtc(at)} at ${at.toISOString().slice(11, 16)} UTC`;
}
