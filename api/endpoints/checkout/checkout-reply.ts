import type { CheckoutSessionCreated } from '../../../contracts/orders';
import type { Reply } from '../../endpoint';
import { NO_STORE } from '../../reply';

/** 200 with a checkout session, marked where it is the first answer again. */
export function checkoutReply(created: CheckoutSessionCreated): Reply {
  return {
    status: 200,
    body: created,
    headers: { ...NO_STORE, ...(created.replayed && { 'Idempotency-Replayed': 'true' }) },
  };
}
