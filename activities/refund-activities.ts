import type { RefundReason } from '../contracts/orders';
import { decidingDispute } from '../domain/disputes';
import { PaymentsError, type Payments, type Refund, type RefundRequest } from '../contracts/payments';
import { loadOrder } from '../store/orders/find-order';
import { recordRefunds, type KnownRefund, type NextOfReturn, type RefundNews } from '../store/orders/record-refunds';
import type { OrderWithPayments, Payment } from '../store/orders/row';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';

/** Progress of the refunds of an order. */
export interface Refunding {
  /** True while a refund is still under way and must be checked again. */
  pending: boolean;
}

/** Outcome of asking for a refund: what is new about the payment, or a dispute that is open and blocks it. */
type Asked = RefundNews | 'disputed';

/** Reasons that the provider acts on: it blocks the card of a fraudulent payment. */
const VENDOR_REASONS: Partial<Record<RefundReason, NonNullable<RefundRequest['reason']>>> = {
  duplicate: 'duplicate',
  fraud_warning: 'fraudulent',
};

/** Activities that return the money of an order. Each is idempotent: the provider's refunds are read first. */
export function createRefundActivities({ db, payments }: ActivityDeps) {
  return {
    /**
     * Reads all refunds of an order's payments, whoever made them, and refunds what is left of each payment that is
     * to be returned. One that is granted loses its grant once nothing is left of it.
     */
    async refundPayments(orderId: string): Promise<Refunding> {
      let pending = false;
      for (const { id } of (await loadOrder(db, orderId))?.payments ?? []) {
        if ((await returnPayment(orderId, id)) !== 'none') pending = true;
      }
      return { pending };
    },
  };

  async function returnPayment(orderId: string, paymentId: string): Promise<NextOfReturn> {
    for (let asks = false; ;) {
      // Read before the provider is asked, so that an answer that was superseded meanwhile is not recorded.
      const order = (await loadOrder(db, orderId))!;
      const payment = order.payments.find(({ id }) => id === paymentId)!;
      const news = asks ? await askForRefund(order, payment) : { refunds: await listRefunds(payment) };
      // An open dispute blocks refunds: none is started or recorded until it is closed.
      if (news === 'disputed') return 'follow';
      const next = await recordRefunds(db, payment, news);
      if (next === 'none' || next === 'follow') return next;
      asks = next === 'refund';
    }
  }

  async function askForRefund({ id: orderId, disputes }: OrderWithPayments, payment: Payment): Promise<Asked> {
    const { mode, id: paymentId, refundAttempt: attempt } = payment;
    if (decidingDispute(disputes, payment.id)?.status === 'open') return 'disputed';
    const reason = VENDOR_REASONS[payment.reason ?? 'returned'];
    const answer = await callPayments(async (): Promise<Asked> => {
      try {
        return {
          refunds: [known(await provider().refund({ orderId, mode, paymentId, attempt, ...(reason && { reason }) }))],
        };
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error;
        if (error.kind === 'disputed') return 'disputed';
        // Refused for good: the operator is alerted to return the money by hand.
        if (error.kind !== 'rejected' && error.kind !== 'not_found') throw error;
        return { refunds: [], refusal: error.message };
      }
    });
    if (answer === 'disputed') return answer;
    // The answer may be stale: a repeated request gets the first one again.
    const listed = await listRefunds(payment);
    const unlisted = answer.refunds.filter(({ id }) => listed.every((refund) => refund.id !== id));
    return { ...answer, refunds: [...listed, ...unlisted] };
  }

  async function listRefunds({ mode, id }: Payment): Promise<KnownRefund[]> {
    return (await callPayments(() => provider().listRefunds(mode, id))).map(known);
  }

  function provider(): Payments {
    if (!payments) throw new Error('Payments are not configured for this worker');
    return payments;
  }
}

function known({ id, status, total, failureReason, orderId, attempt, createdAt }: Refund): KnownRefund {
  const ended = status === 'succeeded' || status === 'failed' ? status : 'pending';
  return {
    id,
    ...total,
    status: status === 'canceled' ? 'failed' : ended,
    failure: failureReason ?? (status === 'canceled' ? 'canceled' : null),
    origin: orderId === null ? 'dashboard' : 'ours',
    attempt,
    createdAt,
  };
}
