import type { Submission } from '../contracts/findings';
import { RUN_FAILURES, type RunFailureCode } from '../contracts/run-failures';
import type { ScanStatusName } from '../contracts/scans';
import { newLinkToken, repeatLinkToken } from '../platform/tokens';
import { address } from '../providers/mail/templates/layout';
import { scanCompletedMail, scanConfirmationMail, scanFailedMail } from '../providers/mail/templates/scans';
import { beginScan } from '../store/scans/begin-scan';
import { endScan, expireScan } from '../store/scans/end-scan';
import { issueConfirmation } from '../store/scans/issue-confirmation';
import { loadScan, lookUpScan } from '../store/scans/find-scan';
import { deliverMail, type Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { brokenRecord } from './failures';

/** Activities of free scans. Each is idempotent; addresses and tokens never enter a history. */
export function createScanActivities(deps: ActivityDeps) {
  const { db, publicUrl, tokenSecrets, scanConfirmationMs } = deps;

  return {
    /** Mails the confirmation link, unless the address has reached its limit of confirmations. */
    async sendScanConfirmation(scanId: string): Promise<Delivered> {
      if (!deps.mailer || !tokenSecrets) return { sent: false };
      const scan = await issueConfirmation(db, scanId, newLinkToken(tokenSecrets[0], 'scan', scanId));
      if (!scan) return { sent: false };
      const token = repeatLinkToken(tokenSecrets, 'scan', scanId, scan);
      const url = address(publicUrl, `/v1/scan/confirm?token=${token}`);
      const content = scanConfirmationMail({ url, lifetimeMs: scanConfirmationMs });
      return deliverMail(deps, { ...content, to: scan.email, idempotencyKey: `scan-confirmation/${scanId}` });
    },

    /** Begins the research of a confirmed scan; returns its status. */
    beginScan: (scanId: string): Promise<ScanStatusName> => beginScan(db, scanId),

    /** Expires an unconfirmed scan; returns its status. */
    expireScan: (scanId: string): Promise<ScanStatusName> => expireScan(db, scanId),

    /** Ends a scan, as completed if `reason` is null; returns its status. */
    async endScan(scanId: string, reason: RunFailureCode | null, costMicros: number | null): Promise<ScanStatusName> {
      return endScan(db, scanId, { reason, costMicros });
    },

    /** Mails the recipient the outcome of the scan. */
    async sendScanResult(scanId: string): Promise<Delivered> {
      const row = await loadScan(db, scanId);
      const scan = row && (await lookUpScan(db, scanId, row.email));
      if (!scan) throw brokenRecord(`No scan ${scanId}`);
      const to = { to: scan.email, idempotencyKey: `scan-${scan.status}/${scanId}` };
      if (scan.status !== 'completed') {
        const reason = RUN_FAILURES[scan.failureCode!].message;
        return deliverMail(deps, { ...scanFailedMail({ idea: scan.idea, reason }), ...to });
      }
      const { verdict } = JSON.parse(Buffer.from(scan.findings!).toString()) as Submission;
      return deliverMail(deps, { ...scanCompletedMail({ idea: scan.idea, ...verdict, publicUrl }), ...to });
    },
  };
}
