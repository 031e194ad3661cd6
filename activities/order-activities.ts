import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { isOneOf } from '../base/machine';
import type { CheckoutSession, Dispute } from '../modules/orders/payment-provider';
import { OPEN_ORDER } from '../modules/orders/rules';
import { databaseTime, recordDispute } from '../modules/orders/store/disputes';
import { answerFraudWarning } from '../modules/orders/store/fraud-warnings';
import { endHold, readHold } from '../modules/orders/store/move';
import { endCheckoutEarly } from '../modules/orders/store/open';
import { loadOrder, type OrderWithPayments } from '../modules/orders/store/orders';
import { failPayment } from '../modules/orders/store/payments';
import { settlePayment, type Settlement } from '../modules/orders/store/settle';
import { thisMinute } from '../modules/outbox/store/outbox';
import { enqueuePaymentNotification } from '../modules/payouts/store/provider-news';
import type { Database } from '../prisma/client';
import { requirePayments, type ActivityDeps } from './deps';
import { callPayments, finalFailure } from './failures';
import { recordOrphan } from './orphan-activities';

export interface SettledPayment {
  paymentId: string;
  settlement: Settlement;
}

/** Activities that process an order and its money. Each is idempotent and retrieves the object: events only notify. */
export function createOrderActivities(deps: Pick<ActivityDeps, 'db' | 'payments' | 'shareMaturityMs'>) {
  const { db, shareMaturityMs } = deps;
  const provider = () => requirePayments(deps);
  return {
    async readHold(
      orderId: string,
    ): Promise<{ open: boolean; status: string; payableForMs: number; holdEndsInMs: number }> {
      const hold = await readHold(db, orderId);
      if (!hold) throw finalFailure(ACTIVITY_FAILURES.orderNotFound, `There is no order ${orderId}`);
      return { ...hold, open: isOneOf(OPEN_ORDER, hold.status) };
    },

    /**
     * Closes the checkout of an order, so that nobody can pay anymore. If somebody has already paid, settles the
     * payment and notifies the payment workflow.
     *
     * @throws Error (retried) until the checkout is certainly closed or paid
     */
    async closeCheckout(orderId: string): Promise<'closed' | 'complete'> {
      const order = await requireOrder(orderId);
      const { checkoutSessionId: sessionId } = order;
      // A session whose creation was never confirmed has no id. Such a session expires no later than the hold.
      if (sessionId === null) return 'closed';
      const { outcome, session } = await callPayments(() => provider().expireSession(order.mode, sessionId));
      if (outcome === 'open') throw new Error(`The checkout of ${orderId} is neither closed nor complete yet`);
      if (outcome === 'expired') return 'closed';
      // Settles the payment immediately. While the payment workflow starts, a payment made in time could become late.
      await settleSession(orderId, session);
      await enqueuePaymentNotification(
        db,
        order,
        { about: 'session', sessionId },
        `closing:${sessionId}:${thisMinute()}`,
      );
      return 'complete';
    },

    /** Ends the order if its hold expired without a payment, and returns the order's state. */
    endHold: (orderId: string): Promise<string> => endHold(db, orderId),

    /**
     * Retrieves a checkout session and settles its payment. Returns null if the session is unpaid or belongs to another
     * order. Ends the order if the session expired early or the bank refused the payment. If we lost the order of a
     * paid session, the payment becomes an orphan for the operator.
     */
    async settlePayment(orderId: string, sessionId: string): Promise<SettledPayment | null> {
      const order = await loadOrder(db, orderId);
      if (!order) return orphan(orderId, sessionId);
      const session = await callPayments(() => provider().retrieveSession(order.mode, sessionId));
      if (session.status === 'expired') await endCheckoutEarly(db, orderId, sessionId);
      return settleSession(orderId, session);
    },

    /** Retrieves an early fraud warning and responds to it only once. `refundPayments` then refunds the payment. */
    async answerFraudWarning(orderId: string, warningId: string): Promise<string> {
      const { mode } = await requireOrder(orderId);
      const warning = await callPayments(() => provider().retrieveFraudWarning(mode, warningId));
      const { paymentId, fraudType, actionable } = warning;
      if (paymentId === null) return 'none';
      return answerFraudWarning(db, { warningId, mode, paymentId, orderId, fraudType, actionable });
    },

    /** Retrieves a dispute and records it, which also updates the order's grants. */
    async recordDispute(orderId: string, disputeId: string): Promise<string> {
      const { mode } = await requireOrder(orderId);
      const observedAt = await databaseTime(db);
      const dispute = await callPayments(() => provider().retrieveDispute(mode, disputeId));
      await recordObservedDispute(db, orderId, dispute, observedAt);
      return dispute.status;
    },
  };

  async function settleSession(orderId: string, session: CheckoutSession): Promise<SettledPayment | null> {
    const { id: sessionId, paid, paymentFailed, paymentId, ...facts } = session;
    if (paymentFailed && session.orderId === orderId) await failPayment(db, orderId, sessionId);
    if (!paid || paymentId === null || session.orderId !== orderId) return null;
    const arrived = { ...facts, paymentId, orderId, sessionId };
    const settlement = await settlePayment(db, arrived, { shareMaturityMs });
    return settlement && { paymentId, settlement };
  }

  async function orphan(orderId: string, sessionId: string): Promise<null> {
    if (await recordOrphan(deps, orderId, sessionId)) return null;
    throw finalFailure(ACTIVITY_FAILURES.orderNotFound, `There is no order ${orderId}`);
  }

  async function requireOrder(orderId: string): Promise<OrderWithPayments> {
    const order = await loadOrder(db, orderId);
    if (!order) throw finalFailure(ACTIVITY_FAILURES.orderNotFound, `There is no order ${orderId}`);
    return order;
  }
}

/**
 * Records a dispute of our order as the provider reported it. `observedAt` is the database's time before we queried the
 * provider. Returns true if the state changed. Ignores disputes about payments outside our checkout.
 */
export async function recordObservedDispute(
  db: Database,
  orderId: string,
  { id: disputeId, paymentId, total, orderId: _named, ...dispute }: Dispute,
  observedAt: Date,
): Promise<boolean> {
  if (paymentId === null) return false;
  return recordDispute(db, { ...dispute, ...total, disputeId, paymentId, orderId, observedAt });
}
