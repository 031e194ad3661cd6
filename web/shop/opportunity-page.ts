import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import { browserBuyer } from '../../http/browser/buyer';
import { SERVICES } from '../../http/services';
import type { Session } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import { findTeaser, readBought, readPreview, type Teaser } from '../../modules/opportunities/store/catalog';
import { similarTeasers } from '../../modules/opportunities/store/search';
import { isWatching, unwatchOpportunity, watchOpportunity } from '../../modules/opportunities/store/watches';
import { isOfBuyer, loadOrder } from '../../modules/orders/store/orders';
import { checkoutTimeMs } from '../../modules/orders/use-cases/checkout';
import { accountForm, csrfField } from '../account/account-page';
import { badges, cards, localTime } from '../components/data';
import { crumbs, notice } from '../components/frame';
import { layout } from '../layout';
import { page, show, seeOther } from '../page';
import { narrow } from '../people/notice';
import { orderForm } from './offers';
import { openCheckout } from './order-outcome';
import { opportunityData, languageName, opportunityCard, topicOf } from './opportunity-card';
import { previewSections } from './opportunity-preview';

const SIMILAR = 3;

/** Public page of an opportunity: dossier contents, terms of sale and order form. */
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
    const checkout = order && browser && isOfBuyer(order, browser.buyer) ? openCheckout(order) : null;
    const sold = row.status === 'sold';
    const owner = sold && session ? { accountId: session.account.id, mode: row.mode } : null;
    const isOwn = owner !== null && (await readBought(deps.db, owner, id)) !== null;
    const isOpen = SERVICES.sales(deps, null);
    const hold = { accountId: browser?.buyer.accountId ?? null, opportunityId: id };
    const reservedMinutes = Math.floor(checkoutTimeMs(deps.settings, hold) / 60_000);
    return show(
      layout({
        title: row.title,
        section: '/opportunities',
        // A sold opportunity is exclusive to its buyer. Old links show only its title, with `noindex`.
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
            ? soldNotice(row, isOwn)
            : html`${opportunityData(row, deps.settings.publicUrl)}
                <article class="opportunity">
                  <div>${head(row, isOpen)} ${preview && previewSections(preview)} ${exclusivity(reservedMinutes)}</div>
                  <aside id="order" aria-label="Order">
                    ${offer(row, checkout, { email: session?.account.email ?? null, tax: deps.settings.checkoutTax, reservedMinutes, isOpen, state }, isReserved && watchOffer(id, session, isWatched))}
                  </aside>
                </article>`
        }
        ${
          similar.length > 0 &&
          html`<section class="band">
            <h2>Similar opportunities</h2>
            ${cards(similar.map(opportunityCard), 3)}
          </section>`
        }`,
      }),
      { formsTo: deps.payments?.checkoutOrigin, headers: browser?.headers },
    );
  },
});

function head(row: Teaser, isOpen: boolean): Markup {
  const { niche, title, summary, audience, geography, language, publishedAt, status, priceAmount, priceCurrency } = row;
  return html`${badges('State', [
      { text: niche, tone: 'plain' },
      ...(row.isExample ? [{ text: 'Example', tone: 'warn' as const }] : []),
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
      <dt>Listed</dt>
      <dd>${localTime(publishedAt, 'date')}</dd>
    </dl>
    ${
      status === 'available' &&
      isOpen &&
      html`<p class="to-order">
        <a class="button wide" href="#order"
          >Buy for ${formatMoney({ amount: priceAmount, currency: priceCurrency }, 'where needed')}</a
        >
      </p>`
    }`;
}

function soldNotice({ id, title }: Teaser, isOwn: boolean): Markup {
  return html`${badges('State', [isOwn ? { text: 'Yours', tone: 'good' } : { text: 'Sold', tone: 'bad' }])}
    <h1>${title}</h1>
    ${notice(
      isOwn
        ? html`<p>You own this opportunity. It has left the catalog.</p>
            <p><a class="button" href="/account/opportunities/${id}">Open your dossier</a></p>`
        : html`<p>This opportunity has been sold. Its buyer owns the only copy.</p>
            <p><a class="button quiet" href="/opportunities">Browse opportunities</a></p>`,
      isOwn ? 'good' : 'accent',
    )}`;
}

function offer(
  row: Teaser,
  checkout: ReturnType<typeof openCheckout>,
  buyer: Pick<Parameters<typeof orderForm>[0], 'email' | 'tax' | 'reservedMinutes' | 'isOpen' | 'state'>,
  watching: Markup | false,
): Markup {
  const price = { amount: row.priceAmount, currency: row.priceCurrency };
  const figure = html`<p class="figure">${formatMoney(price, 'where needed')}</p>`;
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
          Someone else is buying this opportunity. If they do not pay by ${localTime(row.reservedUntil!, 'time')}, you
          can buy it.
        </p>
        ${watching}`,
      'warn',
    )}`;
  }
  return html`<div class="panel order">
    ${figure}
    <p>One payment. Sold once, to you:</p>
    <ul class="contents">
      <li>The dossier, as a web page and PDF</li>
      <li>The data file: findings as JSON and CSV</li>
      <li>A certificate of exclusivity</li>
    </ul>
    ${orderForm({ product: 'opportunity', opportunityId: row.id, price, ...buyer })}
  </div>`;
}

function exclusivity(reservedMinutes: number): Markup {
  return html`<h2>How the sale works</h2>
    <ol class="contents">
      <li>You go to the payment page. We reserve the opportunity for you for ${reservedMinutes} minutes.</li>
      <li>You pay. The opportunity is yours and leaves the catalog.</li>
      <li>You open the dossier right away. The data file and your certificate of exclusivity come with it.</li>
    </ol>
    <p class="soft">
      If your payment arrives too late and someone else has bought it, we refund you in full.
      <a href="/refunds">Refund rules</a>
    </p>`;
}

const ID = { prefix: 'opp', missing: 'not_found' } as const;

/** Registers the user for one email when a reservation ends. If it has already ended, the page shows the order form. */
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

/** Cancels {@link watchReserved}. */
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
    'The waiting list is full',
    html`<p class="lead">Many people are waiting for this opportunity. Check back when its reservation ends.</p>
      <p><a class="button" href="/opportunities/${id}">Back to the opportunity</a></p>`,
    { status: 409 },
  );
}

/** Offers an email when the reservation ends. Visitors first sign in, and then return here. */
function watchOffer(id: string, session: Session | null, isWatched: boolean): Markup {
  if (!session) {
    return html`<p>
      <a class="button quiet" href="/sign-in?return=${encodeURIComponent(`/opportunities/${id}`)}"
        >Sign in to get an email when you can buy it</a
      >
    </p>`;
  }
  const { email } = session.account;
  return html`<form method="post" action="/account/opportunities/${id}/${isWatched ? 'unwatch' : 'watch'}">
    ${csrfField(session)}
    <p>
      ${
        isWatched
          ? `We will email ${email} once: when you can buy it, or when it is sold.`
          : `We can email ${email} once: when you can buy it, or when it is sold.`
      }
    </p>
    <button class="quiet" type="submit">${isWatched ? 'Do not email me' : 'Email me'}</button>
  </form>`;
}
