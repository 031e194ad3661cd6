import { FreeScanAccepted, FreeScanRequest } from '../../../contracts/scans';
import { endpoint, open } from '../../../http/endpoint';
import { NO_STORE } from '../../../http/reply';
import { requestScan } from '../../../commands/people/request-scan';
import { mailShare } from '../../../http/limits/mail-share';

/** Maximum body size in bytes (docs/interface.md, Limits). */
const MAX_BODY_BYTES = 16 * 1024;

/** Requests a free scan, which starts once the recipient confirms by mail (docs/interface.md, Free scans). */
export const createScan = endpoint({
  method: 'POST',
  path: '/v1/scan',
  operationId: 'createScan',
  tag: 'scan',
  summary: 'Ask for a free scan of a newsletter idea',
  description: 'A mail asks the recipient to confirm. Nothing is researched before; an unconfirmed request is deleted.',
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
        message: 'Open the link in the mail that we sent to confirm the scan.',
      },
    };
  },
});
