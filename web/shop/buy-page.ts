import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../base/html';
import type { Money } from '../../base/money';
import { formatMoney } from '../../base/wording';
import { browserBuyer } from '../../http/browser/buyer';
import { SERVICES } from '../../http/services';
import { lowestPrice } from '../../modules/opportunities/store/search';
import { CREDIT_QUANTITIES, type CreditQuantity } from '../../modules/orders/contract';
import { OFFERS } from '../../modules/orders/offers';
import { readPrices, type Prices } from '../../modules/orders/store/open';
import { RUN_KIND_NAMES, type RunKind } from '../../modules/run-kinds/contract';
import { beginningOf } from '../../modules/runs/rules';
import { findScanOf, scanFindings, type FreeScan } from '../../modules/scans/store/scans';
import { cards } from '../components/data';
import { crumbs, pageHead } from '../components/frame';
import { layout } from '../layout';
import { page, show } from '../page';
import { asksFor } from '../runs/run-forms';
import { comparison, eachOf, pricesInWords, orderForm } from './offers';

const PATH = '/buy';

const isCredit = (name: string | undefined): name is RunKind => RUN_KIND_NAMES.some((kind) => kind === name);

/** Choice of research credits, and the order form of one. */
export const buyPage = page({
  method: 'GET',
  path: PATH,
  query: Type.Object({
    product: Type.Optional(Type.String({ maxLength: 64 })),
    quantity: Type.Optional(Type.String({ maxLength: 8 })),
    scan: Type.Optional(Type.String({ maxLength: 64 })),
  }),

  async handle({ deps, query: { product, quantity: asked, scan: scanId }, cookie, address, state }) {
    const [prices, lowest] = await Promise.all([readPrices(deps.db), lowestPrice(deps.db)]);
    const { publicUrl } = deps.settings;
    if (!isCredit(product)) return show(choice(publicUrl, prices, lowest));
    const browser = await browserBuyer({ deps, cookie, address });
    const quantity = CREDIT_QUANTITIES.find((one) => String(one) === asked) ?? 1;
    const offered = prices[product]!;
    // Of who is signed in with the address that confirmed it; an id alone shows nobody an idea.
    const accountId = product === 'idea_check' ? browser?.buyer.accountId : null;
    const scan = scanId && accountId ? await findScanOf(deps.db, accountId, scanId) : null;
    return show(
      layout({
        title: OFFERS[product].name,
        section: PATH,
        about: { publicUrl, path: pathOf(product, quantity), description: OFFERS[product].sentence },
        body: html`${crumbs([{ href: PATH, label: 'Research credits' }])}
          <div class="opportunity">
            <div>
              ${pageHead({ title: OFFERS[product].name, lead: OFFERS[product].sentence })} ${scan && scanned(scan)}
              ${details(product)}
            </div>
            <aside aria-label="Order">
              <div class="panel">
                ${quantities(product, quantity, scan?.id)}
                <p class="figure">${formatMoney(offered[quantity])}</p>
                <p class="soft">${whatFor(quantity, offered)}</p>
                ${orderForm({ product, quantity, price: offered[quantity], email: browser?.session?.account.email ?? null, isOpen: SERVICES.sales(deps, null), state })}
              </div>
            </aside>
          </div>`,
      }),
      { formsTo: deps.payments?.checkoutOrigin, headers: browser?.headers },
    );
  },
});

const pathOf = (product: RunKind, quantity: CreditQuantity) =>
  quantity === 1 ? OFFERS[product].href : OFFERS[product].pack!.href;

/** Choice of how many credits to buy. */
function quantities(product: RunKind, current: CreditQuantity, scanId: string | undefined): Markup {
  const scan = scanId === undefined ? '' : `&scan=${scanId}`;
  return html`<ul class="tabs" aria-label="How many credits">
    ${CREDIT_QUANTITIES.map(
      (quantity) =>
        html`<li>
          <a href="${pathOf(product, quantity)}${scan}" ${quantity === current && html`aria-current="page"`}
            >${quantity === 1 ? 'One credit' : OFFERS[product].pack!.label}</a
          >
        </li>`,
    )}
  </ul>`;
}

/** The free scan whose idea is to be checked in full. */
function scanned(scan: FreeScan): Markup {
  const score = scanFindings(scan)?.verdict.score;
  return html`<blockquote dir="auto">${beginningOf(scan.idea)}</blockquote>
    <p>
      ${score !== undefined && html`Your free scan gave it <b>${score} of 100</b>.`} The form of your run fills it in.
    </p>`;
}

function whatFor(quantity: CreditQuantity, prices: Prices[string]): string {
  if (quantity === 1) return 'One credit, for one run.';
  const { amount, currency } = prices[quantity];
  const saved = formatMoney({ amount: prices[1].amount * quantity - amount, currency });
  const each = formatMoney(eachOf(prices[quantity], quantity));
  return `${quantity} credits, for ${quantity} runs: ${each} each, ${saved} less than one by one. None expires.`;
}

function choice(publicUrl: string, prices: Prices, lowest: Money | null): Markup {
  const words = pricesInWords(prices, lowest);
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
            </ul>
            <p><a href="${OFFERS[kind].pack!.href}">${OFFERS[kind].pack!.label} for ${words.pack(kind)}</a></p>`,
          foot: html`<span class="price">${words.one(kind)}</span>
            <a class="button" href="${OFFERS[kind].href}" aria-label="Buy a credit: ${OFFERS[kind].name}"
              >Buy a credit</a
            >`,
        })),
      )}
      <p>
        Not sure? <a href="/sample-dossier">Read a sample dossier</a>, or let <a href="/scan">a free scan</a> take a
        first look at your idea.
      </p>
      ${comparison(words)}`,
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
      <li>You start the run: we ask for ${asksFor(kind)}.</li>
      <li>You watch it work, or close the page: we e-mail you when the dossier is ready.</li>
    </ol>
    <h2>If something goes wrong</h2>
    <p>
      If a run fails on our side, its credit comes back and you can start again.
      <a href="/refunds">Refund rules</a>
    </p>`;
}
