import { normalEmail } from '../../../contracts/email-address';
import type { Submission } from '../../../contracts/findings';
import { RUN_FAILURES, type RunFailureCode } from '../../../contracts/run-failures';
import {
  FreeScanStatusLookup,
  FreeScanStatusLookupResult,
  UNCONFIRMED,
  type ScanStatusName,
} from '../../../contracts/scans';
import type { FreeScan } from '../../../prisma/client';
import { lookUpScan } from '../../../store/free-scans';
import { endpoint, open } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { NO_STORE, ok } from '../../reply';

/** Where a free scan stands, for whoever knows its id and its address (spec row 6). */
export const getScanStatus = endpoint({
  method: 'POST',
  path: '/v1/scan/status',
  operationId: 'getScanStatus',
  summary: 'Status of a free scan',
  description: 'A pair of id and address that do not belong together has the status `unknown`.',
  audience: 'public',
  auth: open,
  needs: mailIsOn,
  body: FreeScanStatusLookup,
  responseScope: null,
  responses: { 200: FreeScanStatusLookupResult },
  problems: ['service_unavailable'],

  async handle({ deps, body }) {
    const scan = await lookUpScan(deps.db, body.scanId, normalEmail(body.email));
    return ok(scan ? view(scan) : unknown(body.scanId), NO_STORE);
  },
});

function view(scan: FreeScan): FreeScanStatusLookupResult {
  return {
    scanId: scan.id,
    status: standing(scan),
    createdAt: scan.createdAt.toISOString(),
    confirmedAt: scan.confirmedAt?.toISOString() ?? null,
    completedAt: scan.completedAt?.toISOString() ?? null,
    summary: scan.status === 'completed' ? summary(scan) : null,
    failureReason: scan.failureCode ? RUN_FAILURES[scan.failureCode as RunFailureCode].message : null,
  };
}

// Past its time a scan is expired, whatever timer is late.
function standing({ status, confirmationExpiresAt }: FreeScan): ScanStatusName {
  const waits = UNCONFIRMED.includes(status as ScanStatusName);
  return waits && confirmationExpiresAt <= new Date() ? 'expired' : (status as ScanStatusName);
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
