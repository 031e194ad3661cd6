import { sessionLimit } from '../../domain/run-budgets';
import {
  readCandidateSubmission,
  saveCandidateFindings,
  saveCandidateSubmission,
} from '../../store/runs/save-candidate-documents';
import { recordCandidateSession } from '../../store/runs/record-candidate-session';
import type { CandidateOfRun } from '../../store/runs/read-candidates';
import { checkedSubmission, editionOf } from '../check-submission';
import type { ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** Research of one candidate of a search, stored until the search ranks all of them. */
export function candidateAssignment(
  deps: ActivityDeps,
  { run, runId, candidateId, sessionId, rulesEdition, idea, audience, geography }: CandidateOfRun,
): Assignment {
  const { db } = deps;
  return {
    mode: run.mode,
    since: run.createdAt,
    begun: run.startedAt !== null,
    brief: { idea, audience, geography, language: run.language ?? deps.dossierLanguage },
    budgetMicros: sessionLimit('candidateBudgetMicros', run, deps),
    sessionId,
    recordSession: (session) => recordCandidateSession(db, runId, candidateId, session),
    keepSubmission: (submission) => saveCandidateSubmission(db, runId, candidateId, submission),
    submission: () => readCandidateSubmission(db, runId, candidateId),
    async accept(submitted, review) {
      const { document, flaws, short } = checkedSubmission(submitted, review, {
        since: run.createdAt,
        depth: 'research',
        edition: editionOf({ rulesEdition }),
      });
      if (document) await saveCandidateFindings(db, runId, candidateId, Buffer.from(JSON.stringify(document)));
      return { flaws, stored: document !== null, short: short !== null };
    },
  };
}
