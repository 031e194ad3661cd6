/**
 * How often the runs of one account and mode can be taken back with their credit in a day, as their compute is ours. Each
 * can be within `UNDO_WINDOW` of its start, unless its agent has handed something in.
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
