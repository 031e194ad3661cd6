import { heartbeat, log } from '@temporalio/activity';
import type { Mode } from '../base/access';
import type { PaymentNotification } from '../base/workflow-messages';
import { dueShares, matureShares } from '../modules/ledger/store/shares';
import type { Dispute, Payments } from '../modules/orders/payment-provider';
import { alertEvidenceDue, openDisputes, type RecordedDispute } from '../modules/orders/store/disputes';
import {
  ordersAwaitingPayment,
  ordersWithLostReservation,
  ordersWithStuckRefund,
  restartReservation,
} from '../modules/orders/store/news';
import { loadOrder } from '../modules/orders/store/orders';
import { thisMinute } from '../modules/outbox/store/outbox';
import { STARTED_AGAIN_EVERY_MS, type SweepName } from '../modules/outbox/sweeps';
import { enqueuePaymentNotification, disputesWithoutOrder } from '../modules/payouts/store/provider-news';
import { stalledWithdrawals, signalQuietWithdrawal } from '../modules/payouts/store/recover';
import type { Database } from '../prisma/client';
import { checkEach, typeOf, type Sweep } from './check-each';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';
import { recordEvents } from './lost-event-activities';

/** How far back to look for missed events. No webhook outage should go unnoticed this long. */
const MISSED_WITHIN_MS = 3 * 24 * 3_600_000;

const BATCH = 100;

/** Activities that find changes whose webhook was lost. Each is idempotent, because it only notifies workflows. */
export function createPaymentSweepActivities({ db, payments }: ActivityDeps) {
  const pass = <T>(sweep: Sweep<T>) =>
    checkEach(db, sweep, {
      onProgress: heartbeat,
      onFailure: (item, error) =>
        log.warn('a sweep failed at one item', { sweep: sweep.name, item, error: typeOf(error) }),
    });
  /** Notifies each row's workflow, or restarts it if it is lost, at most once an hour per row. */
  const wake = <T extends { id: string }>(
    name: SweepName,
    list: Sweep<T>['list'],
    notify: (row: T) => Promise<unknown>,
  ) =>
    pass<T>({
      name,
      atMostEveryMs: STARTED_AGAIN_EVERY_MS,
      list,
      idOf: ({ id }) => id,
      check: async (row) => {
        await notify(row);
        return true;
      },
    });

  return {
    /** Retrieves the sessions of all orders that await payment, and returns how many are paid. */
    async sweepOpenOrders(): Promise<number> {
      if (!payments) return 0;
      return pass({
        name: 'open_orders',
        list: (before, limit) => ordersAwaitingPayment(db, before, limit),
        idOf: (order) => order.id,
        async check(order) {
          const sessionId = order.checkoutSessionId!;
          const session = await callPayments(() => payments.retrieveSession(order.mode, sessionId));
          if (!session.paid && !session.paymentFailed) return false;
          await enqueuePaymentNotification(
            db,
            order,
            { about: 'session', sessionId },
            `sweep:${sessionId}:${thisMinute()}`,
          );
          return session.paid;
        },
      });
    },

    /** Records events whose webhook was not delivered, and returns how many were new. */
    async sweepMissedEvents(): Promise<number> {
      let found = 0;
      await pass<Mode>({
        name: 'missed_events',
        list: () => Promise.resolve([...(payments?.modes ?? [])]),
        idOf: (mode) => mode,
        async check(mode) {
          const from = new Date(Date.now() - MISSED_WITHIN_MS);
          const missed = await recordEvents({ db, payments }, { mode, from, undelivered: true }, () => heartbeat(mode));
          found += missed.found;
          return missed.found > 0;
        },
      });
      return found;
    },

    /**
     * Finds the orders of disputes and fraud warnings that arrived before their payment. Reads open disputes again, so
     * that a lost event is noticed within an hour. Alerts operators if evidence is due. Returns the number of
     * notifications sent.
     */
    async sweepDisputes(): Promise<number> {
      await alertEvidenceDue(db, BATCH);
      if (!payments) return 0;
      return sumOf(
        await Promise.allSettled([pass(disputesOfLatePayments(db, payments)), pass(disputesThatChanged(db, payments))]),
      );
    },

    /**
     * Notifies the workflows of overdue refunds and withdrawals, restarts reservations whose workflow is lost, and
     * makes mature shares available. Returns the number of notifications and restarts.
     */
    async sweepIdle(): Promise<number> {
      const passes = await Promise.allSettled([
        wake(
          'stuck_refunds',
          (before, limit) => ordersWithStuckRefund(db, before, limit),
          (order) => enqueuePaymentNotification(db, order, { about: 'refund' }, `stuck:${thisMinute()}`),
        ),
        wake(
          'lost_reservations',
          (before, limit) => ordersWithLostReservation(db, before, limit),
          (order) => restartReservation(db, order),
        ),
        wake(
          'quiet_withdrawals',
          (before, limit) => stalledWithdrawals(db, before, limit),
          (withdrawal) => signalQuietWithdrawal(db, withdrawal),
        ),
        sweepMatureShares(),
      ]);
      return sumOf(passes);
    },
  };

  // Moves shares one by one, so that a share that cannot be moved does not block other shares.
  async function sweepMatureShares(): Promise<number> {
    await pass({
      name: 'mature_shares',
      list: (before, limit) => dueShares(db, before, limit),
      idOf: (orderId) => orderId,
      check: async (orderId) => (await matureShares(db.pool, 1, { orderId })) > 0,
    });
    return 0;
  }
}

