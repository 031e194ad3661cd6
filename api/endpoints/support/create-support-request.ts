import { SupportRequest, SupportRequestAccepted } from '../../../contracts/support';
import { askSupport } from '../../../commands/people/ask-support';
import { endpoint, open } from '../../../http/endpoint';
import { NO_STORE } from '../../../http/reply';
import { mailShare } from '../../../http/limits/mail-share';

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

  async handle({ deps, address, body }) {
    const { id, status, createdAt } = await askSupport(deps, mailShare(deps, address), body);
    return {
      status: 202,
      headers: NO_STORE,
      body: { supportRequestId: id, status, createdAt: createdAt.toISOString() },
    };
  },
});
