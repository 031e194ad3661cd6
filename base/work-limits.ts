/** Timeouts (in milliseconds) and limits of runs and scans, as configured in the process that starts the work. */
export interface WorkLimits {
  /** Number of times an agent may correct its work after failed checks. */
  maxRepairs: number;
  /** Time without a heartbeat after which another worker takes over the session. */
  heartbeatTimeoutMs: number;
  /** Timeout of a short step, after which its worker counts as lost. */
  stepTimeoutMs: number;
}

/** Timeouts of paid runs, with a deadline for each kind. */
export interface RunLimits extends WorkLimits {
  evaluationDeadlineMs: number;
  searchDeadlineMs: number;
  /** Candidates of one search that are researched concurrently. */
  searchParallelism: number;
}

export interface ScanLimits extends WorkLimits {
  scanConfirmationMs: number;
  scanDeadlineMs: number;
}

/** Number of times an agent may correct its work after failed checks. */
export const MAX_REPAIRS = 3;

export const SEARCH_PARALLELISM = 10;

/** Longest time that a run waits for a worker before it expires. */
export const RUN_QUEUE_EXPIRY_MS = 3_600_000;

/** Time after the start of a run in which its owner can undo it and get the credit back. */
export const UNDO_WINDOW_MS = 120_000;

/** Time in which a free scan can be confirmed. */
export const SCAN_CONFIRMATION_MS = 259_200_000;
