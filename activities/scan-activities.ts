import type { Submission } from '../contracts/findings';
import { RUN_FAILURES, type RunFailureCode } from '../contracts/run-failures';
import type { ScanStatusName } from '../contracts/scans';
import { hashToken, linkToken } from '../contracts/tokens';
import { address } from '../providers/mail/templates/layout';
import { scanCompletedMail, scanConfirmationMail, scanFailedMail } from '../providers/mail/templates/scans';
import { beginScan, endScan, expireScan } from '../store/advance-scan';
import { issueConfirmation, loadScan, lookUpScan } from '../store/free-scans';
import { deliverMail, type Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { endsRun } from './failures';

/** Activities of free scans. Each may run twice; addresses and tokens never stand in a history. */
export function createScanActivities(deps: ActivityDeps) {
  const { db, publicUrl, tokenSecret, scanConfirmationMs } = deps;

  return {
    /** Mails the link by which the recipient confirms; nothing where the address has had enough of them. */
    async sendScanConfirmation(scanId: string): Promise<Delivered> {
      if (!deps.mailer) return { sent: false };
      const token = linkToken(tokenSecret, 'scan', scanId);
      const scan = await issueConfirmation(db, scanId, hashToken(token));
      if (!scan) return { sent: false };
      const url = address(publicUrl, `/v1/scan/confirm?token=${token}`);
      const content = scanConfirmationMail({ url, lifetimeMs: scanConfirmationMs });
      return deliverMail(deps, { ...content, to: scan.email, idempotencyKey: `scan-confirmation/${scanId}` });
    },

    /** Begins the research of a confirmed scan; says where the scan stands. */
    beginScan: (scanId: string): Promise<ScanStatusName> => beginScan(db, scanId),

    /** Expires a scan that nobody confirmed; says where the scan stands. */
    expireScan: (scanId: string): Promise<ScanStatusName> => expireScan(db, scanId),

    /** Ends a scan, completed where `reason` is null; says where it stands. */
    async endScan(scanId: string, reason: RunFailureCode | null, costMicros: number | null): Promise<ScanStatusName> {
      return endScan(db, scanId, { reason, costMicros });
    },

    /** Mails the recipient how the scan ended. */
    async sendScanResult(scanId: string): Promise<Delivered> {
      const row = await loadScan(db, scanId);
      const scan = row && (await lookUpScan(db, scanId, row.email));
      if (!scan) throw endsRun('internal_error', `No scan ${scanId}`);
      const to = { to: scan.email, idempotencyKey: `scan-${scan.status}/${scanId}` };
      if (scan.status !== 'completed') {
        const reason = RUN_FAILURES[scan.failureCode as RunFailureCode].message;
        return deliverMail(deps, { ...scanFailedMail({ idea: scan.idea, reason }), ...to });
      }
      const { verdict } = JSON.parse(Buffer.from(scan.findings!).toString()) as Submission;
      return deliverMail(deps, { ...scanCompletedMail({ idea: scan.idea, ...verdict, publicUrl }), ...to });
    },
  };
}
