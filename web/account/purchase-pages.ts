import { Type } from '@sinclair/typebox';
import { MODES } from '../../base/access';
import { Failure } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import { creditsOfOrder, type CreditState } from '../../modules/entitlements/store/credits';
import { shownDispute } from '../../modules/ledger/rules';
import { readBought } from '../../modules/opportunities/store/catalog';
import { boughtDossier, SALE_DOCUMENTS } from '../../modules/opportunities/use-cases/bought-dossier';
import { heardOfPayment } from '../../modules/orders/store/news';
import { findOrder, listPurchases, arrivalOf, type OrderWithPayments } from '../../modules/orders/store/orders';
import { readInvoice, boughtPayment, decidingPayment } from '../../modules/orders/use-cases/order-payments';
import { listShares } from '../../modules/runs/store/shares';
import type { Database } from '../../prisma/client';
import { badge, dataTable, localTime } from '../components/data';
import { emptyState, pagination, notice } from '../components/frame';
import { anything, BeforeQuery, pageOf, readBefore, seeOther } from '../page';
import { boughtDossierReply } from '../runs/run-documents';
import { sharing } from '../runs/share-view';
import { openCheckout, outcomeOf } from '../shop/order-outcome';
import { accountPage, accountReply } from './account-page';
import { nameOf, stateOfPurchase, receipt, refundSection } from './receipt';

const PATH = '/account/purchases';
const PAGE = 25;

/** Purchases, newest first, with item, state and price. */
export const purchasesPage = accountPage({
  path: PATH,
  query: BeforeQuery,

  async handle({ deps, session, query }) {
    const before = readBefore('ord', query) ?? null;
    const found = await listPurchases(deps.db, session.account.id, { limit: PAGE + 1, before });
    const { shown, next } = pageOf(found, PAGE, PATH);
    const heard = await heardOfPayment(deps.db, shown);
    return accountReply(session, {
      current: PATH,
      title: 'Purchases',
      lead: 'What you bought, with receipts, invoices and downloads.',
      body: html`${
        shown.length === 0
          ? emptyState({
              title: before ? 'No older purchases' : 'No purchases yet',
              text: 'Your purchases appear here with their receipts.',
              action: { href: '/opportunities', label: 'Browse opportunities' },
            })
          : purchaseTable(shown, heard)
      }
      ${pagination({ previous: before && PATH, next })}`,
    });
  },
});

/** Orders as a table of item, state and price. `heard` comes from `heardOfPayment`. */
export function purchaseTable(orders: readonly OrderWithPayments[], heard: ReadonlySet<string>): Markup {
  const rows = orders.map((order) => rowOf(order, heard.has(order.id)));
  return dataTable('Purchases', ['Purchase', 'Date', 'Status', { label: 'Price', figure: true }], rows);
}

function rowOf(order: OrderWithPayments, heard: boolean): Fragment[] {
  const { text, tone } = stateOfPurchase(order, heard);
  const checkout = openCheckout(order, heard);
  return [
    html`<a href="${PATH}/${order.id}" dir="auto">${nameOf(order)}</a> ${
        order.opportunityId &&
        order.status === 'fulfilled' &&
        html`<br /><a class="soft" href="/account/opportunities/${order.opportunityId}">Open the dossier</a>`
      }
      ${checkout && html`<br /><a href="${checkout.url}">Continue to payment</a>`}`,
    localTime(order.createdAt, 'date'),
    badge(text, tone),
    formatMoney(boughtPayment(order) ?? { amount: order.priceAmount, currency: order.priceCurrency }),
  ];
}

export const ORDER_ID = { prefix: 'ord', missing: 'order_not_found' } as const;

/** One purchase, with its dossier or credits, receipt and refund. */
export const purchasePage = accountPage({
  path: '/account/purchases/{id}',
  id: ORDER_ID,

  async handle({ deps, session, id }) {
    const accountId = session.account.id;
    const order = await ownOrder(deps.db, accountId, id);
    const { opportunityId, mode } = order;
    const bought = await (opportunityId
      ? readBought(deps.db, { accountId, mode }, opportunityId).then((sale) => sale !== null)
      : creditsOfOrder(deps.db, accountId, id));
    const shares = bought === true ? await listShares(deps.db, { orderId: id }) : null;
    const heard = (await heardOfPayment(deps.db, [order])).has(order.id);
    const { text, tone } = stateOfPurchase(order, heard);
    const payment = decidingPayment(order);
    return accountReply(session, {
      current: '/account/purchases',
      above: { href: '/account/purchases', label: 'Purchases' },
      title: nameOf(order),
      body: html`<p>
          ${badge(text, tone)}
          <span class="soft">Ordered ${localTime(order.createdAt)}</span>
          ${payment && html`<span class="soft">· Paid ${localTime(arrivalOf(payment))}</span>`}
        </p>
        ${disputeNotice(order)} ${broughtBy(order, bought, heard)}
        ${shares && sharing(session, { path: `/account/purchases/${id}`, shares, reveals: REVEALS })}
        ${refundSection(order)} ${receipt(order, { seller: deps.settings.seller, email: session.account.email })}`,
    });
  },
});

const REVEALS =
  'Anyone with the link can read the whole dossier without signing in. Each copy names you as its owner, by your email address.';

/** Shows the bought dossier or credits. If the buyer has neither, shows the status of the order. */
function broughtBy(order: OrderWithPayments, bought: boolean | Credits, heard: boolean): Markup {
  if (bought === true) return dossier(order);
  if (typeof bought === 'object' && order.status === 'fulfilled') return credit(order, bought);
  return outcome(order, heard);
}

