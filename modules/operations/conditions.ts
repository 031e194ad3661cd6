import type { EpisodeName } from '../alerts/contract';

/** Silence of every worker after which they count as frozen; each reports every 10 s. */
export const WORKERS_SILENT_MS = 45_000;

/** Fewest runs of the last hour that say anything about a rate. */
export const RUNS_FOR_A_RATE = 10;

/** Figures that the watch compares with its limits; ages are null where there is nothing to measure. */
export interface WatchFigures {
  /** By the clock of the database, before the others. */
  readAt: Date;
  /** Since any worker last reported; null where none is known. */
  workersSilentMs: number | null;
  oldestQueuedMs: number | null;
  oldestMessageMs: number | null;
  /** Live runs of the last hour that ended otherwise than canceled. */
  endedRuns: number;
  failedRuns: number;
  /** Most common failure of them; null where none failed. */
  failureCode: string | null;
}

export interface WatchLimits {
  queueAgeMs: number;
  outboxAgeMs: number;
  /** Part of the runs of an hour, 0 to 1. */
  failureShare: number;
}

/** Limits of the product's own alerts. */
export const WATCH_LIMITS: WatchLimits = { queueAgeMs: 900_000, outboxAgeMs: 120_000, failureShare: 0.2 };

/** Facts of each condition that holds; the others are over. The rules in deploy/alerts.yaml are the same ones. */
export function conditionsThatHold(
  figures: Omit<WatchFigures, 'readAt'>,
  limits: WatchLimits,
): Map<EpisodeName, Facts> {
  const { endedRuns, failedRuns, failureCode } = figures;
  const isOften = endedRuns >= RUNS_FOR_A_RATE && failedRuns / endedRuns > limits.failureShare;
  const facts: Record<EpisodeName, Facts | null> = {
    'worker-frozen': older(figures.workersSilentMs, WORKERS_SILENT_MS),
    'queue-stalled': older(figures.oldestQueuedMs, limits.queueAgeMs),
    'outbox-stalled': older(figures.oldestMessageMs, limits.outboxAgeMs),
    'run-failure-rate': isOften
      ? { failed: `${failedRuns}`, ended: `${endedRuns}`, failureCode: failureCode ?? 'unknown' }
      : null,
  };
  return new Map(Object.entries(facts).filter(([, held]) => held !== null) as [EpisodeName, Facts][]);
}

type Facts = Record<string, string>;

function older(ageMs: number | null, limitMs: number): Facts | null {
  return ageMs !== null && ageMs > limitMs ? { seconds: `${Math.floor(ageMs / 1_000)}` } : null;
}
