import { isScanAssignment, readAssignmentId } from '../../contracts/assignments';
import type { Flaw } from '../../contracts/check-findings';
import type { AgentBrief, SessionRef } from '../../providers/agents/research-agents';
import { loadCandidate } from '../../store/runs/candidates';
import { loadScan } from '../../store/free-scans';
import { loadRun } from '../../store/runs/read-runs';
import type { ActivityDeps } from '../deps';
import { endsRun } from '../failures';
import { candidateAssignment } from './candidate-assignment';
import { ideaCheckAssignment } from './idea-check-assignment';
import { planAssignment } from './plan-assignment';
import { scanAssignment } from './scan-assignment';

/** What one session works on: where its brief comes from, and where what it hands in goes. */
export interface Assignment {
  /** Since when a session of it can be there. */
  since: Date;
  /** Whether work on it has begun, so that there may be a session. */
  begun: boolean;
  brief: AgentBrief;
  /** Spend at which the session is stopped, in millionths of a US dollar. */
  budgetMicros: number;
  /** The session that works on it, where one was recorded. */
  sessionId: string | null;
  recordSession: (session: SessionRef) => Promise<void>;
  /** Keeps what was handed in, as it came. */
  keepSubmission: (submission: Buffer) => Promise<void>;
  /** What was handed in last, or null. */
  submission: () => Promise<Buffer | null>;
  /** Checks what was handed in and keeps it where it passed; else says what is wrong with it. */
  accept: (submitted: unknown) => Promise<Flaw[]>;
}

/**
 * The assignment with an id of `contracts/assignments.ts`.
 *
 * @throws ApplicationFailure `internal_error`, not retried, where there is none
 */
export async function loadAssignment(deps: ActivityDeps, id: string): Promise<Assignment> {
  const { runId, candidateId } = readAssignmentId(id);
  if (isScanAssignment(id)) {
    const scan = await loadScan(deps.db, id);
    if (!scan) throw endsRun('internal_error', `No scan ${id}`);
    return scanAssignment(deps, scan);
  }
  if (candidateId !== null) {
    const candidate = await loadCandidate(deps.db, runId, candidateId);
    if (!candidate) throw endsRun('internal_error', `No candidate ${id}`);
    return candidateAssignment(deps, candidate);
  }
  const run = await loadRun(deps.db, runId);
  if (!run) throw endsRun('internal_error', `No run ${runId}`);
  return run.kind === 'custom_search' ? planAssignment(deps, run) : ideaCheckAssignment(deps, run);
}
