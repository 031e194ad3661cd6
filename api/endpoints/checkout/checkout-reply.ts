import type { CheckoutSessionCreated } from '../../../contracts/orders';
import type { Reply } from '../../../http/endpoint';
import { operationReply } from '../../../http/reply';

/** Replies with a checkout session, marked if it replays the first response. */
export function checkoutReply(created: CheckoutSessionCreated): Reply {
  return operationReply(200, { body: created, replayed: created.replayed });
}
