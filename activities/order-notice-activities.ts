import { log } from '@temporalio/activity';
import type { ProductName, RefundReason } from '../contracts/orders';
import { findAccount } from '../store/accounts';
import { loadOrder } from '../store/orders/read-orders';
import { markNoticeSent } from '../store/orders/refunds';
import { findOpportunityTitle } from '../store/opportunities/read-opportunities';
import { operatorAlertMail, receiptMail, refundMail } from '../providers/mail/templates/order-settled';
import { deliverMail } from './deliver-mail';
import type { ActivityDeps } from './deps';

/** Activities that tell a buyer, or the operator, what became of a payment. Addresses never stand in a history. */
export function createOrderNoticeActivities(deps: ActivityDeps) {
  const { db, mailer, payments, publicUrl, operatorEmail } = deps;

  return {
    /**
     * Mails the payer a receipt, or that the payment goes back and why: once a payment, also where it is asked again after days,
     * when the provider has forgotten its idempotency keys.
     */
    async sendPaymentNotice(orderId: string, paymentId: string): Promise<{ sent: boolean }> {
      const order = await loadOrder(db, orderId);
      const payment = order?.payments.find(({ id }) => id === paymentId);
      if (!mailer || !order || !payment || payment.noticeSentAt) return { sent: false };
      const to = order.accountId
        ? (await findAccount(db, order.accountId))?.email
        : (await payments?.retrieveSession(payment.mode as 'live' | 'test', payment.sessionId))?.email;
      if (!to) return { sent: false };
      const facts = {
        orderId,
        product: order.product as ProductName,
        title: order.opportunityId ? await findOpportunityTitle(db, order.opportunityId) : null,
        total: { amount: payment.amount, currency: payment.currency },
        paidAt: payment.createdAt,
        consentedAt: order.consentRecordedAt,
        publicUrl,
      };
      const content =
        payment.outcome === 'granted'
          ? receiptMail(facts)
          : refundMail({ ...facts, reason: payment.reason as RefundReason });
      const mail = { ...content, to, idempotencyKey: `payment-${payment.outcome}/${paymentId}` };
      const delivered = await deliverMail(deps, mail);
      await markNoticeSent(db, paymentId);
      return delivered;
    },

    /** Tells the operator that a refund failed: money of a customer is with us and only a person can return it. */
    async alertOperator(orderId: string, paymentId: string): Promise<void> {
      log.error('ALERT: a refund failed; return the money by hand', { alert: 'refund_failed', orderId, paymentId });
      if (!operatorEmail) return;
      const content = operatorAlertMail({ orderId, paymentId });
      await deliverMail(deps, { ...content, to: operatorEmail, idempotencyKey: `refund-failed/${paymentId}` });
    },
  };
}
