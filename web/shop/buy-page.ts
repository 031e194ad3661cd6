import { Type } from '@sinclair/typebox';
import type { Money } from '../../contracts/money';
import { RUN_KIND_NAMES, type RunKind } from '../../contracts/runs';
import { OFFERS } from '../../domain/offers';
import { formatMoney } from '../../platform/format-money';
import { html, type Markup } from '../../platform/html';
import { lowestPrice } from '../../store/opportunities/search-teasers';
import { readPrices } from '../../store/orders/read-prices';
import { cards } from '../components/card';
import { crumbs } from '../components/crumbs';
import { pageHead } from '../components/page-head';
import { layout } from '../layout';
import { page, show } from '../page';
import { browserBuyer } from '../../commands/orders/browser-buyer';
import { comparison, pricesInWords } from './comparison';
import { orderForm } from './order-form';

const PATH = '/buy';

const isCredit = (name: string | undefined): name is RunKind => RUN_KIND_NAMES.some((kind) => kind === name);

/** What a buyer writes to begin a run of each kind. */
const ASKS: Record<RunKind, string> = {
  idea_check: 'your idea in a few sentences, and the readers and country if you know them',
  custom_search: 'who you are, and what you know and can do',
};

/** Choice of research credits, and the order form of one. */
export const buyPage = page({
  method: 'GET',
  path: PATH,
  query: Type.Object({ product: Type.Optional(Type.String({ maxLength: 64 })) }),

  async handle({ deps, query: { product }, cookie, address }) {
    const [prices, lowest] = await Promise.all([readPrices(deps.db), lowestPrice(deps.db)]);
    const { publicUrl } = deps.settings;
    if (!isCredit(product)) return show(choice(publicUrl, prices, lowest));
    const browser = await browserBuyer({ deps, cookie, address });
    return show(
      layout({
        title: OFFERS[product].name,
        section: PATH,
        about: { publicUrl, path: `${PATH}?product=${product}`, description: OFFERS[product].sentence },
        body: html`${crumbs([{ href: PATH, label: 'Research credits' }])}
          <div class="opportunity">
            <div>${pageHead({ title: OFFERS[product].name, lead: OFFERS[product].sentence })} ${details(product)}</div>
            <aside aria-label="Order">
              <div class="panel">
                <p class="figure">${formatMoney(prices[product]!)}</p>
                <p class="soft">One credit, for one run.</p>
                ${orderForm({ product, price: prices[product]! })}
              </div>
            </aside>
          </div>`,
      }),
      { formsTo: deps.payments?.checkoutOrigin, headers: browser?.headers },
    );
  },
});

function choice(publicUrl: string, prices: Readonly<Record<string, Money>>, lowest: Money | null): Markup {
  return layout({
    title: 'Research credits',
    section: PATH,
    about: {
      publicUrl,
      path: PATH,
      description: 'Have your own newsletter idea researched by AI agents, with sources, for a fixed price.',
    },
    body: html`${pageHead({
        title: 'Have your own idea researched',
        lead: 'One credit pays for one run, which you start in your account or through the API.',
      })}
      ${cards(
        RUN_KIND_NAMES.map((kind) => ({
          title: OFFERS[kind].name,
          href: `${PATH}?product=${kind}`,
          body: html`<p>${OFFERS[kind].sentence}</p>
            <ul class="contents">
              ${OFFERS[kind].contents.map((line) => html`<li>${line}</li>`)}
            </ul>`,
          foot: html`<span class="price">${formatMoney(prices[kind]!)}</span>
            <a class="button" href="${OFFERS[kind].href}" aria-label="Buy a credit: ${OFFERS[kind].name}"
              >Buy a credit</a
            >`,
        })),
      )}
      <p>
        Not sure? <a href="/sample-dossier">Read a sample dossier</a>, or let <a href="/scan">a free scan</a> take a
        first look at your idea.
      </p>
      ${comparison(pricesInWords(prices, lowest))}`,
  });
}

function details(kind: RunKind): Markup {
  return html`<h2>What you get</h2>
    <ul class="contents">
      ${OFFERS[kind].contents.map((line) => html`<li>${line}</li>`)}
    </ul>
    <p><a href="/sample-dossier">Read a sample dossier</a></p>
    <h2>What happens next</h2>
    <ol class="contents">
      <li>You pay on the page of our payment provider. The credit is in your account at once.</li>
      <li>You start the run: we ask for ${ASKS[kind]}.</li>
      <li>You watch it work, or close the page: we e-mail you when the dossier is ready.</li>
    </ol>
    <h2>If something goes wrong</h2>
    <p>
      If a run fails on our side, its credit comes back and you can start again.
      <a href="/refunds">Refund rules</a>
    </p>`;
}
