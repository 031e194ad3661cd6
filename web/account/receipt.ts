import { formatMoney } from '../../platform/format-money';
import { html, type Markup } from '../../platform/html';
import type { Seller } from '../../platform/seller-settings';
import { arrivalOf, type OrderWithPayments } from '../../store/orders/row';
import { boughtPayment, refundOf } from '../../commands/orders/order-payments';
import { localTime } from '../components/local-time';
import { nameOf, REFUND_PROGRESS, REFUND_WORDS } from './purchase-words';

/** When the right of withdrawal ends: as /refunds says. */
function withdrawalOf({ product, quantity }: OrderWithPayments): string {
  if (product === 'opportunity')
    return 'The right of withdrawal ended with the access to the dossier, right after payment.';
  const first = quantity === 1 ? 'the credit' : 'the first of the credits, which are one purchase';
  return `The right of withdrawal ends when a run uses ${first}; until then it is 14 days.`;
}

/** Receipt of a paid order with its seller, tax and invoice; null before it is paid. */
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
      <dd>You asked for it on ${localTime(order.consentRecordedAt)}. ${withdrawalOf(order)}</dd>
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

/** Refund of an order's payment: how much, why and how far; null where there is none. */
export function refundSection(order: OrderWithPayments): Markup | null {
  const refund = refundOf(order);
  if (!refund) return null;
  const sum = formatMoney({ amount: refund.amount, currency: order.priceCurrency });
  return html`<section class="panel" aria-labelledby="refund">
    <h2 id="refund">Refund of ${sum}</h2>
    <p>${REFUND_WORDS[refund.reason]} ${REFUND_PROGRESS[refund.status]}</p>
  </section>`;
}
