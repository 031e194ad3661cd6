import { readScanSubmission, saveScanFindings, saveScanSubmission } from '../../store/scans/save-scan-documents';
import { recordScanSession } from '../../store/scans/record-scan-session';
import type { ScanRow } from '../../store/scans/row';
import { checkedSubmission, editionOf } from '../check-submission';
import type { ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** Short research of a free scan. */
export function scanAssignment({ db, scanBudgetMicros }: ActivityDeps, scan: ScanRow): Assignment {
  const { id, idea, sessionId, startedAt } = scan;
  const since = scan.confirmedAt ?? scan.createdAt;
  return {
    mode: 'live',
    since,
    begun: startedAt !== null,
    brief: { scannedIdea: idea },
    budgetMicros: scanBudgetMicros,
    sessionId,
    recordSession: (session) => recordScanSession(db, id, session),
    keepSubmission: (submission) => saveScanSubmission(db, id, submission),
    submission: () => readScanSubmission(db, id),
    async accept(submitted) {
      // A scan is short: what can be settled is settled at once.
      const review = { last: true, verifications: null };
      const { document, flaws } = checkedSubmission(submitted, review, {
        since,
        depth: 'scan',
        edition: editionOf(scan),
      });
      if (document) await saveScanFindings(db, id, Buffer.from(JSON.stringify(document)));
      return { flaws, stored: document !== null };
    },
  };
}
