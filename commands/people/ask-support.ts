import { normalEmail } from '../../contracts/email-address';
import type { SupportRequest } from '../../contracts/support';
import { acceptSupportRequest } from '../../store/mail/accept-support-request';
import type { ApiDeps } from '../../http/deps';

/** Records a support request, for endpoint and page. */
export async function askSupport(deps: ApiDeps, request: SupportRequest) {
  const accepted = await acceptSupportRequest(deps.db, { ...request, email: normalEmail(request.email) });
  for (const message of accepted.pending) deps.deliver(message);
  return accepted;
}
