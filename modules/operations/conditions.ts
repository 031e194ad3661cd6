import type { AlertName, EpisodeName } from '../alerts/contract';

/** Time without a report after which the workers count as frozen. Each worker reports every 10 s. */
export const WORKERS_SILENT_MS = 45_000;
/** Time without a report after which one process counts as down while others in its role report. */
export const REPLICA_SILENT_MS = 120_000;
/** Time after which we stop reporting a process as missing. */
const MISSED_FOR_MS = 86_400_000;

/**
 * Age at which the newest archived log segment raises an alert. Processes write to the database every ten seconds, so a
 * segment is archived every minute.
 */
export const LATE_SEGMENT_MS = 15 * 60_000;
/** Age at which the last backup raises an alert. Backups run daily and take some time. */
export const LATE_BACKUP_MS = 30 * 3_600_000;
/** Time since the last comparison of the ledger with the provider that raises an alert. We compare them daily. */
const LATE_COMPARISON_MS = 2 * 86_400_000;

/** Minimum number of runs in the last hour for which we compute a failure rate. */
export const RUNS_FOR_A_RATE = 10;
/** If fewer runs ended in the last hour, we judge up to this many of the latest runs, none older than a day. */
export const LATEST_RUNS = 5;
/** Failures that are our fault, not due to the idea or the research. Two in the latest five runs raise an alert. */
const OUR_FAILURES = new Set<string | null>([
  'internal_error',
  'rendering_failed',
  'agent_unavailable',
  'queue_expired',
]);

/** Facts about the conditions that hold now, by alert name. */
export type Conditions = Partial<Record<EpisodeName, Facts>>;
type Facts = Record<string, string>;

/** State of the archived log and base backups; times in milliseconds. */
export interface Archive {
  mode: string;
  /** True if the last attempt to archive a log segment failed. */
  failing: boolean;
  /** Time since a log segment was archived; null if none ever was. */
  archivedMs: number | null;
  /** Time since the server started, in milliseconds. */
  upMs: number;
  /** Time since deploy/base-backup.sh last began a copy; null if it never did, for example on a hosted database. */
  backedUpMs: number | null;
}

export interface SeenProcess {
  /** Name of the process in Temporal. */
  identity: string;
  role: 'worker' | 'api';
  /** By the clock of the machine that the process runs on. */
  startedAt: Date;
  /** Time of the last report by the database's clock; `lastSeenMs` is the time since then. */
  seenAt: Date;
  lastSeenMs: number;
  /** Null if the process is running or has died. */
  stoppedAt: Date | null;
  /** Problems that the process reports about itself. */
  troubles: Conditions;
}

/** Figures that the watch compares with its limits. An age is null if there is nothing to measure. */
export interface WatchFigures {
  /** Time just before the other figures were read, by the database's clock. */
  readAt: Date;
  /** Time since any worker last reported; null if no worker is known. */
  workersSilentMs: number | null;
  oldestQueuedMs: number | null;
  oldestMessageMs: number | null;
  /** How far the comparison of the ledger with the provider's live records lags behind. */
  comparedMs: number | null;
  /** Live runs in the last hour that completed, failed or expired. */
  endedRuns: number;
  failedRuns: number;
  /** Failure codes of the latest runs within a day, latest first; null for completed runs. */
  latestRuns: readonly (string | null)[];
  archive: Archive;
  processes: readonly SeenProcess[];
  /** Alerts with an open episode. */
  open: readonly AlertName[];
}

export interface WatchLimits {
  queueAgeMs: number;
  outboxAgeMs: number;
  /** Maximum share of failed runs in an hour, 0 to 1. */
  failureShare: number;
}

/** Limits of the product's built-in alerts. */
export const WATCH_LIMITS: WatchLimits = { queueAgeMs: 900_000, outboxAgeMs: 120_000, failureShare: 0.2 };

type Judged = Omit<WatchFigures, 'readAt'>;

/** Alerts that follow from another alert. They are neither raised nor ended while the other alert is open. */
const CONSEQUENCES: Partial<Record<AlertName, readonly EpisodeName[]>> = {
  'worker-frozen': ['queue-stalled', 'outbox-stalled', 'loop-stalled', 'replica-down'],
  'agent-stopped': ['queue-stalled', 'run-failure-rate'],
};

