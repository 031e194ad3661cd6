import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { RUN_FAILURES } from '../base/run-failures';
import { secretOf, type Secrets } from '../base/secrets';
import { newLinkToken, repeatLinkToken, unsubscribeToken } from '../base/tokens';
import { formatMoney } from '../base/wording';
import { isErasedAddress } from '../modules/accounts/contract';
import { findAccount } from '../modules/accounts/store/accounts';
import { worstRisk } from '../modules/dossiers/model/summary-model';
import type { Findings, FoundEvidence, PublishedParts } from '../modules/findings/contract/findings';
import type { Portfolio } from '../modules/findings/contract/portfolio';
import { likelyPay } from '../modules/findings/verdict-words';
import type { ArtifactName } from '../modules/run-kinds/contract';
import { findMarketingConsent, mayMail } from '../modules/mail/store/suppressions';
import { readPrices } from '../modules/orders/store/open';
import { askedOf, hasPortfolio } from '../modules/run-kinds/rules';
import { isSample, isSampleProvider } from '../modules/run-kinds/sandbox';
import { readArtifact, readFound } from '../modules/runs/store/artifacts';
import { loadRun, type Run } from '../modules/runs/store/runs';
import { issueConfirmation } from '../modules/scans/store/accept';
import { loadScan, lookUpScan, scanFindings } from '../modules/scans/store/scans';
import { address } from '../vendors/mail/templates/layout';
import { runEndedMail, runCompletedMail, searchCompletedMail, type Found } from '../vendors/mail/templates/runs';
import { scanCompletedMail, scanConfirmationMail, scanFailedMail } from '../vendors/mail/templates/visitors';
import type { DueMail } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { brokenRecord, finalFailure } from './failures';

