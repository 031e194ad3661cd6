import { Context } from '@temporalio/activity';
import type { BackgroundMail } from '../base/workflow-messages';
import { findAccount } from '../modules/accounts/store/accounts';
import {
  loadOrder,
  loadOrderOfPayment,
  arrivalOf,
  type OrderWithPayments,
  type Payment,
} from '../modules/orders/store/orders';
import { recordInvoice } from '../modules/orders/store/payments';
import { receiptMail, refundMail, paymentFailedMail, type PaymentFacts } from '../vendors/mail/templates/orders';
import type { DueMail } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';

/**
 * Number of attempts after which a receipt is sent without its invoice. The provider creates the invoice moments after
 * the payment.
 */
const PATIENT_ATTEMPTS = 5;

type PaymentMail = Extract<BackgroundMail, `payment_${string}`>;

/** Emails to the payer. The id is that of the payment or, if the payment failed, of the order. */
export function createPaymentMails(deps: ActivityDeps): Record<PaymentMail, (id: string) => Promise<DueMail | null>> {
  const { db, payments, publicUrl, seller } = deps;

  return {
    async payment_receipt(id) {
      const paid = await paidOf(id);
      if (!paid) return null;
      const { to, facts, payment } = paid;
      return { ...receiptMail({ ...facts, invoice: await invoiceOf(payment) }), to, key: 'payment-granted' };
    },

    async payment_refund(id) {
      const paid = await paidOf(id);
      if (!paid) return null;
      const { to, facts, payment, order } = paid;
      return { ...refundMail({ ...facts, reason: payment.reason!, refunded: refundedOf(payment, order) }), to };
    },

    async payment_failed(orderId) {
      const order = await loadOrder(db, orderId);
      const to = order?.checkoutSessionId && (await payerOf(order, order.checkoutSessionId));
      if (!to) return null;
      const { product, quantity, productName, opportunityId, priceAmount: amount, priceCurrency: currency } = order;
      const title = opportunityId ? productName : null;
      const facts = {
        orderId,
        product,
        quantity,
        title,
        opportunityId,
        price: { amount, currency },
        seller,
        publicUrl,
      };
      return { ...paymentFailedMail(facts), to };
    },
  };

  /** Loads the facts for an email about a payment, and its recipient; null if the recipient is unknown. */
  async function paidOf(id: string) {
    const order = await loadOrderOfPayment(db, id);
    const payment = order?.payments.find((each) => each.id === id);
    const to = order && payment && (await payerOf(order, payment.sessionId));
    if (!to) return null;
    const facts: PaymentFacts = {
      orderId: order.id,
      product: order.product,
      quantity: order.quantity,
      title: order.opportunityId ? order.productName : null,
      total: { amount: payment.amount, currency: payment.currency },
      tax: payment.taxAmount,
      invoice: null,
      paidAt: arrivalOf(payment),
      consentedAt: order.consentRecordedAt,
      seller,
      publicUrl,
    };
    return { to, facts, payment, order };
  }

  /**
   * Returns the invoice of a payment for its receipt, and records a new invoice; null if there will be no invoice.
   *
   * @throws Error (retried) in early attempts while there is no invoice yet. Later attempts send the receipt without it
   */
  async function invoiceOf(payment: Payment): Promise<PaymentFacts['invoice']> {
    const { mode, sessionId, invoiceNumber: number, invoiceUrl: url } = payment;
    if (number !== null) return { number, url };
    if (!payments?.invoices) return null;
    const { invoice } = await callPayments(() => payments.retrieveSession(mode, sessionId));
    if (invoice) await recordInvoice(db.pool, payment.id, invoice);
    else if (Context.current().info.attempt < PATIENT_ATTEMPTS) throw new Error(`No invoice of ${payment.id} yet`);
    return invoice;
  }

  // If the order has no account, only the provider knows the payer.
  async function payerOf({ accountId, mode }: OrderWithPayments, sessionId: string): Promise<string | null> {
    if (accountId) return (await findAccount(db, accountId))?.email ?? null;
    return payments && (await callPayments(() => payments.retrieveSession(mode, sessionId))).email;
  }
}

// After a lost dispute, counts only our own refunds, because the payer got the remainder from the bank.
function refundedOf({ id, amount }: Payment, { refunds, disputes }: OrderWithPayments): number {
  if (!disputes.some(({ paymentId, status }) => paymentId === id && status === 'lost')) return amount;
  const made = refunds.filter(({ paymentId, status }) => paymentId === id && status !== 'failed');
  return made.reduce((sum, refund) => sum + refund.amount, 0);
}
