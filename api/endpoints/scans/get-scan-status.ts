import { normalEmail } from '../../../contracts/email-address';
import type { Submission } from '../../../contracts/findings';
import { RUN_FAILURES } from '../../../contracts/run-failures';
import { FreeScanStatusLookup, FreeScanStatusLookupResult, type ScanStatusName } from '../../../contracts/scans';
import { SCAN } from '../../../domain/scans';
import { endpoint, open } from '../../../http/endpoint';
import { NO_STORE, ok } from '../../../http/reply';
import { lookUpScan, type FreeScan } from '../../../store/scans/scans';

/** Status of a free scan by its id and e-mail address (docs/interface.md, Free scans). */
export const getScanStatus = endpoint({
  method: 'POST',
  path: '/v1/scan/status',
  operationId: 'getScanStatus',
  tag: 'scan',
  summary: 'Status of a free scan',
  description: 'A pair of id and address that do not belong together has the status `unknown`.',
  audience: 'public',
  auth: open,
  needs: 'mail',
  body: FreeScanStatusLookup,
  responseScope: null,
  responses: { 200: FreeScanStatusLookupResult },

  async handle({ deps, body }) {
    const scan = await lookUpScan(deps.db, body.scanId, normalEmail(body.email));
    return ok(scan ? view(scan) : unknown(body.scanId), NO_STORE);
  },
});

function view(scan: FreeScan): FreeScanStatusLookupResult {
  return {
    scanId: scan.id,
    status: currentStatus(scan),
    createdAt: scan.createdAt.toISOString(),
    confirmedAt: scan.confirmedAt?.toISOString() ?? null,
    completedAt: scan.completedAt?.toISOString() ?? null,
    summary: scan.status === 'completed' ? summary(scan) : null,
    failureReason: scan.failureCode ? RUN_FAILURES[scan.failureCode].message : null,
  };
}

// Reports expiry on time even if the timer is late.
function currentStatus({ status, confirmationExpiresAt }: FreeScan): ScanStatusName {
  const waits = SCAN.canMove(status, 'expired');
  return waits && confirmationExpiresAt <= new Date() ? 'expired' : status;
}

function summary({ findings }: FreeScan): string {
  const { recommendation, score, confidence, rationale } = (JSON.parse(Buffer.from(findings!).toString()) as Submission)
    .verdict;
  return `${recommendation}, ${score} of 100 (confidence ${confidence}). ${rationale}`;
}

function unknown(scanId: string): FreeScanStatusLookupResult {
  const nothing = { createdAt: null, confirmedAt: null, completedAt: null, summary: null, failureReason: null };
  return { scanId, status: 'unknown', ...nothing };
}
