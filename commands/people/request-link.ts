import type { LinkPurpose } from '../../contracts/account';
import { normalEmail } from '../../contracts/email-address';
import type { ApiDeps } from '../../http/deps';
import { requestLink as recordRequest } from '../../store/accounts/request-link';
import { withinMailShare } from './mail-share';

interface LinkRequest {
  purpose: LinkPurpose;
  email: string;
  returnPath?: string | undefined;
}

/**
 * Queues a link to be mailed to an address that somebody typed, for endpoints and pages. Does the same for every address:
 * the worker looks for the account later, so the response reveals nothing.
 *
 * @throws Failure as {@link withinMailShare}
 */
export function requestLink(deps: ApiDeps, address: string, request: LinkRequest): Promise<void> {
  return withinMailShare(deps, { email: request.email, address }, () => requestOwnLink(deps, request));
}

/** Queues a link to be mailed to the address of the account that is signed in. */
export async function requestOwnLink(deps: ApiDeps, { purpose, email, returnPath }: LinkRequest): Promise<void> {
  deps.deliver(await recordRequest(deps.db, { purpose, email: normalEmail(email), returnPath: returnPath ?? null }));
}
