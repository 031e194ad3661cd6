import { normalEmail, type WithinMailShare } from '../../../base/email-address';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import type { SupportRequest } from '../contract';
import { acceptSupportRequest } from '../store/support';

/** Records a support request; used by both the endpoint and the page. @throws Failure from `withinShare` */
export function askSupport(deps: Work, withinShare: WithinMailShare, request: SupportRequest) {
  const accept = () => acceptSupportRequest(deps.db, { ...request, email: normalEmail(request.email) });
  return delivering(deps, withinShare(request.email, accept));
}
