import type { Mode } from '../../contracts/access';
import { lastId } from '../../contracts/ids';
import type { OrderState } from '../../contracts/orders';
import { NEVER_PAID } from '../../domain/orders';
import type { Database } from '../../prisma/client';
import { toOrderWithPayments, WITH_PAYMENTS, type OrderWithPayments } from './row';

/** The newest orders of one account in one mode, with ids below `before` and not below `since`. */
export async function listOrders(
  db: Database,
  owner: { accountId: string; mode: Mode },
  { limit, before = lastId('ord'), since = '' }: { limit: number; before?: string; since?: string },
): Promise<OrderWithPayments[]> {
  const { accountId, mode } = owner;
  const where = { accountId, mode, id: { lt: before, gte: since } };
  const orders = await db.prisma.order.findMany({ where, ...WITH_PAYMENTS, orderBy: { id: 'desc' }, take: limit });
  return orders.map(toOrderWithPayments);
}

/** The newest purchases of an account in all modes, before an order: orders that were paid or still can be. */
export async function listPurchases(
  db: Database,
  accountId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<OrderWithPayments[]> {
  const where = { accountId, status: { notIn: [...NEVER_PAID] }, ...(before !== null && { id: { lt: before } }) };
  const orders = await db.prisma.order.findMany({ where, ...WITH_PAYMENTS, orderBy: { id: 'desc' }, take: limit });
  return orders.map(toOrderWithPayments);
}

/** Newest orders of all accounts, optionally of one state; for operators. */
export async function listAllOrders(db: Database, limit: number, status?: string): Promise<OrderWithPayments[]> {
  const orders = await db.prisma.order.findMany({
    where: status ? { status } : {},
    ...WITH_PAYMENTS,
    orderBy: { id: 'desc' },
    take: limit,
  });
  return orders.map(toOrderWithPayments);
}

/** Number of orders in one state. */
export function countOrders(db: Database, status: OrderState): Promise<number> {
  return db.prisma.order.count({ where: { status } });
}
