import { planFlaws } from '../../contracts/plan';
import type { SearchCreate } from '../../contracts/runs';
import type { Run } from '../../prisma/client';
import { recordSession, saveArtifact } from '../../store/runs/advance-run';
import { recordPlan } from '../../store/runs/candidates';
import { readArtifact } from '../../store/runs/read-runs';
import { checkedPlan } from '../check-submission';
import type { ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** The planning of a search: what passes becomes its candidates. */
export function planAssignment({ db, providerName, runBudgetMicros }: ActivityDeps, run: Run): Assignment {
  const { operatorProfile, expertise } = run.input as SearchCreate;
  // The count was fixed when the run was accepted; it is what progress counts.
  const candidateCount = run.progressTotal;
  return {
    since: run.createdAt,
    begun: run.startedAt !== null,
    brief: { operatorProfile, expertise, candidateCount },
    budgetMicros: runBudgetMicros,
    sessionId: run.sessionId,
    recordSession: (session) => recordSession(db, run.id, { provider: providerName, ...session }),
    keepSubmission: (submission) => saveArtifact(db, run.id, 'submission', submission),
    submission: () => readArtifact(db, run.id, 'submission'),
    async accept(submitted) {
      const { document, flaws } = checkedPlan(submitted);
      if (!document) return flaws;
      const unlike = planFlaws(document, candidateCount);
      if (unlike.length === 0) await recordPlan(db, run.id, document.candidates);
      return unlike;
    },
  };
}
