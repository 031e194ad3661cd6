import { normalEmail } from '../../../contracts/email-address';
import type { LinkPurpose } from '../../../contracts/sign-in';
import { requestLink as recordRequest } from '../../../store/account-links';
import type { ApiDeps } from '../../deps';
import { NO_STORE } from '../../reply';

/**
 * Asks for a link to be mailed, for the endpoints and for the pages. Nothing here depends on whether the address has an account:
 * that is looked at by the worker, behind the answer.
 */
export async function requestLink(
  deps: ApiDeps,
  request: { purpose: LinkPurpose; email: string; returnPath?: string | undefined },
): Promise<void> {
  const { purpose, email, returnPath = null } = request;
  deps.deliver(await recordRequest(deps.db, { purpose, email: normalEmail(email), returnPath }));
}

/** The answer to every request for a link. */
export function accepted(message: string) {
  return { status: 202, headers: NO_STORE, body: { status: 'accepted', message } };
}
