import { normalEmail, type WithinMailShare } from '../../contracts/email-address';
import type { SupportRequest } from '../../contracts/support';
import { acceptSupportRequest } from '../../store/mail/support';
import type { Work } from '../../store/outbox/outbox';

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
