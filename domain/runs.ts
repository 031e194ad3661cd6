import type { CandidateStatus } from '../contracts/candidates';
import type { RunStatusName } from '../contracts/runs';
import { machine } from './machine';
import { MINUTE, listed, type Waiting } from './waits';

/** States of a run. A database trigger rejects transitions of a finished one. */
export const RUN = machine<RunStatusName>({
  queued: ['running', 'canceling', 'expired'],
  running: ['queued', 'canceling', 'completed', 'failed'], // Queued again where the agent provider refuses all work.
  canceling: ['canceled', 'completed', 'failed'], // Work that finished before the cancellation arrived is delivered.
  completed: [],
  failed: [],
  canceled: [],
  expired: [],
});

/** States of a run that has started and not ended: its workflow may be running. */
export const BEGUN_RUN = ['running', 'canceling'] as const satisfies readonly RunStatusName[];

/** States of a run that ended without findings for a reason that is not its owner's: an operator can repeat it. */
export const REPEATABLE_RUN = ['failed', 'expired'] as const satisfies readonly RunStatusName[];

/** States of a candidate of a search: settled once, permanently. */
export const CANDIDATE = machine<CandidateStatus>({
  planned: ['passed', 'excluded'],
  passed: [],
  excluded: [],
});

/** What waits for the workflow of a run. */
export const RUN_WAIT = {
  what: 'Run',
  table: 'runs',
  id: 'runs.id',
  waits: `status IN (${listed(RUN.open)})`,
  since: 'CASE WHEN started_at IS NULL THEN queue_expires_at ELSE deadline_at END',
  from: 'its deadline, or its queue expiry',
  longestMs: MINUTE,
  workflows: ['evaluation', 'search', 'candidate'],
  sweep: 'overdue_runs',
  net: { ends: 'ends it and gives its credit back' },
  cure: 'admin runs cancel ID --reason TEXT.',
} as const satisfies Waiting;
