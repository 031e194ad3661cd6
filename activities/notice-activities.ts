import type { Findings } from '../contracts/findings';
import type { Portfolio } from '../contracts/portfolio';
import { RUN_FAILURES, type RunFailureCode } from '../contracts/run-failures';
import type { ArtifactName, EvaluationCreate, SearchCreate } from '../contracts/runs';
import type { Run } from '../prisma/client';
import { runCompletedMail, runEndedMail, searchCompletedMail } from '../providers/mail/templates/run-finished';
import { findAccount } from '../store/accounts';
import { loadRun, readArtifact } from '../store/runs/read-runs';
import { deliverMail } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { endsRun } from './failures';

/** Activities that tell an owner something by mail. Addresses are loaded here and never stand in a history. */
export function createNoticeActivities(deps: ActivityDeps) {
  const { db, mailer, publicUrl } = deps;
  return {
    /** Tells the owner how a run ended. Sent twice, it arrives once; without a mailer nothing is sent. */
    async sendRunNotice(runId: string): Promise<{ sent: boolean }> {
      if (!mailer) return { sent: false };
      const run = await loadRun(db, runId);
      const account = run && (await findAccount(db, run.accountId));
      if (!run || !account) throw endsRun('internal_error', `Run ${runId} has no owner to tell`);
      const content = await contentFor(run);
      return deliverMail(deps, { ...content, to: account.email, idempotencyKey: `run-${run.status}/${runId}` });
    },
  };

  async function contentFor(run: Run) {
    const input = run.input as EvaluationCreate | SearchCreate;
    const asked = 'idea' in input ? input.idea : input.operatorProfile;
    if (run.status !== 'completed') {
      const reason = RUN_FAILURES[run.failureCode as RunFailureCode].message;
      return runEndedMail({ runId: run.id, idea: asked, reason, creditReturned: run.entitlementRestored, publicUrl });
    }
    if (run.kind === 'custom_search') {
      const { ranking, excluded } = await document<Portfolio>(run.id, 'portfolio');
      const counts = { ranked: ranking.length, excluded: excluded.length };
      return searchCompletedMail({ runId: run.id, operatorProfile: asked, best: ranking[0]!, ...counts, publicUrl });
    }
    const { recommendation, score } = (await document<Findings>(run.id, 'findings')).verdict;
    return runCompletedMail({ runId: run.id, idea: asked, recommendation, score, publicUrl });
  }

  async function document<T>(runId: string, name: ArtifactName): Promise<T> {
    return JSON.parse((await readArtifact(db, runId, name))!.toString()) as T;
  }
}
