import { normalEmail } from '../../../contracts/email-address';
import { SupportRequest, SupportRequestAccepted } from '../../../contracts/support';
import { acceptSupportRequest } from '../../../store/mail/accept-support-request';
import type { ApiDeps } from '../../../http/deps';
import { endpoint, open } from '../../../http/endpoint';
import { NO_STORE } from '../../../http/reply';

/** Accepts a support request, which is mailed to the staff (docs/interface.md, Support requests). */
export const createSupportRequest = endpoint({
  method: 'POST',
  path: '/v1/support-requests',
  operationId: 'createSupportRequest',
  tag: 'support-requests',
  summary: 'Write to support',
  audience: 'public',
  auth: open,
  limit: 'support',
  needs: 'mail',
  body: SupportRequest,
  responseScope: null,
  responses: { 202: SupportRequestAccepted },

  async handle({ deps, body }) {
    const { id, status, createdAt } = await askSupport(deps, body);
    return {
      status: 202,
      headers: NO_STORE,
      body: { supportRequestId: id, status, createdAt: createdAt.toISOString() },
    };
  },
});

/** Records a support request, for endpoint and page. */
export async function askSupport(deps: ApiDeps, request: SupportRequest) {
  const accepted = await acceptSupportRequest(deps.db, { ...request, email: normalEmail(request.email) });
  for (const message of accepted.pending) deps.deliver(message);
  return accepted;
}
