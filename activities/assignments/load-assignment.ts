import { isScanAssignment, readAssignmentId } from '../../contracts/assignments';
import { loadCandidate } from '../../store/runs/candidates';
import { loadScan } from '../../store/free-scans';
import { loadRun } from '../../store/runs/read-runs';
import type { ActivityDeps } from '../deps';
import { endsRun } from '../failures';
import type { Assignment } from './assignment';
import { candidateAssignment } from './candidate-assignment';
import { ideaCheckAssignment } from './idea-check-assignment';
import { planAssignment } from './plan-assignment';
import { scanAssignment } from './scan-assignment';

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
