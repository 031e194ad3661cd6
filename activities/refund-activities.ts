import type { RefundReason } from '../modules/ledger/contract';
import { paymentBalances } from '../modules/ledger/store/balances';
import { PaymentsError, type Refund, type RefundRequest } from '../modules/orders/payment-provider';
import { databaseTime } from '../modules/orders/store/disputes';
import { loadOrder, type OrderWithPayments, type Payment } from '../modules/orders/store/orders';
import { recordRefunds, type KnownRefund, type NextOfReturn, type RefundNews } from '../modules/orders/store/refunds';
import { requirePayments, type ActivityDeps } from './deps';
import { callPayments, refusalWords } from './failures';
import { recordObservedDispute } from './order-activities';
import { PERMANENT_REFUSALS } from './orphan-activities';

export interface Refunding {
  /** True while a refund is pending. The caller must then check again. */
  pending: boolean;
}

/** Result of a refund request: the payment's refunds, or an open dispute that blocks the request. */
type Asked = RefundNews | 'disputed';

/** Reasons that the provider acts on. For example, it blocks the card of a fraudulent payment. */
const VENDOR_REASONS: Partial<Record<RefundReason, NonNullable<RefundRequest['reason']>>> = {
  duplicate: 'duplicate',
  fraud_warning: 'fraudulent',
};

/** Activities that refund an order's payments. Each is idempotent, because it reads the provider's refunds first. */
export function createRefundActivities(deps: Pick<ActivityDeps, 'db' | 'payments'>) {
  const { db } = deps;
  const provider = () => requirePayments(deps);
  return {
    /**
     * Reads all refunds of an order's payments, whether or not we made them. For each payment that must be returned,
     * refunds what we still owe. A payment loses its grant once it is fully refunded.
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
      // Reads the row before querying the provider, so that we never record a response that is already out of date.
      const order = (await loadOrder(db, orderId))!;
      const payment = order.payments.find(({ id }) => id === paymentId)!;
      const news = asks ? await askForRefund(order, payment) : { refunds: await listRefunds(payment) };
      // An open dispute blocks refunds. Until it is closed, we neither start nor record a refund.
      if (news === 'disputed') return 'follow';
      const next = await recordRefunds(db, payment, news);
      if (next === 'none' || next === 'follow') return next;
      asks = next === 'refund';
    }
  }

  async function askForRefund(order: OrderWithPayments, payment: Payment): Promise<Asked> {
    const { mode, id: paymentId, orderId, refundAttempt: attempt } = payment;
    // Subtracts what the payer already got back through a lost dispute.
    const { changed, blocking } = await recordDisputes(order, payment);
    if (changed) return { refunds: await listRefunds(payment) };
    if (blocking) return 'disputed';
    const reason = VENDOR_REASONS[payment.reason ?? 'returned'];
    const amount = await amountOwed(order, payment);
    if (amount !== null && amount <= 0) return { refunds: await listRefunds(payment) };
    const answer = await callPayments(async (): Promise<RefundNews> => {
      try {
        const asked = { orderId, mode, paymentId, attempt, ...(amount && { amount }), ...(reason && { reason }) };
        const made = known(await provider().refund(asked));
        return { refunds: [made], ...(made.attempt !== attempt && { refusal: 'The provider has nothing left of it' }) };
      } catch (error) {
        // The provider permanently refuses the refund. An alert asks the operator to return the money by hand.
        if (!(error instanceof PaymentsError) || !PERMANENT_REFUSALS.includes(error.kind)) throw error;
        return { refunds: [], refusal: refusalWords(error) };
      }
    });
    // A dispute that opened in the meantime may explain the refusal.
    if (answer.refusal && (await recordDisputes(order, payment)).changed)
      return { refunds: await listRefunds(payment) };
    // The response may be out of date, because a repeated request gets the first response again.
    const listed = await listRefunds(payment);
    const unlisted = answer.refunds.filter(({ id }) => listed.every((refund) => refund.id !== id));
    return { ...answer, refunds: [...listed, ...unlisted] };
  }

  /**
   * Records the payment's disputes whose state changed at the provider. `changed` is true if any state changed.
   * `blocking` is true if a dispute is open, or is an inquiry during which the provider does not refund the payment.
   */
  async function recordDisputes(
    { id: orderId, disputes }: OrderWithPayments,
    { mode, id }: Payment,
  ): Promise<{ changed: boolean; blocking: boolean }> {
    const observedAt = await databaseTime(db);
    let changed = false;
    const listed = await callPayments(() => provider().listDisputes(mode, id));
    for (const dispute of listed) {
      const recorded = disputes.find((each) => each.id === dispute.id);
      if (recorded?.status === dispute.status) continue;
      if (await recordObservedDispute(db, orderId, dispute, observedAt)) changed = true;
    }
    const blocking = listed.some(
      ({ status, refundable }) => status === 'open' || (status === 'inquiry' && !refundable),
    );
    return { changed, blocking };
  }

  /**
   * Amount that we still owe if a lost dispute already returned part. The provider would allow a larger refund. Null
   * refunds all that remains.
   */
  async function amountOwed({ disputes }: OrderWithPayments, { id }: Payment): Promise<number | null> {
    if (!disputes.some(({ paymentId, status }) => paymentId === id && status === 'lost')) return null;
    return (await paymentBalances(db.pool, id)).returns;
  }

  async function listRefunds({ mode, id }: Payment): Promise<KnownRefund[]> {
    return (await callPayments(() => provider().listRefunds(mode, id))).map(known);
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
