import { heartbeat } from '@temporalio/activity';
import type { Mode } from '../contracts/access';
import { disputesWithoutOrder, recordPaymentEvent, requestLook } from '../store/orders/payment-events';
import { loadOrder } from '../store/orders/read-orders';
import { ordersAwaitingPayment, ordersWithStuckRefund, restartLostReservations } from '../store/orders/sweep-orders';
import { lookAtQuietWithdrawals } from '../store/withdrawals/tell-payout';
import type { ActivityDeps } from './deps';
import { callingPayments } from './failures';

const BATCH = 100;
/** Looks back further than the provider retries a webhook in vain before anybody notices. */
const MISSED_WITHIN_MS = 3 * 24 * 3_600_000;

/** Activities that look for what no webhook told of. Each only asks workflows to look, so that running twice is harmless. */
export function createPaymentSweepActivities({ db, payments }: ActivityDeps) {
  return {
    /** Retrieves the sessions of all orders that wait for a payment; returns how many of them are complete. */
    async sweepOpenOrders(): Promise<number> {
      let found = 0;
      let last = '';
      for (;;) {
        const orders = payments ? await ordersAwaitingPayment(db, last, BATCH) : [];
        for (const order of orders) {
          heartbeat(order.id);
          const sessionId = order.checkoutSessionId!;
          const session = await callingPayments(() => payments!.retrieveSession(order.mode as Mode, sessionId));
          if (!session.paid) continue;
          await requestLook(db, order, { about: 'session', sessionId }, `sweep:${sessionId}`);
          found += 1;
        }
        if (orders.length < BATCH) return found;
        last = orders.at(-1)!.id;
      }
    },

    /** Takes in the events that no webhook brought; returns how many were new to us. */
    async sweepMissedEvents(): Promise<number> {
      let found = 0;
      for (const mode of payments?.modes ?? []) {
        const since = new Date(Date.now() - MISSED_WITHIN_MS);
        const missed = await callingPayments(() => payments!.listUndeliveredEvents(mode, since));
        for (const hint of missed) {
          heartbeat(hint.eventId);
          if (await recordPaymentEvent(db, { ...hint, mode })) found += 1;
        }
      }
      return found;
    },

    /** Finds the orders of disputes that came before their payment was known; returns how many it found. */
    async sweepDisputes(): Promise<number> {
      let found = 0;
      for (const { eventId, mode, disputeId } of payments ? await disputesWithoutOrder(db, BATCH) : []) {
        const dispute = await callingPayments(() => payments!.retrieveDispute(mode, disputeId));
        const order = dispute.orderId && (await loadOrder(db, dispute.orderId));
        if (!order) continue;
        await requestLook(db, order, { about: 'dispute', disputeId }, `sweep:${eventId}`);
        found += 1;
      }
      return found;
    },

    /** Has refunds and withdrawals looked at that should long have arrived, and reservations restarted that nobody keeps. */
    async sweepForgotten(): Promise<number> {
      const hour = new Date().toISOString().slice(0, 13);
      const stuck = await ordersWithStuckRefund(db, BATCH);
      for (const order of stuck) await requestLook(db, order, { about: 'refund' }, `stuck:${hour}`);
      return stuck.length + (await restartLostReservations(db, BATCH)) + (await lookAtQuietWithdrawals(db, BATCH));
    },
  };
}
