import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../base/html';
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
import { crumbs, notice, pageHead } from '../components/frame';
import { layout } from '../layout';
import { page, show } from '../page';
import { asksFor } from '../runs/run-forms';
import { comparison, eachOf, pricesInWords, orderForm, type PriceWords } from './offers';

const PATH = '/buy';

const isCredit = (name: string | undefined): name is RunKind => RUN_KIND_NAMES.some((kind) => kind === name);

/** Lists the research credits for sale, or shows the order form for one kind of credit. */
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
    const isOpen = SERVICES.sales(deps, null);
    if (!isCredit(product)) return show(choice(publicUrl, pricesInWords(prices, lowest), isOpen));
    const browser = await browserBuyer({ deps, cookie, address });
    const quantity = CREDIT_QUANTITIES.find((one) => String(one) === asked) ?? 1;
    const offered = prices[product]!;
    // Only the account that confirmed the scan may see its idea. Knowing the id is not enough.
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
                <p class="figure">${formatMoney(offered[quantity], 'where needed')}</p>
                <p class="soft">${whatFor(product, quantity, offered)}</p>
                ${orderForm({ product, quantity, price: offered[quantity], email: browser?.session?.account.email ?? null, tax: deps.settings.checkoutTax, isOpen, state })}
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

/** Links that choose the number of credits. */
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

/** Shows the free scan whose idea the buyer wants to have checked. */
function scanned(scan: FreeScan): Markup {
  const score = scanFindings(scan)?.verdict.score;
  return html`<blockquote dir="auto">${beginningOf(scan.idea)}</blockquote>
    <p>
      ${score !== undefined && html`Your free scan scored it <b>${score} of 100</b>.`} We fill it in when you start the
      check.
    </p>`;
}

function whatFor(product: RunKind, quantity: CreditQuantity, prices: Prices[string]): string {
  const done = product === 'idea_check' ? 'check' : 'search';
  if (quantity === 1) return `One credit for one ${done}. It does not expire.`;
  const { amount, currency } = prices[quantity];
  const saved = formatMoney({ amount: prices[1].amount * quantity - amount, currency }, 'never');
  const each = formatMoney(eachOf(prices[quantity], quantity), 'never');
  return `${quantity} credits, about ${each} each: you save ${saved}. They do not expire.`;
}

function choice(publicUrl: string, words: PriceWords, isOpen: boolean): Markup {
  return layout({
    title: 'Research credits',
    section: PATH,
    about: {
      publicUrl,
      path: PATH,
      description: 'AI agents research your newsletter idea, with sources, at a fixed price.',
    },
    body: html`${pageHead({
        title: 'Have your own idea researched',
        lead: 'Buy a credit and start your research when you like, in your account or through the API. Credits do not expire.',
      })}
      ${!isOpen && notice('Sales are not open yet. You can read what you will get.', 'warn')}
      ${cards(
        RUN_KIND_NAMES.map((kind) => ({
          title: OFFERS[kind].name,
          href: `${PATH}?product=${kind}`,
          body: html`<p>${OFFERS[kind].sentence}</p>
            <ul class="contents">
              ${OFFERS[kind].contents.map((line) => html`<li>${line}</li>`)}
            </ul>
            ${isOpen && html`<p><a href="${OFFERS[kind].pack!.href}">${OFFERS[kind].pack!.label} for ${words.pack(kind)}</a></p>`}`,
          foot: html`<span class="figure">${words.one(kind)}</span> ${action(kind, isOpen)}`,
        })),
      )}
      <p>
        Not sure? <a href="/scan">Scan your idea for free</a>, or <a href="/sample-dossier">read a sample dossier</a>.
      </p>
      ${comparison(words)}`,
  });
}

function action(kind: RunKind, isOpen: boolean): Markup {
  const { href, name } = OFFERS[kind];
  return isOpen
    ? html`<a class="button" href="${href}" aria-label="Buy a credit: ${name}">Buy a credit</a>`
    : html`<a class="button quiet" href="${href}" aria-label="See what you get: ${name}">See what you get</a>`;
}

function details(kind: RunKind): Markup {
  return html`<h2>What you get</h2>
    <ul class="contents">
      ${OFFERS[kind].contents.map((line) => html`<li>${line}</li>`)}
    </ul>
    <p><a href="/sample-dossier">Read a sample dossier</a></p>
    <h2>What happens next</h2>
    <ol class="contents">
      <li>You pay on our payment provider’s page. The credit is in your account right away.</li>
      <li>You start your ${kind === 'idea_check' ? 'check' : 'search'}. We ask for ${asksFor(kind)}.</li>
      <li>You watch it work or close the page. We email you when the dossier is ready.</li>
    </ol>
    <h2>If something goes wrong</h2>
    <p>
      If your ${kind === 'idea_check' ? 'check' : 'search'} fails, you get the credit back and can start again.
      <a href="/refunds">Refund rules</a>
    </p>`;
}
