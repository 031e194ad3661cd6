import type { Mode } from '../../base/access';
import {
  SIGNALS,
  WORKFLOWS,
  type PaymentNotification,
  type PaymentInput,
  type ReservationInput,
  type WorkflowMessage,
} from '../../base/workflow-messages';

interface OrderOfMessage {
  id: string;
  product: string;
  mode: Mode;
  accountId: string | null;
  /** US cents. */
  priceAmount?: number;
}

const FOLLOW_REFUND_EVERY_MS = 3_600_000;

/** Starts an order's reservation workflow, or signals the workflow that the order changed. */
export function reservationMessage(order: OrderOfMessage, signal?: 'orderChanged'): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.reservation,
    workflowId: `reservation/${order.id}`,
    input: { orderId: order.id } satisfies ReservationInput,
    ...(signal && { signal }),
    summary: `Order ${order.id}: ${order.product} (${order.mode})`,
    search: {
      kind: order.product,
      accountId: order.accountId,
      mode: order.mode,
      orderId: order.id,
      ...(order.priceAmount !== undefined && { amount: order.priceAmount }),
    },
  };
}

/** Starts and signals an order's payment workflow, which runs only when it has work. Does not look up the order. */
export function paymentMessage(order: { id: string; mode: Mode }, notification: PaymentNotification): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.payment,
    workflowId: `payment/${order.id}`,
    input: { orderId: order.id, followRefundEveryMs: FOLLOW_REFUND_EVERY_MS } satisfies PaymentInput,
    signal: SIGNALS.paymentChanged,
    signalArgs: [notification],
    restarts: true,
    summary: `Payment of order ${order.id} (${order.mode})`,
    search: { kind: 'payment', accountId: null, mode: order.mode, orderId: order.id },
  };
}