/** Emails to run owners and free-scan recipients, by run id or scan id. */
export function createWorkMails(
  deps: ActivityDeps,
): Record<'run_ended' | 'scan_confirmation' | 'scan_result', (id: string) => Promise<DueMail | null>> {
  const { db, mailer, publicUrl, tokenSecrets, scanConfirmationMs } = deps;

  return {
    async run_ended(runId) {
      if (!mailer) return null;
      const run = await loadRun(db, runId);
      const account = run && (await findAccount(db, run.accountId));
      if (!run || !account) throw brokenRecord(`Run ${runId} has no owner to notify`);
      if (run.mode === 'test' || isErasedAddress(account.email)) return null;
      return { ...(await contentFor(run)), to: account.email, key: `run-${run.status}` };
    },

    /** Email with the confirmation link; null if no more of these may be sent to this email address. */
    async scan_confirmation(scanId) {
      if (!mailer || !tokenSecrets) return null;
      const scan = await issueConfirmation(db, scanId, newLinkToken(tokenSecrets[0], 'scan', scanId));
      if (!scan) return null;
      const token = repeatLinkToken(tokenSecrets, 'scan', scanId, scan);
      const url = address(publicUrl, `/v1/scan/confirm?token=${token}`);
      return { ...scanConfirmationMail({ url, lifetimeMs: scanConfirmationMs }), to: scan.email, lane: 'strangers' };
    },

    async scan_result(scanId) {
      if (!mailer || !tokenSecrets) return null;
      const row = await loadScan(db, scanId);
      const scan = row && (await lookUpScan(db, scanId, row.email));
      if (!scan) throw brokenRecord(`No scan ${scanId}`);
      const { idea, status, failureCode } = scan;
      const to = { to: scan.email, key: `scan-${status}` };
      const unsubscribeUrl = await unsubscribeUrlOf(scan, tokenSecrets);
      if (status === 'completed') {
        const { idea_check: prices } = await readPrices(db);
        const price = formatMoney(prices![1], 'where needed');
        const check = { price, url: address(publicUrl, `/buy?product=idea_check&scan=${scanId}`) };
        const token = repeatLinkToken(tokenSecrets, 'scan', scanId, scan);
        const resultUrl = address(publicUrl, `/scan/result?token=${token}`);
        return {
          ...scanCompletedMail({ idea, findings: scanFindings(scan)!, resultUrl, check, unsubscribeUrl }),
          ...to,
        };
      }
      // A restore of the database lost the scan's end. This workflow ends, so that the sweep starts it again.
      if (failureCode === null) throw brokenRecord(`Scan ${scanId} has not ended, so there is no result to mail`);
      const { message: reason } = RUN_FAILURES[failureCode];
      return { ...scanFailedMail({ idea, reason, againUrl: address(publicUrl, '/scan'), unsubscribeUrl }), ...to };
    },
  };

  /** Unsubscribe link, if the person asked for news together with the scan; otherwise null. */
  async function unsubscribeUrlOf({ id, email }: { id: string; email: string }, secrets: Secrets) {
    const consent = await findMarketingConsent(db, id);
    if (!consent || !(await mayMail(db, email, 'marketing'))) return null;
    const token = unsubscribeToken(secretOf(secrets, 'TOKEN_SECRET', consent.tokenKeyId), consent.id);
    return address(publicUrl, `/v1/marketing/unsubscribe?token=${token}`);
  }

  async function contentFor(run: Run) {
    const asked = askedOf(run);
    if (run.status !== 'completed') {
      // When this fails, the run's workflow starts the run again, and other senders retry until the run has ended.
      if (run.failureCode === null)
        throw finalFailure(
          ACTIVITY_FAILURES.outcomeLost,
          `Run ${run.id} has not ended, so there is no outcome to mail`,
        );
      const reason = RUN_FAILURES[run.failureCode].message;
      const found =
        run.status === 'failed' ? foundIn(await readFound(db, run.id), isSampleProvider(run.provider)) : null;
      const creditReturned = run.entitlementRestored;
      const isCanceled = run.status === 'canceled';
      return runEndedMail({ runId: run.id, idea: asked, reason, creditReturned, isCanceled, found, publicUrl });
    }
    const findings = await document<Findings>(run.id, 'findings');
    if (hasPortfolio(run)) {
      const { ranking, excluded } = await document<Portfolio>(run.id, 'portfolio');
      const ideas = { ideas: ranking, excluded: excluded.length };
      const top = findings.candidates?.find(({ candidateId }) => candidateId === ranking[0]?.candidateId);
      const best = highlightsOf(top ?? findings, findings.nextSteps);
      return searchCompletedMail({ runId: run.id, operatorProfile: asked, ...ideas, best, publicUrl });
    }
    const { verdict, dimensions, competitors, evidence, nextSteps, provenance } = findings;
    const sample = isSample({ provenance });
    const verified = evidence.filter(({ verification }) => verification?.status === 'verified').length;
    const preview = {
      competitors: competitors.length,
      sources: evidence.length,
      verified: !sample && evidence.some(({ verification }) => verification) ? verified : null,
      sample,
      ...highlightsOf(findings, nextSteps),
    };
    return runCompletedMail({ runId: run.id, idea: asked, ...verdict, dimensions, ...preview, publicUrl });
  }

  async function document<T>(runId: string, name: ArtifactName): Promise<T> {
    return JSON.parse((await readArtifact(db, runId, name))!.toString()) as T;
  }
}

/** Parts of the research that an email shows next to the score. */
function highlightsOf(research: PublishedParts, [first]: Findings['nextSteps']) {
  return {
    pay: likelyPay(research),
    mainRisk: worstRisk(research)[0]?.text ?? null,
    nextStep: first?.action ?? null,
  };
}

function foundIn(kept: FoundEvidence | null, sample: boolean): Found | null {
  if (!kept) return null;
  const verified = kept.evidence.filter(({ verification }) => verification?.status === 'verified');
  return { cited: kept.evidence.length, sample, verified: sample ? [] : verified.map(({ title }) => title) };
}
