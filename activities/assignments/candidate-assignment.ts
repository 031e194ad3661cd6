import {
  readCandidateSubmission,
  recordCandidateSession,
  saveCandidateFindings,
  saveCandidateSubmission,
  type CandidateOfRun,
} from '../../store/runs/candidates';
import { checkedSubmission } from '../check-submission';
import type { ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** The research of one candidate of a search, kept beside its siblings until the search ranks them. */
export function candidateAssignment(
  { db, candidateBudgetMicros }: ActivityDeps,
  { run, runId, candidateId, sessionId, idea, audience, geography }: CandidateOfRun,
): Assignment {
  return {
    since: run.createdAt,
    begun: run.startedAt !== null,
    brief: { idea, audience, geography },
    budgetMicros: candidateBudgetMicros,
    sessionId,
    recordSession: (session) => recordCandidateSession(db, runId, candidateId, session),
    keepSubmission: (submission) => saveCandidateSubmission(db, runId, candidateId, submission),
    submission: () => readCandidateSubmission(db, runId, candidateId),
    async accept(submitted) {
      const { document, flaws } = checkedSubmission(submitted);
      if (document) await saveCandidateFindings(db, runId, candidateId, Buffer.from(JSON.stringify(document)));
      return flaws;
    },
  };
}
