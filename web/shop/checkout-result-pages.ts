import { Type } from '@sinclair/typebox';
import { browserBuyer } from '../../commands/orders/browser-buyer';
import { opensDossierUntil } from '../../commands/orders/opens-dossier';
import { html } from '../../platform/html';
import { findOrderOfSession } from '../../store/orders/find-order';
import { heardOfPayment } from '../../store/orders/heard-of-payment';
import { badge } from '../components/badge';
import { layout } from '../layout';
import { page, show } from '../page';
import { outcomeOf, type Outcome } from './order-outcome';
import { reference } from './order-reference';
import { reloadScript } from './reload-script';

const text = Type.Optional(Type.String({ maxLength: 255 }));

/**
 * Return page of the payment provider after payment. The payment arrives by webhook, so the page shows the status of
 * the order and reloads while a card's confirmation is due. Knowledge of the session id identifies the payer; the page
 * shows no e-mail address, and leads to the dossier for the browser that bought it.
 */
export const successPage = page({
  method: 'GET',
  path: '/checkout/success',
  query: Type.Object({ session_id: text }),

  async handle(request) {
    const { deps, query } = request;
    const order = query.session_id ? await findOrderOfSession(deps.db, query.session_id) : null;
    const until = order && (await opensDossierUntil(deps, order, (await browserBuyer(request))?.buyer));
    const {
      title,
      badge: state,
      body,
      waits,
    } = order ? outcomeOf(order, { heard: (await heardOfPayment(deps.db, [order])).has(order.id), until }) : UNKNOWN;
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

const UNKNOWN: Outcome = {
  title: 'Checkout not found',
  waits: false,
  body: html`<p class="lead">If you have paid, we'll e-mail your receipt.</p>
    <p class="actions">
      <a class="button" href="/account/purchases">Your purchases</a>
      <a class="button quiet" href="/opportunities">Browse opportunities</a>
    </p>`,
};
