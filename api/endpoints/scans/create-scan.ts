import { FreeScanAccepted, FreeScanRequest } from '../../../contracts/scans';
import { endpoint, open } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { NO_STORE } from '../../reply';
import { requestScan } from './request-scan';

/** Largest body in bytes (contract.md, Limits). */
const MAX_BODY_BYTES = 16 * 1024;

/** Asks for a free scan; it begins once its recipient confirmed by mail (spec row 4). */
export const createScan = endpoint({
  method: 'POST',
  path: '/v1/scan',
  operationId: 'createScan',
  summary: 'Ask for a free scan of a newsletter idea',
  description: 'A mail asks the recipient to confirm. Nothing is researched before; an unconfirmed request is deleted.',
  audience: 'public',
  auth: open,
  limit: 'scan',
  needs: mailIsOn,
  maxBodyBytes: MAX_BODY_BYTES,
  body: FreeScanRequest,
  responseScope: null,
  responses: { 202: FreeScanAccepted },
  problems: ['service_unavailable'],

  async handle({ deps, body }) {
    const { scanId, status, confirmationExpiresAt } = await requestScan(deps, body);
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
