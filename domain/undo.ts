/**
 * How a run that has begun can be taken back with its credit: within `windowMs` of its start, unless its agent has handed
 * something in, and `perDay` times a day for one account and mode, as its compute is ours.
 */
export const UNDO = { windowMs: 120_000, perDay: 3 } as const;

/** Moment until which a run that started then can be taken back. */
export function undoableUntil(startedAt: Date): Date {
  return new Date(startedAt.getTime() + UNDO.windowMs);
}
