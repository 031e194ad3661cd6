import type { RunPatience } from '../../domain/messages/patience';

/** Timeouts and limits of runs that a test starts by hand: short steps, and deadlines that none of them meets. */
export const RUN_PATIENCE: RunPatience = {
  maxRepairs: 3,
  heartbeatTimeoutMs: 2_000,
  stepTimeoutMs: 40_000,
  evaluationDeadlineMs: 600_000,
  searchDeadlineMs: 600_000,
  searchParallelism: 2,
};
