import type { Mode } from '../contracts/access';
import type { PaymentNotification } from '../contracts/workflow-messages';
import type { Database } from '../prisma/client';
import type { Dispute, Payments } from '../contracts/payments';
import { thisMinute } from '../store/outbox/this-minute';
import { openDisputes } from '../store/orders/open-disputes';
import type { RecordedDispute } from '../store/orders/record-dispute';
import { disputesWithoutOrder, enqueuePaymentNotification } from '../store/orders/payment-events';
import { loadOrder } from '../store/orders/find-order';
import { callPayments } from './failures';
import type { Sweep } from './check-each';

/** Time between two readings of a dispute: banks take days. */
const READ_EVERY_MS = 3_600_000;

/** Search for the orders of disputes and fraud warnings that arrived before their payment was known. */
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

/** Search for disputes that changed at the provider since they were recorded. */
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

/** Order of the payment that a dispute or a fraud warning is about; null if it is not ours. */
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
