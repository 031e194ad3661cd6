import { normalEmail } from '../../base/email-address';
import { LINK_PROBLEMS } from '../../base/failures';
import { RUN_FAILURES } from '../../base/run-failures';
import { endpoint, open } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { tokenQuery, toPage } from '../../http/link-token';
import { NO_STORE, ok } from '../../http/reply';
import { insistsOnJson } from '../../http/request-headers';
import type { Submission } from '../../modules/findings/contract/findings';
import {
  FreeScanAccepted,
  FreeScanRequest,
  FreeScanConfirmed,
  FreeScanStatusLookup,
  FreeScanStatusLookupResult,
  type ScanStatusName,
} from '../../modules/scans/contract';
import { SCAN } from '../../modules/scans/rules';
import { lookUpScan, type FreeScan } from '../../modules/scans/store/scans';
import { requestScan, confirmScanByToken } from '../../modules/scans/use-cases/scans';

/** Maximum body size in bytes (docs/interface/limits.md). */
const MAX_BODY_BYTES = 16 * 1024;

/** Requests a free scan. It starts once the recipient confirms by email (docs/interface/scans.md). */
export const createScan = endpoint({
  method: 'POST',
  path: '/v1/scan',
  operationId: 'createScan',
  tag: 'scan',
  summary: 'Request a free scan of a newsletter idea',
  description:
    'Emails the recipient a confirmation link. Research starts after the confirmation. Unconfirmed requests are deleted.',
  audience: 'public',
  auth: open,
  limit: 'scan',
  needs: 'mail',
  maxBodyBytes: MAX_BODY_BYTES,
  body: FreeScanRequest,
  responseScope: null,
  responses: { 202: FreeScanAccepted },
  problems: ['free_scans_used_up'],

  async handle({ deps, address, body }) {
    const { scanId, status, confirmationExpiresAt } = await requestScan(deps, mailShare(deps, address), body);
    return {
      status: 202,
      headers: NO_STORE,
      body: {
        scanId,
        status,
        confirmationExpiresAt: confirmationExpiresAt.toISOString(),
        message: 'To confirm the scan, open the link in the email that we sent.',
      },
    };
  },
});

/**
 * Confirms a free scan for clients that ask for JSON. Redirects all others to a page with a button, so that mail
 * scanners and browser prefetching cannot confirm it (docs/interface/scans.md).
 */
export const confirmScan = endpoint({
  method: 'GET',
  path: '/v1/scan/confirm',
  operationId: 'confirmScan',
  tag: 'scan',
  summary: 'Confirm a free scan',
  description:
    'Confirms only if `Accept` prefers `application/json` to `text/html` and `*/*`. Otherwise it redirects (302) to a page with a button. HEAD never confirms.',
  audience: 'public',
  auth: open,
  needs: 'mail',
  failsAs: 'negotiated',
  query: tokenQuery,
  linkToken: true,
  responseScope: null,
  responses: { 200: FreeScanConfirmed, 302: null },
  problems: ['free_scans_used_up', ...LINK_PROBLEMS],

  async handle({ deps, query: { token }, accept, isHead, address }) {
    if (isHead || !insistsOnJson(accept)) return toPage('/scan/confirm', token);
    const { id, status, confirmedAt, idea } = await confirmScanByToken(deps, token, address);
    return ok({ scanId: id, status, consentRecordedAt: confirmedAt.toISOString(), idea }, NO_STORE);
  },
});

export const getScanStatus = endpoint({
  method: 'POST',
  path: '/v1/scan/status',
  operationId: 'getScanStatus',
  tag: 'scan',
  summary: 'Get the status of a free scan',
  description: 'Returns `unknown` if the id and the email address do not match.',
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

// Reports a scan as expired on time, even if the timer that expires it is late.
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
