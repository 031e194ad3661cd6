import type { Mode } from '../../../base/access';
import { lastId } from '../../../base/ids';
import { Prisma, type Database, type Queryable } from '../../../prisma/client';
import { columnsOf, type Narrowed } from '../../../prisma/sql';
import type {
  DisputeStatus,
  PaymentOutcome,
  RefundObjectStatus,
  RefundOrigin,
  RefundReason,
  RefundStatus,
} from '../../ledger/contract';
import type { OrderState, ProductName } from '../contract';
import { NEVER_PAID } from '../rules';

export type Order = Narrowed<Prisma.OrderModel, { mode: Mode; product: ProductName; status: OrderState }>;

export const ORDER_COLUMNS = columnsOf(Prisma.OrderScalarFieldEnum);

/** Narrows the types of a row to what database constraints guarantee. */
export const toOrder = (row: Prisma.OrderModel) => row as Order;

/** A row of `payments`. Refunded payments have a reason. */
export type Payment = Narrowed<
  Prisma.PaymentModel,
  { mode: Mode; outcome: PaymentOutcome; reason: RefundReason | null; refundStatus: RefundStatus | null }
>;

const PAYMENT_COLUMNS = columnsOf(Prisma.PaymentScalarFieldEnum);

export const toPayment = (row: Prisma.PaymentModel) => row as Payment;

/** Time of the payment by the provider's clock, or the time at which we recorded it if that is not known yet. */
export const arrivalOf = ({ arrivedAt, createdAt }: Payment): Date => arrivedAt ?? createdAt;

export type Refund = Narrowed<Prisma.RefundModel, { mode: Mode; status: RefundObjectStatus; origin: RefundOrigin }>;

export type Dispute = Narrowed<Prisma.DisputeModel, { mode: Mode; status: DisputeStatus }>;

const DISPUTE_COLUMNS = columnsOf(Prisma.DisputeScalarFieldEnum);

const toDispute = (row: Prisma.DisputeModel) => row as Dispute;

/** An order with its payments, refunds and disputes, oldest first. */
export type OrderWithPayments = Order & { payments: Payment[]; refunds: Refund[]; disputes: Dispute[] };

type Read = Prisma.OrderModel & Record<'payments' | 'refunds' | 'disputes', object[]>;

const toOrderWithPayments = (row: Read) => row as OrderWithPayments;

const WITH_PAYMENTS = {
  include: {
    payments: { orderBy: { createdAt: 'asc' } },
    refunds: { orderBy: { createdAt: 'asc' } },
    disputes: { orderBy: { openedAt: 'asc' } },
  },
} as const;

/** An account, or a signed-out browser. A browser's cookie does not identify an account, as it outlives the session. */
export type Buyer =
  | { accountId: string; tokenHash: null; addressHash: null; networkHash: Buffer | null }
  | { accountId: null; tokenHash: Buffer; addressHash: Buffer };

/** Lock that serializes a buyer's purchases. Buyers without an account share one lock, because they share a limit. */
export function ofBuyer({ accountId }: Buyer): string {
  return accountId === null ? 'buyers without an account' : `buyer:${accountId}`;
}

export function isSame(stored: Uint8Array | null, digest: Buffer | null): boolean {
  return stored !== null && digest !== null && digest.equals(stored);
}

/**
 * True if the order belongs to this buyer. If the buyer is signed in, or was when the order was opened, we compare
 * only accounts, because the next person at a shared computer has the same cookie. We never compare network addresses.
 * `holdsOf` applies the same rule in SQL.
 */
export function isOfBuyer(
  order: Pick<Order, 'accountId' | 'buyerTokenHash' | 'buyerAddressHash'>,
  { accountId, tokenHash }: Buyer,
): boolean {
  if (accountId !== null) return order.accountId === accountId;
  // Orders opened without an account store a network address, and get an account when they are paid.
  const wasSignedIn = order.accountId !== null && order.buyerAddressHash === null;
  return !wasSignedIn && isSame(order.buyerTokenHash, tokenHash);
}

/** Finds an order by id if it belongs to this account and mode; otherwise null. */
export async function findOrder(
  db: Database,
  owner: { accountId: string; mode: Mode },
  id: string,
): Promise<OrderWithPayments | null> {
  const { accountId, mode } = owner;
  const order = await db.prisma.order.findFirst({ where: { id, accountId, mode }, ...WITH_PAYMENTS });
  return order && toOrderWithPayments(order);
}

/** Loads an order and its payments for internal use, without checking the owner. */
export async function loadOrder(db: Database, id: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findUnique({ where: { id }, ...WITH_PAYMENTS });
  return order && toOrderWithPayments(order);
}

export async function loadOrderOfPayment(db: Database, paymentId: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findFirst({ where: { payments: { some: { id: paymentId } } }, ...WITH_PAYMENTS });
  return order && toOrderWithPayments(order);
}

/** Order of a checkout session, for the payer who returns from it. Only the payer knows the session id. */
export async function findOrderOfSession(db: Database, checkoutSessionId: string): Promise<OrderWithPayments | null> {
  const order = await db.prisma.order.findUnique({ where: { checkoutSessionId }, ...WITH_PAYMENTS });
  return order && toOrderWithPayments(order);
}

/** Newest orders of one account in one mode, with ids below `before` and at or above `since`. */
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

/** Newest purchases of an account in all modes, optionally only those older than an order. Includes payable orders. */
export async function listPurchases(
  db: Database,
  accountId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<OrderWithPayments[]> {
  const where = { accountId, status: { notIn: [...NEVER_PAID] }, ...(before !== null && { id: { lt: before } }) };
  const orders = await db.prisma.order.findMany({ where, ...WITH_PAYMENTS, orderBy: { id: 'desc' }, take: limit });
  return orders.map(toOrderWithPayments);
}

/** Newest orders of all accounts, optionally in one state; for operators. */
export async function listAllOrders(db: Database, limit: number, status?: string): Promise<OrderWithPayments[]> {
  const orders = await db.prisma.order.findMany({
    where: status ? { status } : {},
    ...WITH_PAYMENTS,
    orderBy: { id: 'desc' },
    take: limit,
  });
  return orders.map(toOrderWithPayments);
}

export function countOrders(db: Database, status: OrderState): Promise<number> {
  return db.prisma.order.count({ where: { status } });
}

/** Locks an order's row until the end of the transaction, to serialize decisions about it. */
export async function lockOrder(tx: Queryable, orderId: string): Promise<Order | null> {
  const { rows } = await tx.query<Prisma.OrderModel>({
    name: 'order-lock',
    text: `SELECT ${ORDER_COLUMNS} FROM orders WHERE id = $1 FOR UPDATE`,
    values: [orderId],
  });
  return rows[0] ? toOrder(rows[0]) : null;
}

/** Payments of an order, oldest first. */
export async function readPayments(tx: Queryable, orderId: string): Promise<Payment[]> {
  const { rows } = await tx.query<Prisma.PaymentModel>({
    name: 'payments-of-order',
    text: `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE order_id = $1 ORDER BY created_at, id`,
    values: [orderId],
  });
  return rows.map(toPayment);
}

/** Disputes of an order, oldest first. */
export async function readDisputes(tx: Queryable, orderId: string): Promise<Dispute[]> {
  const { rows } = await tx.query<Prisma.DisputeModel>({
    name: 'disputes-of-order',
    text: `SELECT ${DISPUTE_COLUMNS} FROM disputes WHERE order_id = $1 ORDER BY opened_at, id`,
    values: [orderId],
  });
  return rows.map(toDispute);
}
