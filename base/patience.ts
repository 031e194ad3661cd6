/** Timeouts (in milliseconds) and limits of runs and scans, from the settings of the process that starts them. */
export interface WorkPatience {
  /** Maximum number of corrections by the agent after failed checks. */
  maxRepairs: number;
  /** Missing heartbeats after which another worker follows the session. */
  heartbeatTimeoutMs: number;
  /** Timeout of a short step, after which its worker counts as lost. */
  stepTimeoutMs: number;
}

/** Timeouts of paid runs, with the deadlines that their kinds name. */
export interface RunPatience extends WorkPatience {
  evaluationDeadlineMs: number;
  searchDeadlineMs: number;
  /** Number of candidates of one search researched concurrently. */
  searchParallelism: number;
}

export interface ScanPatience extends WorkPatience {
  scanConfirmationMs: number;
  scanDeadlineMs: number;
}

/** How often findings that fail the checks go back to the agent. */
export const MAX_REPAIRS = 3;

/** Candidates of one search that are researched at the same time. */
export const SEARCH_PARALLELISM = 10;

/** How long a run may wait for a worker before it expires. */
export const RUN_QUEUE_EXPIRY_MS = 3_600_000;

/** How long after the start of a run its owner can take it back with its credit. */
export const UNDO_WINDOW_MS = 120_000;

/** How long a free scan can be confirmed. */
export const SCAN_CONFIRMATION_MS = 259_200_000;
