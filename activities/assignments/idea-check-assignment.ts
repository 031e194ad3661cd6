import type { FoundEvidence } from '../../contracts/findings';
import { sessionLimit } from '../../domain/run-budgets';
import { evidenceCounts } from '../../domain/evidence-counts';
import { recordSession } from '../../store/runs/record-session';
import { saveArtifact } from '../../store/runs/save-artifact';
import { recordEvidence } from '../../store/runs/record-evidence';
import { readArtifact } from '../../store/runs/read-artifact';
import type { Run } from '../../store/runs/row';
import { checkedFindings } from '../check-submission';
import { inMode, type ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** Research of an Idea Check; its findings become the findings of the run. */
export function ideaCheckAssignment(deps: ActivityDeps, run: Run<'idea_check'>): Assignment {
  const { db } = deps;
  const { providerName } = inMode(deps, run.mode);
  const { idea, audience = null, geography = null } = run.input;
  const subject = { idea, audience, geography };
  return {
    mode: run.mode,
    since: run.createdAt,
    begun: run.startedAt !== null,
    brief: { ...subject, language: run.input.language ?? deps.dossierLanguage },
    budgetMicros: sessionLimit('runBudgetMicros', run, deps),
    sessionId: run.sessionId,
    recordSession: (session) => recordSession(db, run.id, { provider: providerName, ...session }),
    keepSubmission: (submission) => saveArtifact(db, run.id, 'submission', submission),
    submission: () => readArtifact(db, run.id, 'submission'),
    async accept(submitted, review) {
      const { findings, flaws, short } = checkedFindings(submitted, review, run, subject, providerName);
      if (findings) {
        await saveArtifact(db, run.id, 'findings', Buffer.from(JSON.stringify(findings)));
        await recordEvidence(db, run.id, evidenceCounts([findings]));
      }
      if (short) await saveArtifact(db, run.id, 'found', foundIn(short));
      return { flaws, stored: findings !== null, short: short !== null };
    },
  };
}

function foundIn({ evidence }: FoundEvidence): Buffer {
  return Buffer.from(JSON.stringify({ evidence } satisfies FoundEvidence));
}
