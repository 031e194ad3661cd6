import { html, type Markup } from '../../base/html';
import type { Seller } from '../../base/payment-settings';
import { formatMoney } from '../../base/wording';
import type { RefundReason } from '../../modules/ledger/contract';
import { shownDispute } from '../../modules/ledger/rules';
import { arrivalOf, type OrderWithPayments } from '../../modules/orders/store/orders';
import { boughtPayment, refundOf } from '../../modules/orders/use-cases/order-payments';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { localTime, type Tone } from '../components/data';

/** Explains when the right of withdrawal ends, consistent with /refunds. */
function withdrawalOf({ product, quantity }: OrderWithPayments): string {
  if (product === 'opportunity')
    return 'Your right of withdrawal ended when you got access to the dossier, right after payment.';
  const first = quantity === 1 ? 'the credit' : 'the first of these credits';
  return `You can withdraw for 14 days, until you use ${first}.`;
}

/** Receipt for a paid order, with seller, tax and invoice; null before payment. */
export function receipt(order: OrderWithPayments, { seller, email }: { seller: Seller; email: string }): Markup | null {
  const payment = boughtPayment(order);
  if (!payment) return null;
  const { amount, taxAmount, currency, invoiceNumber } = payment;
  const money = (minor: number) => formatMoney({ amount: minor, currency });
  return html`<section class="panel receipt" aria-labelledby="receipt">
    <h2 id="receipt">Receipt</h2>
    <dl>
      <dt>Order</dt>
      <dd><code>${order.id}</code></dd>
      <dt>Paid</dt>
      <dd>${localTime(arrivalOf(payment))}</dd>
      <dt>Buyer</dt>
      <dd>${email}</dd>
      ${
        seller.name !== null &&
        html`<dt>Seller</dt>
          <dd>${[seller.name, ...seller.address].join(', ')}</dd>`
      }
      ${
        seller.taxId !== null &&
        html`<dt>Tax number</dt>
          <dd>${seller.taxId}</dd>`
      }
      <dt>Immediate access</dt>
      <dd>Requested ${localTime(order.consentRecordedAt)}. ${withdrawalOf(order)}</dd>
    </dl>
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>${nameOf(order)}</td>
          <td>${money(amount - taxAmount)}</td>
        </tr>
        <tr>
          <td>Tax</td>
          <td>${money(taxAmount)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr class="total">
          <th scope="row">Total paid</th>
          <td>${money(amount)}</td>
        </tr>
      </tfoot>
    </table>
    ${
      invoiceNumber !== null &&
      html`<p class="actions">
        <a class="button quiet" href="/account/orders/${order.id}/invoice">Invoice ${invoiceNumber}</a>
      </p>`
    }
  </section>`;
}

/** Refund of an order: amount, reason and progress. Null if there is no refund. */
export function refundSection(order: OrderWithPayments): Markup | null {
  const refund = refundOf(order);
  if (!refund) return null;
  const sum = formatMoney({ amount: refund.amount, currency: order.priceCurrency });
  return html`<section class="panel" aria-labelledby="refund">
    <h2 id="refund">Refund of ${sum}</h2>
    <p>${REFUND_WORDS[refund.reason]} ${REFUND_PROGRESS[refund.status]}</p>
  </section>`;
}

/** Status of a purchase in one or two words. `heard` comes from `heardOfPayment`. */
export function stateOfPurchase(order: OrderWithPayments, heard: boolean): { text: string; tone: Tone } {
  if (heard) return { text: 'Being confirmed', tone: 'warn' };
  const dispute = shownDispute(order.disputes, order.payments);
  if (dispute?.status === 'open') return { text: 'Disputed', tone: 'warn' };
  if (dispute?.status === 'lost') return { text: 'Charged back', tone: 'bad' };
  return STATES[order.status];
}

const STATES: Record<OrderWithPayments['status'], { text: string; tone: Tone }> = {
  creating: { text: 'Being prepared', tone: 'plain' },
  pending_payment: { text: 'Not paid yet', tone: 'warn' },
  fulfilled: { text: 'Paid', tone: 'good' },
  failed: { text: 'Payment failed', tone: 'bad' },
  expired: { text: 'Not paid in time', tone: 'plain' },
  canceled: { text: 'Canceled', tone: 'plain' },
  refund_pending: { text: 'Being refunded', tone: 'warn' },
  refunded: { text: 'Refunded', tone: 'plain' },
  refund_failed: { text: 'Refund delayed', tone: 'warn' },
  refund_waived: { text: 'Closed', tone: 'plain' },
};

/** Refund reasons as sentences for the payer. */
const REFUND_WORDS: Record<RefundReason, string> = {
  late: 'Your payment arrived after the order had ended.',
  mismatched: 'Your payment did not match the order.',
  duplicate: 'You paid this order twice. We refund the second payment.',
  opportunity_gone: 'Someone else had bought the opportunity when your payment arrived.',
  account_suspended: 'Your account was suspended when the payment arrived.',
  returned: 'We refunded the payment and took back the purchase.',
  fraud_warning: 'Your bank reported the payment as fraudulent, so we took back the purchase.',
};

/** Refund progress, as shown to the payer. */
const REFUND_PROGRESS: Record<'pending' | 'succeeded' | 'failed' | 'waived', string> = {
  pending: 'The money is on its way.',
  succeeded: 'We have sent the money. Expect it in five to ten days, depending on your bank.',
  failed: 'The refund is delayed. We are working on it.',
  waived: 'The payment is not refunded.',
};

/** Name of the ordered product. */
export function nameOf({ product, productName, mode, quantity }: OrderWithPayments): string {
  const credits = product !== 'opportunity' && `${RUN_KINDS[product].label} credit`;
  const name = !credits ? productName : quantity === 1 ? credits : `${quantity} ${credits}s`;
  return mode === 'test' ? `${name} (test)` : name;
}
