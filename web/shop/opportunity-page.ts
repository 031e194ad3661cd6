import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import { browserBuyer } from '../../http/browser/buyer';
import { SERVICES } from '../../http/services';
import type { Session } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import { findTeaser, readPreview, type Teaser } from '../../modules/opportunities/store/catalogue';
import { similarTeasers } from '../../modules/opportunities/store/search';
import { isWatching, unwatchOpportunity, watchOpportunity } from '../../modules/opportunities/store/watches';
import { isOfBuyer, loadOrder, type Buyer, type Order } from '../../modules/orders/store/orders';
import { checkoutTimeMs } from '../../modules/orders/use-cases/checkout';
import { accountForm, csrfField } from '../account/account-page';
import { badges, cards, localTime } from '../components/data';
import type { FormState } from '../components/declared-form';
import { crumbs, notice } from '../components/frame';
import { layout } from '../layout';
import { page, show, seeOther } from '../page';
import { narrow } from '../people/notice';
import { orderForm } from './offers';
import { opportunityData, languageName, opportunityCard, topicOf } from './opportunity-card';
import { previewSections } from './opportunity-preview';

const SIMILAR = 3;

/** Checkout that the reader has open for the opportunity. */
interface OwnCheckout {
  url: string;
  until: Date;
}

/** Public page of one opportunity: what is in its dossier, how it is sold, and its order form. */
export const opportunityPage = page({
  method: 'GET',
  path: '/opportunities/{id}',
  id: { prefix: 'opp', missing: 'not_found' },

  async handle({ deps, id, cookie, address, state }) {
    const row = await findTeaser(deps.db, id);
    if (!row || row.mode !== 'live') throw new Failure('not_found');
    const [preview, similar, order, browser] = await Promise.all([
      row.status === 'sold' ? null : readPreview(deps.db, id),
      similarTeasers(deps.db, row, SIMILAR),
      row.reservedBy ? loadOrder(deps.db, row.reservedBy) : null,
      browserBuyer({ deps, cookie, address }),
    ]);
    const session = browser?.session ?? null;
    const isReserved = row.status === 'reserved';
    const isWatched = isReserved && session !== null && (await isWatching(deps.db, session.account.id, id));
    const checkout = order && browser && openCheckout(order, browser.buyer);
    const sold = row.status === 'sold';
    const hold = { accountId: browser?.buyer.accountId ?? null, opportunityId: id };
    const reservedMinutes = Math.floor(checkoutTimeMs(deps.settings, hold) / 60_000);
    return show(
      layout({
        title: row.title,
        section: '/opportunities',
        // What is sold is its buyer's: only its title is left, for those who kept the address, and for no index.
        ...(!sold && {
          about: { publicUrl: deps.settings.publicUrl, path: `/opportunities/${id}`, description: row.summary },
        }),
        body: html`${crumbs([
          { href: '/opportunities', label: 'Opportunities' },
          {
            href: `/opportunities?${new URLSearchParams({ niche: topicOf(row.niche) }).toString()}`,
            label: topicOf(row.niche),
          },
        ])}
        ${
          sold
            ? soldNotice(row)
            : html`${opportunityData(row, deps.settings.publicUrl)}
                <article class="opportunity">
                  <div>${head(row)} ${preview && previewSections(preview)} ${exclusivity(reservedMinutes)}</div>
                  <aside id="order" aria-label="Order">
                    ${offer(row, checkout, { email: session?.account.email ?? null, reservedMinutes, isOpen: SERVICES.sales(deps, null), state }, isReserved && watchOffer(id, session, isWatched))}
                  </aside>
                </article>`
        }
        ${
          similar.length > 0 &&
          html`<section class="band">
            <h2>Others on offer</h2>
            ${cards(similar.map(opportunityCard), 3)}
          </section>`
        }`,
      }),
      { formsTo: deps.payments?.checkoutOrigin, headers: browser?.headers },
    );
  },
});

function openCheckout(order: Order, buyer: Buyer): OwnCheckout | null {
  if (!isOfBuyer(order, buyer) || order.status !== 'pending_payment' || !order.checkoutUrl) return null;
  return order.expiresAt > new Date() ? { url: order.checkoutUrl, until: order.expiresAt } : null;
}

