import { normalEmail } from '../../contracts/email-address';
import type { LinkPurpose } from '../../contracts/sign-in';
import { requestLink as recordRequest } from '../../store/accounts/request-link';
import type { ApiDeps } from '../../http/deps';

/**
 * Queues a link to be mailed, for endpoints and pages. Does the same for every address: the worker looks for the
 * account later, so the response reveals nothing.
 */
export async function requestLink(
  deps: ApiDeps,
  request: { purpose: LinkPurpose; email: string; returnPath?: string | undefined },
): Promise<void> {
  const { purpose, email, returnPath = null } = request;
  deps.deliver(await recordRequest(deps.db, { purpose, email: normalEmail(email), returnPath }));
}
