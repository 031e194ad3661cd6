import { isErasedAddress } from '../contracts/account';
import { ACTIVITY_FAILURES } from '../contracts/activity-failures';
import type { Findings, FoundEvidence } from '../contracts/findings';
import type { Portfolio } from '../contracts/portfolio';
import { RUN_FAILURES } from '../contracts/run-failures';
import type { ArtifactName } from '../contracts/runs';
import { askedOf, hasPortfolio } from '../domain/run-kinds';
import { isSample, isSampleProvider } from '../domain/samples';
import { runEndedMail, runCompletedMail, searchCompletedMail, type Found } from '../providers/mail/templates/runs';
import { findAccount } from '../store/accounts/find-account';
import { loadRun } from '../store/runs/find-run';
import { readArtifact, readFound } from '../store/runs/read-artifact';
import type { Run } from '../store/runs/row';
import { deliverMail, type Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { brokenRecord, finalFailure } from './failures';

/** Mails to the owner about the outcome of a run, by its id. */
export function createRunMails(deps: ActivityDeps): Record<'run_ended', (runId: string) => Promise<Delivered>> {
  const { db, mailer, publicUrl } = deps;
  return {
    async run_ended(runId) {
      if (!mailer) return { sent: false };
      const run = await loadRun(db, runId);
      const account = run && (await findAccount(db, run.accountId));
      if (!run || !account) throw brokenRecord(`Run ${runId} has no owner to notify`);
      if (run.mode === 'test' || isErasedAddress(account.email)) return { sent: false };
      const content = await contentFor(run);
      return deliverMail(deps, { ...content, to: account.email, idempotencyKey: `run-${run.status}/${runId}` });
    },
  };

  async function contentFor(run: Run) {
    const asked = askedOf(run);
    if (run.status !== 'completed') {
      // Its workflow begins it again; whoever else asks is asked again once it has ended.
      if (run.failureCode === null)
        throw finalFailure(
          ACTIVITY_FAILURES.outcomeLost,
          `Run ${run.id} has not ended, so there is no outcome to mail`,
        );
      const reason = RUN_FAILURES[run.failureCode].message;
      const found =
        run.status === 'failed' ? foundIn(await readFound(db, run.id), isSampleProvider(run.provider)) : null;
      const creditReturned = run.entitlementRestored;
      return runEndedMail({ runId: run.id, idea: asked, reason, creditReturned, found, publicUrl });
    }
    if (hasPortfolio(run)) {
      const { ranking, excluded } = await document<Portfolio>(run.id, 'portfolio');
      const ideas = { ideas: ranking, excluded: excluded.length };
      return searchCompletedMail({ runId: run.id, operatorProfile: asked, ...ideas, publicUrl });
    }
    const { verdict, dimensions, competitors, evidence, nextSteps, provenance } = await document<Findings>(
      run.id,
      'findings',
    );
    const sample = isSample({ provenance });
    const verified = evidence.filter(({ verification }) => verification?.status === 'verified').length;
    const preview = {
      competitors: competitors.length,
      sources: evidence.length,
      verified: !sample && evidence.some(({ verification }) => verification) ? verified : null,
      sample,
      nextStep: nextSteps[0]?.action ?? null,
    };
    return runCompletedMail({ runId: run.id, idea: asked, ...verdict, dimensions, ...preview, publicUrl });
  }

  async function document<T>(runId: string, name: ArtifactName): Promise<T> {
    return JSON.parse((await readArtifact(db, runId, name))!.toString()) as T;
  }
}

function foundIn(kept: FoundEvidence | null, sample: boolean): Found | null {
  if (!kept) return null;
  const verified = kept.evidence.filter(({ verification }) => verification?.status === 'verified');
  return { cited: kept.evidence.length, sample, verified: sample ? [] : verified.map(({ title }) => title) };
}
