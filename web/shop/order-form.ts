import { randomUUID } from 'node:crypto';
import type { Money } from '../../contracts/money';
import { CONSENTS, type CreditQuantity, type ProductName } from '../../contracts/orders';
import { html, type Markup } from '../../platform/html';
import { formatMoney } from '../../platform/wording';
import { checkField } from '../components/form-field';

/** Order form: two consents, never prefilled, and an idempotency key that makes a double submit harmless. */
export function orderForm(order: {
  product: ProductName;
  opportunityId?: string;
  quantity?: CreditQuantity;
  price: Money;
  /** Address of who is signed in, to whose account the purchase belongs; null for a guest. */
  email: string | null;
  /** Minutes for which the next step reserves it. */
  reservedMinutes?: number;
}): Markup {
  return html`<form method="post" action="/checkout/start">
    <input type="hidden" name="product" value="${order.product}" />
    ${order.opportunityId && html`<input type="hidden" name="opportunityId" value="${order.opportunityId}" />`}
    ${order.quantity && html`<input type="hidden" name="quantity" value="${order.quantity}" />`}
    <input type="hidden" name="idempotencyKey" value="${randomUUID()}" />
    <p class="soft">Our <a href="/terms">terms</a> and <a href="/refunds">refund rules</a> apply.</p>
    ${checkField({ name: 'immediateAccessConsent', label: CONSENTS.immediateAccess, required: true })}
    ${checkField({ name: 'withdrawalLossAcknowledgment', label: CONSENTS.withdrawalLoss, required: true })}
    <button class="wide" type="submit">Buy for ${formatMoney(order.price)}</button>
    ${
      order.reservedMinutes !== undefined &&
      html`<p>The next step reserves it for you: you have ${order.reservedMinutes} minutes to pay.</p>`
    }
    <p class="soft">
      You pay on the page of our payment provider.
      ${
        order.email === null
          ? 'Your purchase belongs to the e-mail address that you enter there.'
          : html`Your purchase belongs to your account, ${order.email}.`
      }
    </p>
    <p class="soft">
      <a href="/terms">Terms</a>, <a href="/refunds">refund rules</a> and <a href="/privacy">privacy</a> of the seller
      named in <a href="/imprint">the imprint</a>.
    </p>
  </form>`;
}
