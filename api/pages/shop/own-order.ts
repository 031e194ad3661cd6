import { hashToken } from '../../../contracts/tokens';
import type { Order } from '../../../prisma/client';
import { isSame } from '../../../store/orders/buyer';

/** Whether an order was opened by the browser with this buyer's cookie (`BUYER_COOKIE`); null where it has none. */
export function isOwnOrder({ buyerTokenHash }: Pick<Order, 'buyerTokenHash'>, token: string | null): boolean {
  return token !== null && isSame(buyerTokenHash, hashToken(token));
}
