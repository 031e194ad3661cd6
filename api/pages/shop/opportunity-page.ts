import { Failure } from '../../../contracts/failures';
import { html } from '../../../providers/html';
import { findTeaser } from '../../../store/opportunities/read-opportunities';
import { loadOrder } from '../../../store/orders/read-orders';
import { BUYER_COOKIE } from '../../cookies';
import { layout } from '../layout';
import { page, show } from '../page';
import { amount } from './amount';
import { isOwnOrder } from './own-order';
import { orderForm } from './order-form';

/** One opportunity: what anybody may know of it, and how it is bought. */
export const opportunityPage = page({
  method: 'GET',
  path: '/opportunities/{id}',
  id: { prefix: 'opp', missing: 'not_found' },

  async handle({ deps, id, cookie }) {
    const row = await findTeaser(deps.db, id);
    if (!row || row.mode !== 'live') throw new Failure('not_found');
    const mine = row.reservedBy ? await checkoutOf(row.reservedBy) : null;
    return show(
      layout({
        title: row.title,
        body: html`<article class="narrow">
          <p class="eyebrow">${row.niche}</p>
          <h1>${row.title}</h1>
          <p class="lead">${row.summary}</p>
          <dl>
            <dt>Score</dt>
            <dd>${row.score} of 100</dd>
            <dt>Audience</dt>
            <dd>${row.audience}</dd>
            <dt>Geography</dt>
            <dd>${row.geography}</dd>
            <dt>Language</dt>
            <dd>${row.language}</dd>
            <dt>Dossier</dt>
            <dd>HTML, PDF and JSON, right after payment</dd>
            <dt>Price</dt>
            <dd class="price">${amount(row.priceAmount)}</dd>
          </dl>
          ${offer(row.status, mine)}
        </article>`,
      }),
      { formsTo: deps.settings.checkoutOrigin },
    );

    function offer(status: string, checkout: { url: string; until: Date } | null) {
      if (status === 'sold')
        return html`<p class="notice">This opportunity is sold. It belongs to one buyer for good.</p>`;
      if (checkout) {
        return html`<div class="notice">
          <p>It is reserved for you until ${time(checkout.until)} UTC.</p>
          <a class="button" href="${checkout.url}">Go on with the payment</a>
        </div>`;
      }
      if (status === 'reserved') {
        return html`<p class="notice warn">
          Somebody is buying this opportunity. If it is not paid by ${time(row!.reservedUntil!)} UTC, it is on offer
          again.
        </p>`;
      }
      return orderForm({ product: 'opportunity', opportunityId: id, price: row!.priceAmount });
    }

    // The browser that holds the opportunity is known by its cookie, and led back to its checkout.
    async function checkoutOf(orderId: string): Promise<{ url: string; until: Date } | null> {
      const token = cookie(BUYER_COOKIE);
      const order = token ? await loadOrder(deps.db, orderId) : null;
      if (!order || !isOwnOrder(order, token) || order.status !== 'pending_payment' || !order.checkoutUrl) return null;
      return order.expiresAt > new Date() ? { url: order.checkoutUrl, until: order.expiresAt } : null;
    }
  },
});

function time(moment: Date): string {
  return moment.toISOString().slice(11, 16);
}
