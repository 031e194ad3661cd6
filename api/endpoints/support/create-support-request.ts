import { normalEmail } from '../../../contracts/email-address';
import { SupportRequest, SupportRequestAccepted } from '../../../contracts/support';
import { acceptSupportRequest } from '../../../store/support-requests';
import type { ApiDeps } from '../../deps';
import { endpoint, open } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { NO_STORE } from '../../reply';

/** Takes a request to the staff, which is mailed to them (spec row 11). */
export const createSupportRequest = endpoint({
  method: 'POST',
  path: '/v1/support-requests',
  operationId: 'createSupportRequest',
  summary: 'Write to support',
  audience: 'public',
  auth: open,
  limit: 'support',
  needs: mailIsOn,
  body: SupportRequest,
  responseScope: null,
  responses: { 202: SupportRequestAccepted },
  problems: ['service_unavailable'],

  async handle({ deps, body }) {
    const { id, status, createdAt } = await askSupport(deps, body);
    return {
      status: 202,
      headers: NO_STORE,
      body: { supportRequestId: id, status, createdAt: createdAt.toISOString() },
    };
  },
});

/** Records a support request, for the endpoint and for the page. */
export async function askSupport(deps: ApiDeps, request: SupportRequest) {
  const accepted = await acceptSupportRequest(deps.db, { ...request, email: normalEmail(request.email) });
  for (const message of accepted.pending) deps.deliver(message);
  return accepted;
}