// Links to the dossier. It has its own page and content security policy, so its content cannot act on this page.
function dossier(order: OrderWithPayments): Markup {
  const path = `/account/opportunities/${order.opportunityId}`;
  const own = `${PATH}/${order.id}/documents?name=`;
  return html`<p class="actions">
    <a class="button" href="${path}">Read the dossier</a>
    <a class="button quiet" href="${path}?format=pdf">Dossier as PDF</a>
    <a class="button quiet" href="${own}data">Data file (zip)</a>
    <a class="button quiet" href="${own}certificate">Certificate of exclusivity</a>
  </p>`;
}

type Credits = Awaited<ReturnType<typeof creditsOfOrder>>;

function credit(order: OrderWithPayments, { state, unused }: Credits): Markup {
  const one = order.quantity === 1;
  const words = CREDIT_WORDS[state];
  const start = html`<a class="button" href="/account/runs/new?kind=${order.product}"
    >Start ${one ? 'your' : 'a'} ${order.product === 'idea_check' ? 'check' : 'search'}</a
  >`;
  const runs = html`<a class="button" href="/account/runs">See your research</a>`;
  const action = { ready: start, used: runs, frozen: null, gone: null }[state];
  return html`<p class="lead">${one ? words.one : words.pack(unused, order.quantity)}</p>
    ${action && html`<p class="actions">${action}</p>`}`;
}

const CREDIT_WORDS: Record<CreditState, { one: string; pack(unused: number, bought: number): string }> = {
  ready: {
    one: 'Your credit is ready.',
    pack: (unused, bought) =>
      unused === bought
        ? `Your ${unused} credits are ready.`
        : `${unused} of your ${bought} credits ${unused === 1 ? 'is' : 'are'} left.`,
  },
  frozen: {
    one: 'You cannot use this credit while its payment is disputed.',
    pack: (unused, bought) => `You cannot use ${unused} of your ${bought} credits while their payment is disputed.`,
  },
  used: { one: 'You used this credit.', pack: (_, bought) => `You used all ${bought} credits.` },
  gone: {
    one: 'This credit is no longer available.',
    pack: () => 'These credits are no longer available.',
  },
};

/** State of an unfulfilled order, with a link to its checkout session if it is still open. */
function outcome(order: OrderWithPayments, heard: boolean): Markup {
  const checkout = openCheckout(order, heard);
  if (checkout) {
    return html`<p class="lead">
        You have not paid this order yet. You can pay until ${localTime(checkout.until, 'time')}.
      </p>
      <p class="actions"><a class="button" href="${checkout.url}">Continue to payment</a></p>`;
  }
  const reason = voidReason(order);
  const certificate = reason && html`<p>${reason}</p>`;
  if (order.status === 'fulfilled')
    return html`<p class="lead">This purchase is no longer available.</p>
      ${certificate}`;
  const { title, body } = outcomeOf(order, { heard, until: null });
  return html`<h2>${title}</h2>
    ${body} ${certificate}`;
}

function disputeNotice({ disputes, payments }: OrderWithPayments): Markup | null {
  const dispute = shownDispute(disputes, payments);
  if (dispute?.status === 'open')
    return notice('You disputed this payment at your bank. Nothing changes here until your bank decides.', 'warn');
  if (dispute?.status === 'inquiry')
    return notice('Your bank asked us about this payment. You keep your purchase.', 'warn');
  if (dispute?.status === 'lost')
    return notice('Your bank returned the payment to you, so we took back the purchase.', 'bad');
  return null;
}

/** Why the certificate of a paid order is void; null if it is valid or never existed. */
function voidReason(order: OrderWithPayments): string | null {
  if (order.product !== 'opportunity' || !boughtPayment(order)) return null;
  if (shownDispute(order.disputes, order.payments)?.status === 'lost')
    return 'The certificate of exclusivity is void: the payment was charged back.';
  return order.status === 'fulfilled' ? null : 'The certificate of exclusivity is void: the payment was refunded.';
}

/** Certificate or data file of a bought opportunity. */
export const purchaseDocuments = accountPage({
  path: '/account/purchases/{id}/documents',
  large: true,
  id: ORDER_ID,
  query: Type.Object({ name: anything }),

  async handle({ deps, session, id, query }) {
    const name = SALE_DOCUMENTS.find((one) => one === query.name);
    const order = await ownOrder(deps.db, session.account.id, id);
    if (!name || !order.opportunityId) throw new Failure('not_found');
    const owner = { accountId: session.account.id, mode: order.mode };
    const bought = await boughtDossier(deps, owner, order.opportunityId, name);
    // The order's page explains why there is no dossier. After a resale, the dossier belongs to another order.
    if (bought?.orderId !== id) return seeOther(`${PATH}/${id}`);
    return boughtDossierReply(bought, name, {
      path: `/account/opportunities/${order.opportunityId}`,
      back: { href: PATH, label: 'Purchases' },
    });
  },
});

async function ownOrder(db: Database, accountId: string, id: string): Promise<OrderWithPayments> {
  const found = await Promise.all(MODES.map((mode) => findOrder(db, { accountId, mode }, id)));
  const order = found.find((one) => one !== null);
  if (!order) throw new Failure('order_not_found');
  return order;
}

/** Redirects to the invoice at the payment provider. Invoice URLs change, so we store none. */
export const invoicePage = accountPage({
  path: '/account/orders/{id}/invoice',
  id: { prefix: 'ord', missing: 'order_not_found' },

  async handle({ deps, session, id }) {
    for (const mode of MODES) {
      const order = await findOrder(deps.db, { accountId: session.account.id, mode }, id);
      const payment = order && boughtPayment(order);
      const invoice = payment && (await readInvoice(deps, payment));
      if (invoice?.url) return seeOther(invoice.url);
    }
    throw new Failure('order_not_found', { detail: 'This order has no invoice.' });
  },
});
