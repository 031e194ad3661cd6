import type { EvaluationCreate } from '../../contracts/runs';
import type { Run } from '../../prisma/client';
import { reachStage, recordSession, saveArtifact } from '../../store/runs/advance-run';
import { readArtifact } from '../../store/runs/read-runs';
import { checkedFindings } from '../check-submission';
import type { ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** The research of an Idea Check: its findings are the findings of the run. */
export function ideaCheckAssignment({ db, providerName, runBudgetMicros }: ActivityDeps, run: Run): Assignment {
  const { idea, audience, geography } = run.input as EvaluationCreate;
  return {
    since: run.createdAt,
    begun: run.startedAt !== null,
    brief: { idea, audience: audience ?? null, geography: geography ?? null },
    budgetMicros: runBudgetMicros,
    sessionId: run.sessionId,
    recordSession: (session) => recordSession(db, run.id, { provider: providerName, ...session }),
    async keepSubmission(submission) {
      await saveArtifact(db, run.id, 'submission', submission);
      await reachStage(db, run.id, 'validating');
    },
    submission: () => readArtifact(db, run.id, 'submission'),
    async accept(submitted) {
      const { findings, flaws } = checkedFindings(submitted, run, providerName);
      if (findings) await saveArtifact(db, run.id, 'findings', Buffer.from(JSON.stringify(findings)));
      return flaws;
    },
  };
}
