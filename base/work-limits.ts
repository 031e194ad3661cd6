/** Timeouts (in milliseconds) and limits of runs and scans, as set for the process that starts the work. */
export interface WorkLimits {
  /** How often an agent may correct its work after failed checks. */
  maxRepairs: number;
  /** Time without a heartbeat after which another worker takes over the session. */
  heartbeatTimeoutMs: number;
  /** Timeout of a short step. After it, the step's worker counts as lost. */
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

/** How often an agent may correct its work after failed checks. */
export const MAX_REPAIRS = 3;

export const SEARCH_PARALLELISM = 10;

/** How long a run may wait for a worker before it expires. */
export const RUN_QUEUE_EXPIRY_MS = 3_600_000;

/** How long after the start of a run its owner can undo it and get the credit back. */
export const UNDO_WINDOW_MS = 120_000;

/** How long a free scan can be confirmed. */
export const SCAN_CONFIRMATION_MS = 259_200_000;
