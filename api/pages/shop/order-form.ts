import { randomUUID } from 'node:crypto';
import { CONSENTS, type ProductName } from '../../../contracts/orders';
import { html, type Markup } from '../../../providers/html';
import { amount } from './amount';

/** The form that opens a checkout: the two consents, each to be given by hand, and a key that makes sending it twice harmless. */
export function orderForm(order: { product: ProductName; opportunityId?: string; price: number }): Markup {
  return html`<form class="panel" method="post" action="/checkout/start">
    <input type="hidden" name="product" value="${order.product}" />
    ${order.opportunityId && html`<input type="hidden" name="opportunityId" value="${order.opportunityId}" />`}
    <input type="hidden" name="idempotencyKey" value="${randomUUID()}" />
    <label class="check"
      ><input type="checkbox" name="immediateAccessConsent" value="true" required /><span
        >${CONSENTS.immediateAccess}</span
      ></label
    >
    <label class="check"
      ><input type="checkbox" name="withdrawalLossAcknowledgment" value="true" required /><span
        >${CONSENTS.withdrawalLoss}</span
      ></label
    >
    <button class="wide" type="submit">Buy for ${amount(order.price)}</button>
    <p class="soft">
      You pay on the page of our payment provider. It asks for the e-mail address that your purchase belongs to.
    </p>
  </form>`;
}
