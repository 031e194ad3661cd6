import { normalEmail, type WithinMailShare } from '../../../base/email-address';
import type { Work } from '../../outbox/store/outbox';
import type { LinkPurpose } from '../contract';
import { requestLink as recordRequest } from '../store/links';

interface LinkRequest {
  purpose: LinkPurpose;
  email: string;
  returnPath?: string | undefined;
}

/**
 * Queues a link to the email address that somebody entered, for endpoints and pages. The worker looks up the account
 * later, so the response is the same for every address and reveals nothing.
 * @throws Failure as `withinShare`
 */
export function requestLink(deps: Work, withinShare: WithinMailShare, request: LinkRequest): Promise<void> {
  return withinShare(request.email, () => requestOwnLink(deps, request));
}

export async function requestOwnLink(deps: Work, { purpose, email, returnPath }: LinkRequest): Promise<void> {
  deps.deliver(await recordRequest(deps.db, { purpose, email: normalEmail(email), returnPath: returnPath ?? null }));
}
