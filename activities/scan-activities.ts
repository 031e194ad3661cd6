import type { RunFailureCode } from '../contracts/run-failures';
import type { ScanStatusName } from '../contracts/scans';
import { beginScan } from '../store/scans/begin-scan';
import { endScan, expireScan } from '../store/scans/end-scan';
import type { ActivityDeps } from './deps';

/** Activities of free scans. Each is idempotent. */
export function createScanActivities({ db }: ActivityDeps) {
  return {
    /** Begins the research of a confirmed scan; returns its status. */
    beginScan: (scanId: string): Promise<ScanStatusName> => beginScan(db, scanId),

    /** Expires an unconfirmed scan; returns its status. */
    expireScan: (scanId: string): Promise<ScanStatusName> => expireScan(db, scanId),

    /** Ends a scan, as completed if `reason` is null; returns its status. */
    async endScan(scanId: string, reason: RunFailureCode | null, costMicros: number | null): Promise<ScanStatusName> {
      return endScan(db, scanId, { reason, costMicros });
    },
  };
}
