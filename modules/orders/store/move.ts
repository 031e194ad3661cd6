import { transaction, type Prisma, type Queryable, type Database } from '../../../prisma/client';
import { release } from '../../opportunities/store/holds';
import { enqueue } from '../../outbox/store/outbox';
import { recordEvent } from '../../webhooks/store/events';
import type { OrderState } from '../contract';
import { reservationMessage } from '../messages';
import { MEANING, ORDER } from '../rules';
import { ORDER_COLUMNS, toOrder, type Order } from './orders';

/** Columns that a move sets. Omitted columns stay unchanged. */
type OrderChanges = Partial<Pick<Order, 'accountId' | 'entitlementId' | 'checkoutSessionId' | 'checkoutUrl'>>;

/** Additional conditions for a move. All of those given must hold. */
interface OrderConditions {
  /** Requires that the order is in this state, for moves that are correct only from one state. */
  from?: OrderState;
  attempt?: number;
  checkoutSessionId?: string;
  /** Requires that the hold has ended, by the database's clock. */
  holdEnded?: boolean;
}

/**
 * Moves an order to a state, records the events, and ends the lease of the checkout request. Returns null if a
 * concurrent move came first.
 */
export async function moveOrder(
  tx: Queryable,
  id: string,
  to: OrderState,
  changes: OrderChanges = {},
  only: OrderConditions = {},
): Promise<Order | null> {
  const { rows } = await tx.query<Prisma.OrderModel>({
    name: 'order-move',
    text: `UPDATE orders SET status = $2, creating_until = NULL, updated_at = now(),
                  account_id = COALESCE($4, account_id), entitlement_id = COALESCE($5, entitlement_id),
                  checkout_session_id = COALESCE($6, checkout_session_id), checkout_url = COALESCE($7, checkout_url)
           WHERE id = $1 AND status = ANY($3)
             AND ($8::int IS NULL OR attempt = $8) AND ($9::text IS NULL OR checkout_session_id = $9)
             AND (NOT $10::boolean OR hold_ends_at <= now())
           RETURNING ${ORDER_COLUMNS}`,
    values: [
      id,
      to,
      ORDER.before(to).filter((state) => only.from === undefined || state === only.from),
      changes.accountId,
      changes.entitlementId,
      changes.checkoutSessionId,
      changes.checkoutUrl,
      only.attempt,
      only.checkoutSessionId,
      only.holdEnded ?? false,
    ],
  });
  const order = rows[0] && toOrder(rows[0]);
  if (!order) return null;
  const { accountId, mode } = order;
  for (const type of MEANING[to].events)
    await recordEvent(tx, { type, subject: id, status: type.slice('order.'.length), accountId, mode });
  return order;
}

/** Ends an abandoned order and releases its hold, unless it was paid. Call it only after its session has closed. */
export async function cancelOrder(db: Database, orderId: string, checkoutSessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await moveOrder(tx, orderId, 'canceled', {}, { checkoutSessionId });
    if (!order) return;
    await release(tx, order);
    await enqueue(tx, `order:${orderId}:canceled`, reservationMessage(order, 'orderChanged'));
  });
}

/** State and remaining times of an order's hold, by the database's clock; null if the order is unknown. */
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

/** Ends an unpaid order whose hold has ended by the database's clock. Call it only after its session has closed. */
export async function endHold(db: Database, orderId: string): Promise<OrderState> {
  return transaction(db, async (tx) => {
    // The order of these moves matters, because the second catches an order that became payable after the first.
    const order =
      (await moveOrder(tx, orderId, 'failed', {}, { from: 'creating', holdEnded: true })) ??
      (await moveOrder(tx, orderId, 'expired', {}, { holdEnded: true }));
    if (order) {
      await release(tx, order);
      return order.status;
    }
    const { rows: current } = await tx.query<Pick<Order, 'status'>>({
      text: 'SELECT status FROM orders WHERE id = $1',
      values: [orderId],
    });
    return current[0]?.status ?? 'failed';
  });
}

/** Ends an order whose session failed to open, and releases its hold. */
export async function failOrder(db: Database, orderId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await moveOrder(tx, orderId, 'failed', {}, { from: 'creating' });
    if (order) await release(tx, order);
  });
}
