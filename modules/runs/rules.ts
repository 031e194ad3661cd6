import { askedOf, kindOf } from '../run-kinds/rules';

const MAX_TITLE = 90;

/** Title of a run in lists, headings and file names: the beginning of its request. */
export function titleOf(run: Parameters<typeof askedOf>[0] & Parameters<typeof kindOf>[0]): string {
  // Falls back to the kind, because the input is gone once the run is deleted or its account is erased.
  return beginningOf(askedOf(run) ?? '') || kindOf(run).label;
}

/** Beginning of a user's text: the first line, cut at a word boundary. */
export function beginningOf(asked: string): string {
  const text = asked.trim().split('\n', 1)[0]!.trim();
  if (text.length <= MAX_TITLE) return text;
  const cut = text.slice(0, MAX_TITLE);
  const words = cut.slice(0, cut.lastIndexOf(' ') > MAX_TITLE / 2 ? cut.lastIndexOf(' ') : MAX_TITLE);
  return `${words.replace(/(?<![\s,:;])[\s,:;]+$/, '')}…`;
}

/**
 * Maximum number of undos per account, mode and day. An undo returns the credit, although we have already paid for the
 * compute. A run can be undone within two minutes of its start, until its agent submits something.
 */
export const UNDOS_PER_DAY = 3;

/** Time until which a run that started at `startedAt` can be undone. */
export function undoableUntil(startedAt: Date, undoWindowMs: number): Date {
  return new Date(startedAt.getTime() + undoWindowMs);
}

/** Formats the undo window in the largest unit that gives a whole number. */
export function windowWords(undoWindowMs: number): string {
  const seconds = Math.round(undoWindowMs / 1_000);
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
