import { isScanAssignment, readAssignmentId } from '../../contracts/assignments';
import type { RunKind } from '../../contracts/runs';
import { loadCandidate } from '../../store/runs/read-candidates';
import { loadScan } from '../../store/scans/find-scan';
import { loadRun } from '../../store/runs/find-run';
import type { Run } from '../../store/runs/row';
import type { ActivityDeps } from '../deps';
import { brokenRecord } from '../failures';
import type { Assignment } from './assignment';
import { candidateAssignment } from './candidate-assignment';
import { ideaCheckAssignment } from './idea-check-assignment';
import { planAssignment } from './plan-assignment';
import { scanAssignment } from './scan-assignment';

/** First session of a run, by kind. */
const RUN_ASSIGNMENTS: { [Kind in RunKind]: (deps: ActivityDeps, run: Run<Kind>) => Assignment } = {
  idea_check: ideaCheckAssignment,
  custom_search: planAssignment,
};

/**
 * Loads an assignment by its id (see `contracts/assignments.ts`).
 *
 * @throws ApplicationFailure `internal_error`, not retried, if it does not exist
 */
export async function loadAssignment(deps: ActivityDeps, id: string): Promise<Assignment> {
  const { runId, candidateId } = readAssignmentId(id);
  if (isScanAssignment(id)) {
    const scan = await loadScan(deps.db, id);
    if (!scan) throw brokenRecord(`No scan ${id}`);
    return scanAssignment(deps, scan);
  }
  if (candidateId !== null) {
    const candidate = await loadCandidate(deps.db, runId, candidateId);
    if (!candidate) throw brokenRecord(`No candidate ${id}`);
    return candidateAssignment(deps, candidate);
  }
  const run = await loadRun(deps.db, runId);
  if (!run) throw brokenRecord(`No run ${runId}`);
  return runAssignment(deps, run);
}

function runAssignment<Kind extends RunKind>(deps: ActivityDeps, run: Run<Kind>): Assignment {
  return RUN_ASSIGNMENTS[run.kind](deps, run);
}
