import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';
import { toOrderWithPayments, WITH_PAYMENTS, type OrderWithPayments } from './row';

/** An order of this account and mode, or null. */
export async function findOrder(
  db: Database,
  owner: { accountId: string; mode: Mode },
  id: string,
): Promise<OrderWithPayments | null> {
  const { accountId, mode } = owner;
  const order = await db.prisma.order.findFirst({ where: { id, accountId, mode }, ...WITH_PAYMENTS });
  return order && toOrderWithPayments(order);
}

/** An order by its id, without an ownership check: for the service itself. */
export async function loadOrder(db: Database, id: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findUnique({ where: { id }, ...WITH_PAYMENTS });
  return order && toOrderWithPayments(order);
}

/** Order of a payment, by the payment's id. */
export async function loadOrderOfPayment(db: Database, paymentId: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findFirst({ where: { payments: { some: { id: paymentId } } }, ...WITH_PAYMENTS });
  return order && toOrderWithPayments(order);
}

/** Order of a checkout session, for the payer's return: only the payer knows the session's id. */
export async function findOrderOfSession(db: Database, checkoutSessionId: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findUnique({ where: { checkoutSessionId }, ...WITH_PAYMENTS });
  return order && toOrderWithPayments(order);
}
