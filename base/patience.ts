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
