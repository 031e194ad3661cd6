import { confirmScanByToken } from '../../../commands/people/confirm-scan-by-token';
import { LINK_PROBLEMS } from '../../../contracts/failures';
import { FreeScanConfirmed } from '../../../contracts/scans';
import { endpoint, open } from '../../../http/endpoint';
import { tokenQuery, toPage } from '../../../http/link-token';
import { NO_STORE, ok } from '../../../http/reply';
import { insistsOnJson } from '../../../http/request-headers';

/**
 * Confirms a free scan for clients that insist on JSON. Redirects others to a page with a button, so that mail scanners
 * and browser prefetching cannot confirm (docs/interface.md, Free scans).
 */
export const confirmScan = endpoint({
  method: 'GET',
  path: '/v1/scan/confirm',
  operationId: 'confirmScan',
  tag: 'scan',
  summary: 'Confirm a free scan',
  description:
    'Confirms only where `Accept` prefers `application/json` to `text/html` and `*/*`; else 302 to a page with a button. HEAD never confirms.',
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
