/**
 * Part of the `dedupeKey` of a restart that a sweep decides on: processes that look at the same item at the same time
 * restart it once. `checkEach` spaces restarts; a key of a longer time would swallow one that is due (after a restore,
 * or where the clocks of workers differ), and nobody would know. UTC, to the minute: 2026-11-25T15:40.
 */
export const thisMinute = (): string => new Date().toISOString().slice(0, 16);
