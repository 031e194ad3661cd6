import { hashToken } from '../../../platform/tokens';
import { isSame } from '../../../store/orders/buyer';
import type { Order } from '../../../store/orders/row';

/** True if the browser with this buyer token (`BUYER_COOKIE`, null if absent) opened the order. */
export function isOwnOrder({ buyerTokenHash }: Pick<Order, 'buyerTokenHash'>, token: string | null): boolean {
  return token !== null && isSame(buyerTokenHash, hashToken(token));
}
