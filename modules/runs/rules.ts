import { askedOf, kindOf } from '../run-kinds/rules';

const MAX_TITLE = 90;

/** Title of a run in lists, headings and file names: the beginning of what was asked. */
export function titleOf(run: Parameters<typeof askedOf>[0] & Parameters<typeof kindOf>[0]): string {
  // Its input is deleted with an erased account.
  return beginningOf(askedOf(run) ?? '') || kindOf(run).label;
}

/** Beginning of what somebody wrote: its first line, cut at a word. */
export function beginningOf(asked: string): string {
  const text = asked.trim().split('\n', 1)[0]!.trim();
  if (text.length <= MAX_TITLE) return text;
  const cut = text.slice(0, MAX_TITLE);
  const words = cut.slice(0, cut.lastIndexOf(' ') > MAX_TITLE / 2 ? cut.lastIndexOf(' ') : MAX_TITLE);
  return `${words.replace(/(?<![\s,:;])[\s,:;]+$/, '')}…`;
}

/**
 * How often the runs of one account and mode can be taken back with their credit in a day, as their compute is ours. Each
 * can be within two minutes of its start, unless its agent has handed something in.
 */
export const UNDOS_PER_DAY = 3;

/** Moment until which a run that started then can be taken back. */
export function undoableUntil(startedAt: Date, undoWindowMs: number): Date {
  return new Date(startedAt.getTime() + undoWindowMs);
}

/** That time in words, in the largest unit of which it is a whole number. */
export function windowWords(undoWindowMs: number): string {
  const seconds = Math.round(undoWindowMs / 1_000);
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
