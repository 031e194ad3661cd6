import { ApplicationFailure } from '@temporalio/activity';
import type { Mode } from '../contracts/access';
import { recordDispute } from '../store/orders/disputes';
import { endCheckoutEarly, endHold } from '../store/orders/move-order';
import { requestLook } from '../store/orders/payment-events';
import { loadOrder, readHold, type OrderWithPayments } from '../store/orders/read-orders';
import { paymentsToRefund, recordRefund, takeBack, type RefundStatus } from '../store/orders/refunds';
import { settlePayment, type Settlement } from '../store/orders/settle-payment';
import type { Payment } from '../prisma/client';
import { PaymentsError, type CheckoutSession, type Payments, type Refund } from '../providers/payments/payments';
import type { ActivityDeps } from './deps';
import { callingPayments } from './failures';

/** A payment as the workflow speaks of it. */
export interface SettledPayment {
  paymentId: string;
  settlement: Settlement;
}

/** How the refunds of an order stand. */
export interface Refunding {
  /** Something is still on its way and has to be looked at again. */
  pending: boolean;
  /** Payments whose refund has begun. */
  begun: string[];
  /** Payments whose refund failed and that nobody was told of yet. */
  alarming: string[];
}

/** A refund as the provider has it, or why there is none. */
type RefundFacts = (Pick<Refund, 'status' | 'failureReason'> & { id: string | null }) | 'disputed' | 'charged_back';

