import { enqueueDueNotice } from '../store/orders/payment-notices';
import { raiseRefundFailed } from '../store/orders/refunds';
import type { ActivityDeps } from './deps';

/** Activities that payment workflows of earlier releases still call; today notices go out through the outbox. */
export function createOrderNoticeActivities({ db }: ActivityDeps) {
  return {
    /** Enqueues the notice of a payment that an earlier release settled, once; it never waits for a mail. */
    sendPaymentNotice: (_orderId: string, paymentId: string): Promise<void> => enqueueDueNotice(db, paymentId),

    /** Raises the alert of a failed refund. */
    alertOperator: (orderId: string, paymentId: string): Promise<void> =>
      raiseRefundFailed(db.pool, { orderId, id: paymentId, refundAttempt: 1 }),
  };
}
