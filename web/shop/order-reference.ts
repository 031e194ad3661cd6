import { decidingPayment } from '../../commands/orders/order-payments';
import { formatMoney } from '../../platform/format-money';
import { html, type Markup } from '../../platform/html';
import { arrivalOf, type OrderWithPayments } from '../../store/orders/row';
import { nameOf } from '../account/purchase-words';
import { localTime } from '../components/local-time';

/** What an order is for, its price, when it was paid, and its id: for whoever may see it. */
export function reference(order: OrderWithPayments): Markup {
  const payment = decidingPayment(order);
  return html`<dl>
    <dt>Item</dt>
    <dd dir="auto">${nameOf(order)}</dd>
    <dt>Price</dt>
    <dd>${formatMoney(payment ?? { amount: order.priceAmount, currency: order.priceCurrency })}</dd>
    ${
      payment &&
      html`<dt>Paid</dt>
        <dd>${localTime(arrivalOf(payment))}</dd>`
    }
    <dt>Order</dt>
    <dd><code>${order.id}</code></dd>
  </dl>`;
}
