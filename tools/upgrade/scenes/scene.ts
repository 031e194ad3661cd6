import type { TestApi } from '../../../test/support/api';
import type { Mail } from '../../../providers/mail/mailer';
import type { Receiver } from '../../../test/support/webhooks';
import type { Shop } from '../../../test/support/shop';

/** The product while it is recorded. */
export interface Scene {
  shop: Shop;
  /** An API of other terms: what it accepts ends within seconds. */
  hasty: TestApi;
  mails: Mail[];
  /** A customer's server, and what it answers next. */
  receiver: Receiver;
  answers: { status: number }[];
}
