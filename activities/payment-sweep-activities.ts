import { heartbeat, log } from '@temporalio/activity';
import type { Mode } from '../contracts/access';
import { STARTED_AGAIN_EVERY_MS } from '../domain/waits';
import { alertEvidenceDue } from '../store/orders/alert-evidence-due';
import { enqueuePaymentNotification } from '../store/orders/payment-events';
import { thisMinute } from '../store/outbox/this-minute';
import { dueShares, matureShares } from '../store/ledger/mature-shares';
import {
  ordersAwaitingPayment,
  ordersWithLostReservation,
  ordersWithStuckRefund,
  restartReservation,
} from '../store/orders/sweep-orders';
import { quietWithdrawals, signalQuietWithdrawal } from '../store/withdrawals/quiet-withdrawals';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';
import { disputesOfLatePayments, disputesThatChanged } from './dispute-searches';
import { recordEvents } from './lost-event-activities';
import { checkEach, typeOf, type Sweep } from './check-each';

/** Lookback window: longer than a webhook outage goes unnoticed. */
const MISSED_WITHIN_MS = 3 * 24 * 3_600_000;

const BATCH = 100;

/** Activities that find changes whose webhook was lost. Each is idempotent: it only notifies workflows. */
export function createPaymentSweepActivities({ db, payments }: ActivityDeps) {
  const pass = <T>(sweep: Sweep<T>) =>
    checkEach(db, sweep, {
      onProgress: heartbeat,
      onFailure: (item, error) =>
        log.warn('a sweep failed at one item', { sweep: sweep.name, item, error: typeOf(error) }),
    });

  return {
    /** Retrieves the sessions of all orders that wait for a payment; returns how many of them are paid. */
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

    /** Records events whose webhook was not delivered; returns how many were new to us. */
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
     * Assigns orders to disputes and fraud warnings that arrived before their payment was known; and reads open
     * disputes again, so that a lost event costs an hour; returns how many notifications it sent. Alerts operators of
     * evidence that is due.
     */
    async sweepDisputes(): Promise<number> {
      await alertEvidenceDue(db, BATCH);
      if (!payments) return 0;
      return sumOf(
        await Promise.allSettled([pass(disputesOfLatePayments(db, payments)), pass(disputesThatChanged(db, payments))]),
      );
    },

    /**
     * Sends notifications for overdue refunds and withdrawals, restarts reservations whose workflow is lost, and makes
     * mature shares available; returns how many notifications and restarts.
     */
    async sweepIdle(): Promise<number> {
      const passes = await Promise.allSettled([
        sweepStuckRefunds(),
        sweepLostReservations(),
        sweepQuietWithdrawals(),
        sweepMatureShares(),
      ]);
      return sumOf(passes);
    },
  };

  function sweepStuckRefunds() {
    return pass({
      name: 'stuck_refunds',
      atMostEveryMs: STARTED_AGAIN_EVERY_MS,
      list: (before, limit) => ordersWithStuckRefund(db, before, limit),
      idOf: (order) => order.id,
      check: async (order) => {
        await enqueuePaymentNotification(db, order, { about: 'refund' }, `stuck:${thisMinute()}`);
        return true;
      },
    });
  }

  function sweepLostReservations() {
    return pass({
      name: 'lost_reservations',
      atMostEveryMs: STARTED_AGAIN_EVERY_MS,
      list: (before, limit) => ordersWithLostReservation(db, before, limit),
      idOf: (order) => order.id,
      check: async (order) => {
        await restartReservation(db, order);
        return true;
      },
    });
  }

  // One by one: a share that cannot be moved must not keep the others.
  async function sweepMatureShares(): Promise<number> {
    await pass({
      name: 'mature_shares',
      list: (before, limit) => dueShares(db, before, limit),
      idOf: (orderId) => orderId,
      check: async (orderId) => (await matureShares(db.pool, 1, { orderId })) > 0,
    });
    return 0;
  }

  function sweepQuietWithdrawals() {
    return pass({
      name: 'quiet_withdrawals',
      atMostEveryMs: STARTED_AGAIN_EVERY_MS,
      list: (before, limit) => quietWithdrawals(db, before, limit),
      idOf: ({ id }) => id,
      check: async (withdrawal) => {
        await signalQuietWithdrawal(db, withdrawal);
        return true;
      },
    });
  }
}

/** Sum of what passes found. @throws the first error of one that failed, after all have ended */
function sumOf(passes: readonly PromiseSettledResult<number>[]): number {
  return passes.reduce((sum, one) => {
    if (one.status === 'rejected') throw one.reason;
    return sum + one.value;
  }, 0);
}
