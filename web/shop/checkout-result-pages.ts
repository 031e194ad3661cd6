import { Type } from '@sinclair/typebox';
import { decidingPayment } from '../../commands/orders/order-payments';
import { html, type Markup } from '../../platform/html';
import { findOrderOfSession } from '../../store/orders/find-order';
import { heardOfPayment } from '../../store/orders/heard-of-payment';
import { arrivalOf, type OrderWithPayments } from '../../store/orders/row';
import { badge } from '../components/badge';
import { localTime } from '../components/local-time';
import { layout } from '../layout';
import { page, show } from '../page';
import { outcomeOf, type Outcome } from './order-outcome';
import { reloadScript } from './reload-script';

const text = Type.Optional(Type.String({ maxLength: 255 }));

/**
 * Return page of the payment provider after payment. The payment arrives by webhook, so the page shows the status of
 * the order and reloads while a card's confirmation is due. Knowledge of the session id identifies the payer; the page
 * shows no e-mail address.
 */
export const successPage = page({
  method: 'GET',
  path: '/checkout/success',
  query: Type.Object({ session_id: text }),

  async handle({ deps, query }) {
    const order = query.session_id ? await findOrderOfSession(deps.db, query.session_id) : null;
    const {
      title,
      badge: state,
      body,
      waits,
    } = order ? outcomeOf(order, (await heardOfPayment(deps.db, [order])).has(order.id)) : UNKNOWN;
    return show(
      layout({
        title,
        body: html`<div class="narrow">
          ${state && html`<p>${badge(state.text, state.tone)}</p>`}
          <h1>${title}</h1>
          ${body} ${order && reference(order)}
        </div>`,
        scripts: waits ? [reloadScript.href] : [],
      }),
    );
  },
});

function reference(order: OrderWithPayments): Markup {
  const payment = decidingPayment(order);
  return html`<p class="soft">
    Order <code>${order.id}</code> ${payment && html`<br />Paid ${localTime(arrivalOf(payment))}`}
  </p>`;
}

const UNKNOWN: Outcome = {
  title: 'Checkout not found',
  waits: false,
  body: html`<p class="lead">If you have paid, we'll e-mail your receipt.</p>
    <p class="actions">
      <a class="button" href="/account/purchases">Your purchases</a>
      <a class="button quiet" href="/opportunities">Browse opportunities</a>
    </p>`,
};
