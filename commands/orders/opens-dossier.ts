import { USABLE_ACCOUNT } from '../../domain/accounts';
import { isOneOf } from '../../domain/machine';
import type { Database } from '../../prisma/client';
import { findAccount } from '../../store/accounts/accounts';
import { isOfBuyer, type Buyer, type OrderWithPayments } from '../../store/orders/orders';
import { boughtPayment } from './order-payments';

/** Time after its payment in which a dossier opens in the browser that bought it: a day, since others may use it later. */
const OPENS_FOR_MS = 24 * 3_600_000;

/**
 * Moment until which the browser that bought an opportunity opens its dossier by its cookie, without signing in; null if
 * it does not. The account that the order went to must be usable: its owner may have nothing to do with this browser.
 */
export async function opensDossierUntil(
  { db }: { db: Database },
  order: OrderWithPayments,
  buyer: Buyer | undefined,
  now = new Date(),
): Promise<Date | null> {
  const payment = boughtPayment(order);
  if (order.product !== 'opportunity' || order.status !== 'fulfilled') return null;
  if (order.accountId === null || !payment) return null;
  if (!buyer || buyer.accountId !== null || !isOfBuyer(order, buyer)) return null;
  const until = new Date(payment.createdAt.getTime() + OPENS_FOR_MS);
  if (until <= now) return null;
  const account = await findAccount(db, order.accountId);
  return account && isOneOf(USABLE_ACCOUNT, account.status) ? until : null;
}
