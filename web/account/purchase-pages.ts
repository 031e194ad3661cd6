import { MODES } from '../../base/access';
import { Failure } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import { formatMoney, withArticle } from '../../base/wording';
import { creditsOfOrder, type CreditState } from '../../modules/entitlements/store/credits';
import { shownDispute } from '../../modules/ledger/rules';
import { readBought } from '../../modules/opportunities/store/catalogue';
import { heardOfPayment } from '../../modules/orders/store/news';
import { findOrder, listPurchases, arrivalOf, type OrderWithPayments } from '../../modules/orders/store/orders';
import { readInvoice, boughtPayment, decidingPayment } from '../../modules/orders/use-cases/order-payments';
import type { RunKind } from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { listShares } from '../../modules/runs/store/shares';
import { badge, dataTable, localTime } from '../components/data';
import { emptyState, pagination, notice } from '../components/frame';
import { BeforeQuery, pageOf, readBefore, seeOther } from '../page';
import { sharing } from '../runs/share-view';
import { outcomeOf } from '../shop/order-outcome';
import { accountPage, accountReply } from './account-page';
import { nameOf, stateOfPurchase, receipt, refundSection } from './receipt';

const PATH = '/account/purchases';
const PAGE = 25;

/** Purchases of the account, the newest first: what was bought, its state and what it cost. */
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
      lead: 'Receipts, invoices and the dossiers that you bought.',
      body: html`${
        shown.length === 0
          ? emptyState({
              title: before ? 'No older purchases' : 'No purchases yet',
              text: 'What you buy appears here, with its receipt.',
              action: { href: '/opportunities', label: 'Browse opportunities' },
            })
          : purchaseTable(shown, heard)
      }
      ${pagination({ previous: before && PATH, next })}`,
    });
  },
});

/** Orders as a table: what was bought, its state and what it cost; `heard` are those of `heardOfPayment`. */
export function purchaseTable(orders: readonly OrderWithPayments[], heard: ReadonlySet<string>): Markup {
  const rows = orders.map((order) => rowOf(order, heard.has(order.id)));
  return dataTable('Purchases', ['Purchase', 'Date', 'Status', { label: 'Price', figure: true }], rows);
}

function rowOf(order: OrderWithPayments, heard: boolean): Fragment[] {
  const { text, tone } = stateOfPurchase(order, heard);
  return [
    html`<a href="${PATH}/${order.id}" dir="auto">${nameOf(order)}</a> ${
        order.opportunityId &&
        order.status === 'fulfilled' &&
        html`<br /><a class="soft" href="/account/opportunities/${order.opportunityId}">Open the dossier</a>`
      }${isOpen(order) && !heard && html`<br /><a class="soft" href="${order.checkoutUrl}">Continue to payment</a>`}`,
    localTime(order.createdAt, 'date'),
    badge(text, tone),
    formatMoney(boughtPayment(order) ?? { amount: order.priceAmount, currency: order.priceCurrency }),
  ];
}

/** Path id of pages about one purchase. */
export const ORDER_ID = { prefix: 'ord', missing: 'order_not_found' } as const;

/** One purchase: the dossier or the credit that it brought, its receipt, and its refund where there is one. */
export const purchasePage = accountPage({
  path: '/account/purchases/{id}',
  id: ORDER_ID,

  async handle({ deps, session, id }) {
    const accountId = session.account.id;
    const found = await Promise.all(MODES.map((mode) => findOrder(deps.db, { accountId, mode }, id)));
    const order = found.find((one) => one !== null);
    if (!order) throw new Failure('order_not_found');
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
          <span class="soft"
            >Ordered ${localTime(order.createdAt)}${payment && html`, paid ${localTime(arrivalOf(payment))}`}</span
          >
        </p>
        ${disputeNotice(order)} ${broughtBy(order, bought, heard)}
        ${shares && sharing(session, { path: `/account/purchases/${id}`, shares, reveals: REVEALS })}
        ${refundSection(order)} ${receipt(order, { seller: deps.settings.seller, email: session.account.email })}`,
    });
  },
});

const REVEALS =
  'Anyone with the link can read the whole dossier without signing in. Each copy shows your email address as its owner.';

/** What an order brought, or what became of it. */
function broughtBy(order: OrderWithPayments, bought: boolean | Credits, heard: boolean): Markup {
  if (bought === true) return dossier(order);
  if (typeof bought === 'object' && order.status === 'fulfilled') return credit(order, bought);
  return outcome(order, heard);
}

// The document is a page of its own, with its own policy: nothing in it can act on this one.
function dossier(order: OrderWithPayments): Markup {
  const path = `/account/opportunities/${order.opportunityId}`;
  return html`<p class="actions">
    <a class="button" href="${path}">Read the dossier</a>
    <a class="button quiet" href="${path}?format=pdf">Dossier as PDF</a>
    <a class="button quiet" href="${path}?format=json">Findings (JSON)</a>
  </p>`;
}

type Credits = Awaited<ReturnType<typeof creditsOfOrder>>;

function credit(order: OrderWithPayments, { state, unused }: Credits): Markup {
  const one = order.quantity === 1;
  const words = CREDIT_WORDS[state];
  const start = html`<a class="button" href="/account/runs/new?kind=${order.product}"
    >Start ${withArticle(RUN_KINDS[order.product as RunKind].label)}</a
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
    one: 'Your credit cannot be used while its payment is disputed.',
    pack: (unused, bought) => `${unused} of your ${bought} credits cannot be used while their payment is disputed.`,
  },
  used: { one: 'Your credit was used.', pack: (_, bought) => `Your ${bought} credits were used.` },
  gone: {
    one: 'The credit of this order is no longer available.',
    pack: () => 'The credits of this order are no longer available.',
  },
};

const isOpen = (order: OrderWithPayments) =>
  order.status === 'pending_payment' && order.checkoutUrl !== null && order.expiresAt > new Date();

/** What became of an order that brought nothing, or no longer does; links to its own checkout while that is open. */
function outcome(order: OrderWithPayments, heard: boolean): Markup {
  if (isOpen(order) && !heard) {
    return html`<p class="lead">
        You have not paid ${formatMoney({ amount: order.priceAmount, currency: order.priceCurrency }, 'where needed')}
        for this order yet. You can pay until ${localTime(order.expiresAt, 'time')}.
      </p>
      <p class="actions"><a class="button" href="${order.checkoutUrl}">Continue to payment</a></p>`;
  }
  if (order.status === 'fulfilled') return html`<p class="lead">What you bought is no longer available.</p>`;
  const { title, body } = outcomeOf(order, { heard, until: null });
  return html`<h2>${title}</h2>
    ${body}`;
}

function disputeNotice({ disputes, payments }: OrderWithPayments): Markup | null {
  const dispute = shownDispute(disputes, payments);
  if (dispute?.status === 'open')
    return notice('Your bank is reviewing a dispute of this payment. Nothing changes here until it decides.', 'warn');
  if (dispute?.status === 'inquiry')
    return notice('Your bank asked us about this payment. Your purchase stays as it is.', 'warn');
  if (dispute?.status === 'lost')
    return notice('Your bank returned the payment to you, so your access has ended.', 'bad');
  return null;
}

/** Sends the owner of an order to its invoice at the payment provider, whose addresses change. */
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
    throw new Failure('order_not_found', { detail: 'There is no invoice of this order.' });
  },
});
