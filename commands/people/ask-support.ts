import { normalEmail } from '../../contracts/email-address';
import type { SupportRequest } from '../../contracts/support';
import { acceptSupportRequest } from '../../store/mail/accept-support-request';
import type { ApiDeps } from '../../http/deps';
import { withinMailShare } from './mail-share';

/**
 * Records a support request, for endpoint and page.
 *
 * @throws Failure as {@link withinMailShare}
 */
export async function askSupport(deps: ApiDeps, address: string, request: SupportRequest) {
  const accepted = await withinMailShare(deps, { email: request.email, address }, () =>
    acceptSupportRequest(deps.db, { ...request, email: normalEmail(request.email) }),
  );
  for (const message of accepted.pending) deps.deliver(message);
  return accepted;
}
