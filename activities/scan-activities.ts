import { ACTIVITY_FAILURES } from '../contracts/activity-failures';
import type { RunFailureCode } from '../contracts/run-failures';
import type { ScanStatusName } from '../contracts/scans';
import { beginScan } from '../store/scans/begin-scan';
import { endScan, expireScan } from '../store/scans/end-scan';
import type { ActivityDeps } from './deps';
import { finalFailure } from './failures';

/**
 * Activities of free scans. Each is idempotent.
 *
 * @throws ApplicationFailure `scan_not_found`, not retried: a restore of the database undid the scan
 */
export function createScanActivities({ db }: ActivityDeps) {
  return {
    /** Begins the research of a confirmed scan; returns its status. */
    beginScan: (scanId: string): Promise<ScanStatusName> => required(scanId, beginScan(db, scanId)),

    /** Expires an unconfirmed scan; returns its status. */
    expireScan: (scanId: string): Promise<ScanStatusName> => required(scanId, expireScan(db, scanId)),

    /** Ends a scan, as completed if `reason` is null; returns its status. */
    endScan: (scanId: string, reason: RunFailureCode | null, costMicros: number | null): Promise<ScanStatusName> =>
      required(scanId, endScan(db, scanId, { reason, costMicros })),
  };
}

async function required(scanId: string, status: Promise<ScanStatusName | null>): Promise<ScanStatusName> {
  const known = await status;
  if (known === null) throw finalFailure(ACTIVITY_FAILURES.scanNotFound, `There is no scan ${scanId}`);
  return known;
}
