/**
 * Id of one thing that a session is started for: the run itself (an Idea Check, or the plan of a search), one of its
 * candidates, or a free scan. It is also the reference by which the session is found again at the agent provider.
 */
export function assignmentId(runId: string, candidateId?: string): string {
  return candidateId === undefined ? runId : `${runId}/${candidateId}`;
}

/** The parts of an id made by {@link assignmentId}. */
export function readAssignmentId(id: string): { runId: string; candidateId: string | null } {
  const [runId, candidateId = null] = id.split('/') as [string, string?];
  return { runId, candidateId };
}

/** Whether an id is that of a free scan. */
export function isScanAssignment(id: string): boolean {
  return id.startsWith('scn_');
}
