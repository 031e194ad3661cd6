import type { BackgroundMail } from '../contracts/workflow-messages';
import type { MailContent } from '../providers/mail/templates/layout';
import { receiptMail, refundMail, paymentFailedMail, type PaymentFacts } from '../providers/mail/templates/orders';
import { findAccount } from '../store/accounts/find-account';
import { loadOrder, loadOrderOfPayment } from '../store/orders/find-order';
import { arrivalOf, type OrderWithPayments, type Payment } from '../store/orders/row';
import { deliverMail, type Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';
import { invoiceOf } from './invoice-of';

/** Mails to the payer about one payment, by its id, or about an order whose payment failed, by the order's. */
export function createPaymentMails(
  deps: ActivityDeps,
): Record<Extract<BackgroundMail, `payment_${string}`>, (id: string) => Promise<Delivered>> {
  const { db, payments, publicUrl, seller } = deps;

  return {
    payment_receipt: (id) => mailPayer(id, 'payment-granted', receiptMail),
    payment_refund: (id) =>
      mailPayer(id, 'payment-refund', (facts, payment, order) =>
        refundMail({ ...facts, reason: payment.reason!, refunded: refundedOf(payment, order) }),
      ),
    payment_failed: mailRefused,
  };

  async function mailPayer(
    id: string,
    key: string,
    write: (facts: PaymentFacts, payment: Payment, order: OrderWithPayments) => MailContent,
  ): Promise<Delivered> {
    const order = await loadOrderOfPayment(db, id);
    const payment = order?.payments.find((each) => each.id === id);
    const to = order && payment && (await payerOf(order, payment.sessionId));
    if (!to) return { sent: false };
    const facts = {
      orderId: order.id,
      product: order.product,
      quantity: order.quantity,
      title: order.opportunityId ? order.productName : null,
      total: { amount: payment.amount, currency: payment.currency },
      tax: payment.taxAmount,
      invoice: key === 'payment-granted' ? await invoiceOf(deps, payment) : null,
      paidAt: arrivalOf(payment),
      consentedAt: order.consentRecordedAt,
      seller,
      publicUrl,
    };
    return deliverMail(deps, { ...write(facts, payment, order), to, idempotencyKey: `${key}/${id}` });
  }

  async function mailRefused(orderId: string): Promise<Delivered> {
    const order = await loadOrder(db, orderId);
    const to = order?.checkoutSessionId && (await payerOf(order, order.checkoutSessionId));
    if (!to) return { sent: false };
    const { product, quantity, productName, opportunityId, priceAmount: amount, priceCurrency: currency } = order;
    const title = opportunityId ? productName : null;
    const content = paymentFailedMail({
      orderId,
      product,
      quantity,
      title,
      opportunityId,
      price: { amount, currency },
      seller,
      publicUrl,
    });
    return deliverMail(deps, { ...content, to, idempotencyKey: `payment-failed/${orderId}` });
  }

  // Without an account only the provider knows the payer.
  async function payerOf({ accountId, mode }: OrderWithPayments, sessionId: string): Promise<string | null> {
    if (accountId) return (await findAccount(db, accountId))?.email ?? null;
    return payments && (await callPayments(() => payments.retrieveSession(mode, sessionId))).email;
  }
}

// All of it, but what lost disputes took: the payer has that from the bank.
function refundedOf({ id, amount }: Payment, { refunds, disputes }: OrderWithPayments): number {
  if (!disputes.some(({ paymentId, status }) => paymentId === id && status === 'lost')) return amount;
  const made = refunds.filter(({ paymentId, status }) => paymentId === id && status !== 'failed');
  return made.reduce((sum, refund) => sum + refund.amount, 0);
}
