import type { Submission } from '../contracts/findings';
import { RUN_FAILURES } from '../contracts/run-failures';
import { newLinkToken, repeatLinkToken } from '../platform/tokens';
import { address } from '../providers/mail/templates/layout';
import { scanCompletedMail, scanConfirmationMail, scanFailedMail } from '../providers/mail/templates/visitors';
import { loadScan, lookUpScan } from '../store/scans/find-scan';
import { issueConfirmation } from '../store/scans/issue-confirmation';
import { deliverMail, type Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { brokenRecord } from './failures';

/** Mails to the recipient of a free scan, by its id. */
export function createScanMails(
  deps: ActivityDeps,
): Record<'scan_confirmation' | 'scan_result', (scanId: string) => Promise<Delivered>> {
  const { db, publicUrl, tokenSecrets, scanConfirmationMs } = deps;

  return {
    /** The confirmation link, unless the address has reached its limit of confirmations. */
    async scan_confirmation(scanId) {
      if (!deps.mailer || !tokenSecrets) return { sent: false };
      const scan = await issueConfirmation(db, scanId, newLinkToken(tokenSecrets[0], 'scan', scanId));
      if (!scan) return { sent: false };
      const token = repeatLinkToken(tokenSecrets, 'scan', scanId, scan);
      const url = address(publicUrl, `/v1/scan/confirm?token=${token}`);
      const content = scanConfirmationMail({ url, lifetimeMs: scanConfirmationMs });
      const mail = { ...content, to: scan.email, idempotencyKey: `scan-confirmation/${scanId}` };
      return deliverMail(deps, { ...mail, lane: 'strangers' });
    },

    /** The outcome of the scan. */
    async scan_result(scanId) {
      const row = await loadScan(db, scanId);
      const scan = row && (await lookUpScan(db, scanId, row.email));
      if (!scan) throw brokenRecord(`No scan ${scanId}`);
      const to = { to: scan.email, idempotencyKey: `scan-${scan.status}/${scanId}` };
      if (scan.status !== 'completed') {
        // Its end was lost, as after a restore of the database: the workflow ends, so that the sweep starts it again.
        if (scan.failureCode === null)
          throw brokenRecord(`Scan ${scanId} has not ended, so there is no result to mail`);
        const reason = RUN_FAILURES[scan.failureCode].message;
        return deliverMail(deps, { ...scanFailedMail({ idea: scan.idea, reason }), ...to });
      }
      const { verdict } = JSON.parse(Buffer.from(scan.findings!).toString()) as Submission;
      return deliverMail(deps, { ...scanCompletedMail({ idea: scan.idea, ...verdict, publicUrl }), ...to });
    },
  };
}
