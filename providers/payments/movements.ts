import type Stripe from 'stripe';
import type { BalanceMovement } from '../../contracts/money';

/** Narrows a balance transaction of the provider to what the ledger enters of it. */
export function toMovement({ id, amount, fee, currency }: Stripe.BalanceTransaction): BalanceMovement {
  return { id, amount, fee, currency };
}