/** Adds up what the passes found, once all have ended. @throws the first error of a failed pass */
function sumOf(passes: readonly PromiseSettledResult<number>[]): number {
  return passes.reduce((sum, one) => {
    if (one.status === 'rejected') throw one.reason;
    return sum + one.value;
  }, 0);
}

/** Time between two reads of a dispute. Banks take days to decide. */
const READ_EVERY_MS = 3_600_000;

/** Sweep that finds the orders of disputes and fraud warnings that arrived before their payment was known. */
export function disputesOfLatePayments(
  db: Database,
  payments: Payments,
): Sweep<{ eventId: string; mode: Mode; notification: PaymentNotification }> {
  return {
    name: 'disputes',
    list: (before, limit) => disputesWithoutOrder(db, before, limit),
    idOf: ({ eventId }) => eventId,
    async check({ eventId, mode, notification }) {
      const orderId = await callPayments(() => orderOf(payments, mode, notification));
      const order = orderId && (await loadOrder(db, orderId));
      if (!order) return false;
      await enqueuePaymentNotification(db, order, notification, `sweep:${eventId}:${thisMinute()}`);
      return true;
    },
  };
}

/** Sweep that finds disputes that changed at the provider since we recorded them. */
export function disputesThatChanged(db: Database, payments: Payments): Sweep<RecordedDispute> {
  return {
    name: 'open_disputes',
    atMostEveryMs: READ_EVERY_MS,
    list: (before, limit) => openDisputes(db, payments.modes, before, limit),
    idOf: ({ disputeId }) => disputeId,
    async check(recorded) {
      const { disputeId, orderId, mode } = recorded;
      if (!differs(recorded, await callPayments(() => payments.retrieveDispute(mode, disputeId)))) return false;
      const occasion = `again:${disputeId}:${thisMinute()}`;
      await enqueuePaymentNotification(db, { id: orderId, mode }, { about: 'dispute', disputeId }, occasion);
      return true;
    },
  };
}

/** Order of the payment that a dispute or a fraud warning is about; null if the payment is not ours. */
async function orderOf(payments: Payments, mode: Mode, notification: PaymentNotification): Promise<string | null> {
  if (notification.about === 'dispute') return (await payments.retrieveDispute(mode, notification.disputeId)).orderId;
  if (notification.about === 'fraud_warning')
    return (await payments.retrieveFraudWarning(mode, notification.warningId)).orderId;
  return null;
}

function differs(recorded: RecordedDispute, { status, total, reason, evidenceDueAt }: Dispute): boolean {
  return (
    recorded.status !== status ||
    recorded.amount !== total.amount ||
    recorded.reason !== reason ||
    recorded.evidenceDueAt?.getTime() !== evidenceDueAt?.getTime()
  );
}
