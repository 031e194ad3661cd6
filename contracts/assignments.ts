/**
 * Id of an assignment: a run itself (an Idea Check, or the plan of a search), one of its candidates, or a free scan.
 * Also the reference by which its session is found again at the agent provider.
 */
export function assignmentId(runId: string, candidateId?: string): string {
  return candidateId === undefined ? runId : `${runId}/${candidateId}`;
}

/** Parses an id made by {@link assignmentId}. */
export function readAssignmentId(id: string): { runId: string; candidateId: string | null } {
  const [runId, candidateId = null] = id.split('/') as [string, string?];
  return { runId, candidateId };
}

/** True for the id of a free scan. */
export function isScanAssignment(id: string): boolean {
  return id.startsWith('scn_');
}