/** Facts about each condition that holds; null for each that does not. Omits consequences of other alerts. */
export function conditionsOf(figures: Judged, limits: WatchLimits): Map<EpisodeName, Facts | null> {
  const live = figures.processes.filter(({ stoppedAt, lastSeenMs }) => !stoppedAt && lastSeenMs < WORKERS_SILENT_MS);
  const reported: Conditions = Object.assign({}, ...live.map(({ troubles }) => troubles));
  const conditions = new Map<EpisodeName, Facts | null>(
    Object.entries({
      'worker-frozen': older(figures.workersSilentMs, WORKERS_SILENT_MS),
      'queue-stalled': older(figures.oldestQueuedMs, limits.queueAgeMs),
      'outbox-stalled': older(figures.oldestMessageMs, limits.outboxAgeMs),
      'loop-stalled': reported['loop-stalled'] ?? null,
      'run-failure-rate': failingRuns(figures, limits.failureShare),
      'replica-down': missing(figures.processes, live),
      'provider-failing': reported['provider-failing'] ?? null,
      'disk-nearly-full': reported['disk-nearly-full'] ?? null,
      'backup-stale': stale(figures.archive),
      'reconciliation-failed': uncompared(figures.comparedMs),
    } satisfies Record<EpisodeName, Facts | null>) as [EpisodeName, Facts | null][],
  );
  const causes = [...figures.open, ...[...conditions].flatMap(([name, facts]) => (facts ? [name] : []))];
  for (const cause of causes) for (const name of CONSEQUENCES[cause] ?? []) conditions.delete(name);
  return conditions;
}

function older(ageMs: number | null, limitMs: number): Facts | null {
  return ageMs !== null && ageMs > limitMs ? { seconds: `${Math.floor(ageMs / 1_000)}` } : null;
}

/** Judges the failure rate if enough runs ended. Otherwise looks for three failures in a row, or two of our own. */
function failingRuns({ endedRuns, failedRuns, latestRuns }: Judged, share: number): Facts | null {
  const isMany = endedRuns >= RUNS_FOR_A_RATE;
  const [failed, ended] = isMany ? [failedRuns, endedRuns] : [count(latestRuns, isFailure), latestRuns.length];
  const isRow = count(latestRuns.slice(0, 3), isFailure) === 3;
  const isOften = isMany ? failedRuns / endedRuns > share : isRow || count(latestRuns, isOurs) >= 2;
  const failureCode = latestRuns.find((code) => code !== null) ?? 'unknown';
  return isOften ? { failed: `${failed}`, ended: `${ended}`, failureCode } : null;
}

const count = <T>(values: readonly T[], fits: (value: T) => boolean) => values.filter(fits).length;
const isFailure = (code: string | null) => code !== null;
const isOurs = (code: string | null) => OUR_FAILURES.has(code);

/** Finds a process that stopped reporting without a clean stop or a replacement, while others in its role report. */
function missing(processes: readonly SeenProcess[], live: readonly SeenProcess[]): Facts | null {
  for (const role of ['worker', 'api'] as const) {
    const own = processes.filter((one) => one.role === role && !one.stoppedAt && one.lastSeenMs < MISSED_FOR_MS);
    const silent = own.filter(({ lastSeenMs }) => lastSeenMs > REPLICA_SILENT_MS);
    const since = Math.min(...silent.map(({ seenAt }) => seenAt.getTime()));
    const others = own.filter((one) => live.includes(one));
    const replacements = count(others, ({ startedAt }) => startedAt.getTime() > since);
    const [latest] = silent;
    if (latest && others.length > 0 && silent.length > replacements) {
      return { role, identity: latest.identity, seconds: `${Math.floor(latest.lastSeenMs / 1_000)}` };
    }
  }
  return null;
}

function stale({ mode, failing, archivedMs, upMs, backedUpMs }: Archive): Facts | null {
  if (mode === 'off') return null;
  if (Math.min(archivedMs ?? Infinity, upMs) > LATE_SEGMENT_MS) {
    return { why: `no segment of its log was archived for 15 minutes${failing ? ': archive_command fails' : ''}` };
  }
  if ((backedUpMs ?? 0) <= LATE_BACKUP_MS) return null;
  return { why: `the last base backup is ${Math.floor(backedUpMs! / 3_600_000)} hours old` };
}

function uncompared(comparedMs: number | null): Facts | null {
  if (comparedMs === null || comparedMs <= LATE_COMPARISON_MS) return null;
  const why = `nothing was compared for ${Math.floor(comparedMs / 3_600_000)} hours`;
  return { why, workflowId: 'the schedule reconciliation' };
}