/** Activities that move an order and its money. Each may run twice; what they are told by an event is retrieved first. */
export function createOrderActivities({ db, payments }: ActivityDeps) {
  return {
    /** How the hold of an order stands. */
    async readHold(
      orderId: string,
    ): Promise<{ open: boolean; status: string; payableForMs: number; holdEndsInMs: number }> {
      const hold = await readHold(db, orderId);
      if (!hold) throw ApplicationFailure.nonRetryable(`There is no order ${orderId}`, 'order_not_found');
      return { ...hold, open: hold.status === 'creating' || hold.status === 'pending_payment' };
    },

    /**
     * Closes the checkout of an order, so that nobody can pay it any more. Where it is paid instead, the payment is settled and the
     * payment workflow told to look. Throws while neither is certain.
     */
    async closeCheckout(orderId: string): Promise<'closed' | 'complete'> {
      const order = await theOrder(orderId);
      const { checkoutSessionId: sessionId } = order;
      // A session whose creation was never confirmed has no id; it ends by itself, no later than the hold.
      if (sessionId === null) return 'closed';
      const { outcome, session } = await callingPayments(() => provider().expireSession(order.mode as Mode, sessionId));
      if (outcome === 'open') throw new Error(`The checkout of ${orderId} is neither closed nor complete yet`);
      if (outcome === 'expired') return 'closed';
      // Settled here and now: what was paid in time must not become late while the other workflow is on its way.
      await settle(orderId, session);
      await requestLook(db, order, { about: 'session', sessionId }, `closing:${sessionId}`);
      return 'complete';
    },

    /** Ends the order where its hold has ended unpaid; says how it stands. */
    endHold: (orderId: string): Promise<string> => endHold(db, orderId),

    /** Retrieves a session and settles its payment; null where it is not paid, or not for this order. One that ended early ends its order. */
    async settlePayment(orderId: string, sessionId: string): Promise<SettledPayment | null> {
      const order = await theOrder(orderId);
      const session = await callingPayments(() => provider().retrieveSession(order.mode as Mode, sessionId));
      if (session.status === 'expired') await endCheckoutEarly(db, orderId, sessionId);
      return settle(orderId, session);
    },

    /**
     * Begins and follows the refunds of an order: one for every payment that was not granted, never more. What was granted and is
     * found to have been returned by hand is taken back first.
     */
    async refundPayments(orderId: string): Promise<Refunding> {
      const refunding: Refunding = { pending: false, begun: [], alarming: [] };
      const order = await loadOrder(db, orderId);
      for (const payment of order?.payments ?? []) {
        if (payment.outcome === 'granted' && (await isReturned(payment))) await takeBack(db, payment);
      }
      for (const payment of await paymentsToRefund(db, orderId)) {
        const status = await refundOne(order!, payment);
        if (status.now === 'pending') refunding.pending = true;
        if (status.begun) refunding.begun.push(payment.id);
        if (status.alarming) refunding.alarming.push(payment.id);
      }
      return refunding;
    },

    /** Retrieves a dispute and flags the order with it. */
    async recordDispute(orderId: string, disputeId: string): Promise<string> {
      const order = await theOrder(orderId);
      const dispute = await callingPayments(() => provider().retrieveDispute(order.mode as Mode, disputeId));
      const { status, openedAt } = dispute;
      await recordDispute(db, { orderId, disputeId, status, openedAt });
      return status;
    },
  };

  async function settle(orderId: string, session: CheckoutSession): Promise<SettledPayment | null> {
    const { id: sessionId, paid, paymentIntentId, total, email, mode } = session;
    if (!paid || paymentIntentId === null || session.orderId !== orderId) return null;
    const settlement = await settlePayment(db, { paymentIntentId, orderId, sessionId, mode, total, email });
    return settlement && { paymentId: paymentIntentId, settlement };
  }

  async function theOrder(orderId: string): Promise<OrderWithPayments> {
    const order = await loadOrder(db, orderId);
    if (!order) throw ApplicationFailure.nonRetryable(`There is no order ${orderId}`, 'order_not_found');
    return order;
  }

  function provider(): Payments {
    if (!payments) throw new Error('Payments are not configured for this worker');
    return payments;
  }

  // A part that is returned is a gesture, and takes nothing back.
  async function isReturned({ id, mode, amount }: Payment): Promise<boolean> {
    return callingPayments(async () => {
      try {
        return (await provider().retrievePayment(mode as Mode, id)).refundedAmount >= amount;
      } catch (error) {
        // What the provider does not know of was not returned by it.
        if (error instanceof PaymentsError && error.kind === 'not_found') return false;
        throw error;
      }
    });
  }

  async function refundOne(order: OrderWithPayments, payment: Payment) {
    const refund = await refundNow(order, payment);
    const now = statusOf(refund);
    // A dispute stands in the way: no refund is begun, and nothing is noted, until it is closed.
    if (refund === 'disputed') return { now, begun: false, alarming: false };
    const facts = refund === 'charged_back' ? { id: null, failureReason: null } : refund;
    const { alarming } = await recordRefund(db, payment.id, { ...facts, status: now });
    return { now, begun: now !== 'failed', alarming };
  }

  async function refundNow(order: OrderWithPayments, payment: Payment): Promise<RefundFacts> {
    const mode = payment.mode as Mode;
    if (payment.refundStatus === 'charged_back') return 'charged_back';
    if (payment.refundId) return callingPayments(() => provider().retrieveRefund(mode, payment.refundId!));
    if (order.disputeStatus === 'open') return 'disputed';
    return callingPayments(async (): Promise<RefundFacts> => {
      try {
        const reason = payment.reason === 'duplicate' ? { reason: 'duplicate' as const } : {};
        return await provider().refund({ orderId: order.id, mode, paymentIntentId: payment.id, ...reason });
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error;
        if (error.kind === 'disputed') return order.disputeStatus === 'lost' ? 'charged_back' : 'disputed';
        // Refused for good: a person has to return the money, and is told so.
        if (error.kind !== 'rejected' && error.kind !== 'not_found') throw error;
        return { id: null, status: 'failed', failureReason: error.message };
      }
    });
  }
}

function statusOf(refund: RefundFacts): RefundStatus {
  if (refund === 'disputed') return 'pending';
  if (refund === 'charged_back') return 'charged_back';
  if (refund.status === 'succeeded') return 'succeeded';
  return refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'pending';
}
