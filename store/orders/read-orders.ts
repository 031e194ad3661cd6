import type { Mode } from '../../contracts/access';
import type { Database, Order, Payment } from '../../prisma/client';

/** An order with its payments, the oldest first. */
export type OrderWithPayments = Order & { payments: Payment[] };

const payments = { orderBy: { createdAt: 'asc' } } as const;

/** An order of this account and mode; null for one that is somebody else's. */
export function findOrder(
  db: Database,
  owner: { accountId: string; mode: Mode },
  id: string,
): Promise<OrderWithPayments | null> {
  const { accountId, mode } = owner;
  return db.prisma.order.findFirst({ where: { id, accountId, mode }, include: { payments } });
}

/** An order by its id, for the service itself. */
export function loadOrder(db: Database, id: string): Promise<OrderWithPayments | null> {
  return db.prisma.order.findUnique({ where: { id }, include: { payments } });
}

/** The order of a checkout session, for whoever comes back from its pages: the session's id is known to its payer only. */
export function findOrderOfSession(db: Database, checkoutSessionId: string): Promise<OrderWithPayments | null> {
  return db.prisma.order.findUnique({ where: { checkoutSessionId }, include: { payments } });
}

/** The newest orders of one account in one mode. */
export function listOrders(db: Database, owner: { accountId: string; mode: Mode }, limit: number): Promise<Order[]> {
  const { accountId, mode } = owner;
  return db.prisma.order.findMany({ where: { accountId, mode }, orderBy: { id: 'desc' }, take: limit });
}

/** The newest orders of all accounts, in one state where it is given: for operators. */
export function listAllOrders(db: Database, limit: number, status?: string): Promise<OrderWithPayments[]> {
  return db.prisma.order.findMany({
    where: status ? { status } : {},
    include: { payments },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

/** How the hold of an order stands, by the database's clock; null where there is no such order. */
export async function readHold(
  db: Database,
  orderId: string,
): Promise<{ status: string; payableForMs: number; holdEndsInMs: number } | null> {
  const { rows } = await db.pool.query<{ status: string; payableForMs: number; holdEndsInMs: number }>({
    name: 'order-hold',
    text: `SELECT status,
                  greatest(0, ceil(extract(epoch FROM expires_at - now()) * 1000))::float8 AS "payableForMs",
                  greatest(0, ceil(extract(epoch FROM hold_ends_at - now()) * 1000))::float8 AS "holdEndsInMs"
           FROM orders WHERE id = $1`,
    values: [orderId],
  });
  return rows[0] ?? null;
}
