import type { CleanedEnv } from 'envalid';
import type { RunPatience } from '../domain/messages/patience';
import type { runSettings } from '../platform/run-settings';

/** Timeouts of runs that an operator starts, from the same settings as those of the API. */
export function patienceOf(settings: CleanedEnv<typeof runSettings>): RunPatience {
  return {
    evaluationDeadlineMs: settings.EVALUATION_DEADLINE,
    searchDeadlineMs: settings.SEARCH_DEADLINE,
    searchParallelism: settings.SEARCH_PARALLELISM,
    maxRepairs: settings.RUN_MAX_REPAIRS,
    heartbeatTimeoutMs: settings.SESSION_HEARTBEAT_TIMEOUT,
    stepTimeoutMs: settings.STEP_TIMEOUT,
  };
}
