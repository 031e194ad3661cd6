import { readScanSubmission, recordScanSession, saveScanFindings, saveScanSubmission } from '../../store/advance-scan';
import type { ScanRow } from '../../store/free-scans';
import { checkedSubmission } from '../check-submission';
import type { ActivityDeps } from '../deps';
import type { Assignment } from './assignment';

/** The short research of a free scan. */
export function scanAssignment({ db, scanBudgetMicros }: ActivityDeps, scan: ScanRow): Assignment {
  const { id, idea, sessionId, startedAt } = scan;
  return {
    since: scan.confirmedAt ?? scan.createdAt,
    begun: startedAt !== null,
    brief: { scannedIdea: idea },
    budgetMicros: scanBudgetMicros,
    sessionId,
    recordSession: (session) => recordScanSession(db, id, session),
    keepSubmission: (submission) => saveScanSubmission(db, id, submission),
    submission: () => readScanSubmission(db, id),
    async accept(submitted) {
      const { document, flaws } = checkedSubmission(submitted);
      if (document) await saveScanFindings(db, id, Buffer.from(JSON.stringify(document)));
      return flaws;
    },
  };
}
