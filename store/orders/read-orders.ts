import type { Mode } from '../../contracts/access';
import type { OrderState } from '../../contracts/orders';
import { NEVER_PAID } from '../../domain/orders';
import type { Database } from '../../prisma/client';
import { toOrderWithPayments, type OrderWithPayments } from './row';

const WHOLE = {
  include: {
    payments: { orderBy: { createdAt: 'asc' } },
    refunds: { orderBy: { createdAt: 'asc' } },
    disputes: { orderBy: { openedAt: 'asc' } },
  },
} as const;

/** An order of this account and mode, or null. */
export async function findOrder(
  db: Database,
  owner: { accountId: string; mode: Mode },
  id: string,
): Promise<OrderWithPayments | null> {
  const { accountId, mode } = owner;
  const order = await db.prisma.order.findFirst({ where: { id, accountId, mode }, ...WHOLE });
  return order && toOrderWithPayments(order);
}

/** An order by its id, without an ownership check: for the service itself. */
export async function loadOrder(db: Database, id: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findUnique({ where: { id }, ...WHOLE });
  return order && toOrderWithPayments(order);
}

/** Order of a payment, by the payment's id. */
export async function loadOrderOfPayment(db: Database, paymentId: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findFirst({ where: { payments: { some: { id: paymentId } } }, ...WHOLE });
  return order && toOrderWithPayments(order);
}

/** Order of a checkout session, for the payer's return: only the payer knows the session's id. */
export async function findOrderOfSession(db: Database, checkoutSessionId: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findUnique({ where: { checkoutSessionId }, ...WHOLE });
  return order && toOrderWithPayments(order);
}

/** The newest orders of one account in one mode, before an order if one is given. */
export async function listOrders(
  db: Database,
  owner: { accountId: string; mode: Mode },
  { limit, before }: { limit: number; before?: string },
): Promise<OrderWithPayments[]> {
  const { accountId, mode } = owner;
  const where = { accountId, mode, ...(before && { id: { lt: before } }) };
  const orders = await db.prisma.order.findMany({ where, ...WHOLE, orderBy: { id: 'desc' }, take: limit });
  return orders.map(toOrderWithPayments);
}

/** The newest purchases of an account in all modes, before an order: orders that were paid or still can be. */
export async function listPurchases(
  db: Database,
  accountId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<OrderWithPayments[]> {
  const where = { accountId, status: { notIn: [...NEVER_PAID] }, ...(before !== null && { id: { lt: before } }) };
  const orders = await db.prisma.order.findMany({ where, ...WHOLE, orderBy: { id: 'desc' }, take: limit });
  return orders.map(toOrderWithPayments);
}

/** Newest orders of all accounts, optionally of one state; for operators. */
export async function listAllOrders(db: Database, limit: number, status?: string): Promise<OrderWithPayments[]> {
  const orders = await db.prisma.order.findMany({
    where: status ? { status } : {},
    ...WHOLE,
    orderBy: { id: 'desc' },
    take: limit,
  });
  return orders.map(toOrderWithPayments);
}

/** Number of orders in one state. */
export function countOrders(db: Database, status: OrderState): Promise<number> {
  return db.prisma.order.count({ where: { status } });
}

/** State and remaining times of an order's hold, by the database's clock; null for an unknown order. */
export async function readHold(
  db: Database,
  orderId: string,
): Promise<{ status: OrderState; payableForMs: number; holdEndsInMs: number } | null> {
  const { rows } = await db.pool.query<{ status: OrderState; payableForMs: number; holdEndsInMs: number }>({
    name: 'order-hold',
    text: `SELECT status,
                  greatest(0, ceil(extract(epoch FROM expires_at - now()) * 1000))::float8 AS "payableForMs",
                  greatest(0, ceil(extract(epoch FROM hold_ends_at - now()) * 1000))::float8 AS "holdEndsInMs"
           FROM orders WHERE id = $1`,
    values: [orderId],
  });
  return rows[0] ?? null;
}
