import { isOneOf } from '../../../base/machine';
import type { Database, Prisma } from '../../../prisma/client';
import { enqueue, thisMinute } from '../../outbox/store/outbox';
import { leastRecent, longestWait, pastLongestWait } from '../../outbox/store/sweeping';
import { reservationMessage } from '../messages';
import { OPEN_ORDER, ORDER_WAIT, REFUND_WAIT } from '../rules';
import { ORDER_COLUMNS, toOrder, type Order } from './orders';

/**
 * Ids of the open orders whose payment is being confirmed: the provider sent us an event about the checkout while it
 * could be paid. Confirmation takes about a second, or longer during an outage. Use the result only for messages to
 * people.
 */
export async function heardOfPayment(db: Database, orders: readonly Order[]): Promise<ReadonlySet<string>> {
  const checkouts = orders.flatMap(({ id, status, checkoutSessionId: objectId, createdAt, expiresAt }) =>
    // Also filters by time, because time is indexed and few events are newer than an open order.
    isOneOf(OPEN_ORDER, status) && objectId !== null
      ? [{ id, objectId, receivedAt: { gte: createdAt, lt: expiresAt } }]
      : [],
  );
  if (checkouts.length === 0) return new Set();
  const events = await db.prisma.paymentEvent.findMany({
    where: { about: 'session', OR: checkouts.map(({ objectId, receivedAt }) => ({ objectId, receivedAt })) },
    select: { objectId: true },
  });
  const told = new Set(events.map(({ objectId }) => objectId));
  return new Set(checkouts.filter(({ objectId }) => told.has(objectId)).map(({ id }) => id));
}

const open = leastRecent('open_orders', 'orders.id');
const refunds = leastRecent('stuck_refunds', 'orders.id');
const reservations = leastRecent('lost_reservations', 'orders.id');

/** SQL: amount of a payment that we still have to return, in minor units. */
const OWED = `(SELECT sum(amount) FROM ledger_transactions JOIN ledger_entries AS line ON transaction_id = ledger_transactions.id
                WHERE payment_id = payments.id AND line.account = 'returns')`;

/** Orders that have a session, await payment and were not checked since `before`, least recently checked first. */
export function ordersAwaitingPayment(db: Database, before: Date, limit: number): Promise<Order[]> {
  return list(
    db,
    'sweep-open-orders',
    `SELECT ${ORDER_COLUMNS} FROM orders ${open.join}
     WHERE status = 'pending_payment' AND checkout_session_id IS NOT NULL AND ${open.due}
     ORDER BY ${open.order} LIMIT $2`,
    [before, limit],
  );
}

/**
 * Orders whose refund is overdue, may have been made manually after ours failed, or is owed because a lost dispute
 * took less than the payment. Lists only orders not checked since `before`, least recently checked first.
 */
export function ordersWithStuckRefund(db: Database, before: Date, limit: number): Promise<Order[]> {
  return list(
    db,
    'sweep-stuck-refunds',
    `SELECT ${ORDER_COLUMNS} FROM orders ${refunds.join}
     WHERE orders.id IN (
             SELECT order_id FROM payments
             WHERE outcome = 'refund' AND (refund_status IS NULL OR refund_status IN ('pending', 'failed'))
               AND payments.updated_at < now() - ${longestWait(REFUND_WAIT)}
             UNION ALL
             SELECT order_id FROM payments
             WHERE outcome = 'refund' AND refund_status = 'charged_back' AND ${OWED} > 0
               AND payments.updated_at < now() - ${longestWait(REFUND_WAIT)})
       AND ${refunds.due}
     ORDER BY ${refunds.order} LIMIT $2`,
    [before, limit],
  );
}

/**
 * Orders that are open long after their hold ended, because their reservation workflow was terminated or Temporal lost
 * it. Lists only orders not checked since `before`, least recently checked first.
 */
export function ordersWithLostReservation(db: Database, before: Date, limit: number): Promise<Order[]> {
  return list(
    db,
    'sweep-lost-reservations',
    `SELECT ${ORDER_COLUMNS} FROM orders ${reservations.join}
     WHERE ${pastLongestWait(ORDER_WAIT)} AND ${reservations.due}
     ORDER BY ${reservations.order} LIMIT $2`,
    [before, limit],
  );
}

/** Starts an order's reservation workflow again, at most once a minute. */
export async function restartReservation(db: Database, order: Order): Promise<void> {
  await enqueue(db, `order:${order.id}:lost:${thisMinute()}`, { ...reservationMessage(order), restarts: true });
}

async function list(db: Database, name: string, text: string, values: [Date, number]): Promise<Order[]> {
  const { rows } = await db.pool.query<Prisma.OrderModel>({ name, text, values });
  return rows.map(toOrder);
}
