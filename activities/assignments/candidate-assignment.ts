import type { Run } from '../../prisma/client';
import {
  readCandidateSubmission,
  recordCandidateSession,
  saveCandidateFindings,
  saveCandidateSubmission,
  type CandidateRow,
} from '../../store/runs/candidates';
import { checkedSubmission } from '../check-submission';
import type { ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** The research of one candidate of a search, kept beside its siblings until the search ranks them. */
export function candidateAssignment(
  { db, candidateBudgetMicros }: ActivityDeps,
  run: Run,
  { candidateId, sessionId, idea, audience, geography }: CandidateRow,
): Assignment {
  return {
    since: run.createdAt,
    begun: run.startedAt !== null,
    brief: { idea, audience, geography },
    budgetMicros: candidateBudgetMicros,
    sessionId,
    recordSession: (session) => recordCandidateSession(db, run.id, candidateId, session),
    keepSubmission: (submission) => saveCandidateSubmission(db, run.id, candidateId, submission),
    submission: () => readCandidateSubmission(db, run.id, candidateId),
    async accept(submitted) {
      const { document, flaws } = checkedSubmission(submitted);
      if (document) await saveCandidateFindings(db, run.id, candidateId, Buffer.from(JSON.stringify(document)));
      return flaws;
    },
  };
}