function head(row: Teaser): Markup {
  const { niche, title, summary, audience, geography, language, publishedAt, status, priceAmount, priceCurrency } = row;
  return html`${badges('State', [
      { text: niche, tone: 'plain' },
      ...(status === 'reserved' ? [{ text: 'Reserved', tone: 'warn' as const }] : []),
    ])}
    <h1>${title}</h1>
    <p class="lead">${summary}</p>
    <dl>
      <dt>Readers</dt>
      <dd>${audience}</dd>
      <dt>Geography</dt>
      <dd>${geography}</dd>
      <dt>Language</dt>
      <dd>${languageName(language)}</dd>
      <dt>On offer since</dt>
      <dd>${localTime(publishedAt, 'date')}</dd>
    </dl>
    ${
      status === 'available' &&
      html`<p class="to-order">
        <a class="button wide" href="#order"
          >Order for ${formatMoney({ amount: priceAmount, currency: priceCurrency })}</a
        >
      </p>`
    }`;
}

function soldNotice({ title }: Teaser): Markup {
  return html`${badges('State', [{ text: 'Sold', tone: 'bad' }])}
    <h1>${title}</h1>
    ${notice(
      html`<p>This opportunity has been sold to its one buyer.</p>
        <p><a class="button quiet" href="/opportunities">Browse opportunities</a></p>`,
    )}`;
}

function offer(
  row: Teaser,
  checkout: OwnCheckout | null,
  buyer: { email: string | null; reservedMinutes: number; isOpen: boolean; state?: FormState | undefined },
  watching: Markup | false,
): Markup {
  const price = { amount: row.priceAmount, currency: row.priceCurrency };
  const figure = html`<p class="figure">${formatMoney(price)}</p>`;
  if (checkout) {
    return html`<div class="panel">
      ${figure}
      <p>Reserved for you until ${localTime(checkout.until, 'time')}.</p>
      <a class="button wide" href="${checkout.url}">Continue to payment</a>
    </div>`;
  }
  if (row.status === 'reserved') {
    return html`${notice(
      html`<p>
          Someone else is buying this opportunity. Unless they pay by ${localTime(row.reservedUntil!, 'time')}, it will
          be on offer again.
        </p>
        ${watching}`,
      'warn',
    )}`;
  }
  return html`<div class="panel order">
    ${figure}
    <p class="soft">Once, for the dossier (HTML, PDF, JSON) and the exclusive rights to it.</p>
    ${orderForm({ product: 'opportunity', opportunityId: row.id, price, ...buyer })}
  </div>`;
}

function exclusivity(reservedMinutes: number): Markup {
  return html`<h2>How exclusivity works</h2>
    <ol class="contents">
      <li>
        When you go to the payment page, the opportunity is reserved for you for ${reservedMinutes} minutes. Nobody else
        can buy it meanwhile.
      </li>
      <li>When your payment arrives, it is sold to you and leaves the catalog for good.</li>
      <li>The dossier is in your account at once. Nobody else gets it from us, before or after.</li>
    </ol>
    <p class="soft">If a payment arrives too late, it is refunded in full. <a href="/refunds">Refund rules</a></p>`;
}

const ID = { prefix: 'opp', missing: 'not_found' } as const;

/** Has the reader told, once and by mail, what becomes of a reserved opportunity; one that is free by now shows its form. */
export const watchReserved = accountForm({
  path: '/account/opportunities/{id}/watch',
  id: ID,
  needs: 'mail',
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    const kept = await watchOpportunity(deps.db, session.account.id, id);
    if (kept === 'full') return crowded(id);
    return seeOther(`/opportunities/${id}`);
  },
});

/** Takes back {@link watchReserved}. */
export const unwatchReserved = accountForm({
  path: '/account/opportunities/{id}/unwatch',
  id: ID,
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    await unwatchOpportunity(deps.db, session.account.id, id);
    return seeOther(`/opportunities/${id}`);
  },
});

function crowded(id: string): Reply {
  return narrow(
    'Many wait for this opportunity',
    html`<p class="lead">No further one can be told by e-mail. Look again when its reservation ends.</p>
      <p><a class="button" href="/opportunities/${id}">Back to the opportunity</a></p>`,
    { status: 409 },
  );
}

/** The offer to be told, at a reserved opportunity; a visitor who is not signed in is led to sign in, and back. */
function watchOffer(id: string, session: Session | null, isWatched: boolean): Markup {
  if (!session) {
    return html`<p>
      <a class="button quiet" href="/sign-in?return=${encodeURIComponent(`/opportunities/${id}`)}"
        >Sign in to be told by e-mail</a
      >
    </p>`;
  }
  const { email } = session.account;
  return html`<form method="post" action="/account/opportunities/${id}/${isWatched ? 'unwatch' : 'watch'}">
    ${csrfField(session)}
    <p>
      ${
        isWatched
          ? `We will send ${email} one e-mail: when it is on offer again, or sold.`
          : `We can send ${email} one e-mail: when it is on offer again, or sold.`
      }
    </p>
    <button class="quiet" type="submit">${isWatched ? 'Do not tell me' : 'Tell me'}</button>
  </form>`;
}
