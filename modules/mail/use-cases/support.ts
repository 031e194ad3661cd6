import { normalEmail, type WithinMailShare } from '../../../base/email-address';
import type { Work } from '../../outbox/store/outbox';
import type { SupportRequest } from '../contract';
import { acceptSupportRequest } from '../store/support';

/**
 * Records a support request, for endpoint and page.
 *
 * @throws Failure as `withinShare`
 */
export async function askSupport(deps: Work, withinShare: WithinMailShare, request: SupportRequest) {
  const accepted = await withinShare(request.email, () =>
    acceptSupportRequest(deps.db, { ...request, email: normalEmail(request.email) }),
  );
  for (const message of accepted.pending) deps.deliver(message);
  return accepted;
}
