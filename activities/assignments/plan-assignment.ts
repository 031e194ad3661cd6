import { planFlaws } from '../../domain/plan';
import { sessionLimit } from '../../domain/run-budgets';
import { recordSession } from '../../store/runs/record-session';
import { saveArtifact } from '../../store/runs/save-artifact';
import { recordPlan } from '../../store/runs/record-plan';
import { readArtifact } from '../../store/runs/read-artifact';
import type { Run } from '../../store/runs/row';
import { checkedPlan } from '../check-submission';
import { inMode, type ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** Planning of a search; a plan that passes becomes its candidates. */
export function planAssignment(deps: ActivityDeps, run: Run<'custom_search'>): Assignment {
  const { db } = deps;
  const { providerName } = inMode(deps, run.mode);
  const { operatorProfile, expertise, language = deps.dossierLanguage } = run.input;
  // Fixed when the run was accepted; progress counts up to it.
  const candidateCount = run.progressTotal;
  return {
    mode: run.mode,
    since: run.createdAt,
    begun: run.startedAt !== null,
    brief: { operatorProfile, expertise, candidateCount, language },
    budgetMicros: sessionLimit('runBudgetMicros', run, deps),
    sessionId: run.sessionId,
    recordSession: (session) => recordSession(db, run.id, { provider: providerName, ...session }),
    keepSubmission: (submission) => saveArtifact(db, run.id, 'submission', submission),
    submission: () => readArtifact(db, run.id, 'submission'),
    async accept(submitted, { last }) {
      const { document, flaws } = checkedPlan(submitted, last);
      if (!document) return { flaws, stored: false };
      const flawsOfPlan = planFlaws(document, candidateCount);
      if (flawsOfPlan.length === 0) await recordPlan(db, run.id, document.candidates);
      return { flaws: flawsOfPlan, stored: flawsOfPlan.length === 0 };
    },
  };
}
