import { formatMoney } from '../../platform/format-money';
import { html, type Fragment, type Markup } from '../../platform/html';
import { heardOfPayment } from '../../store/orders/heard-of-payment';
import { listPurchases } from '../../store/orders/list-orders';
import type { OrderWithPayments } from '../../store/orders/row';
import { boughtPayment } from '../../commands/orders/order-payments';
import { badge } from '../components/badge';
import { dataTable } from '../components/data-table';
import { emptyState } from '../components/empty-state';
import { localTime } from '../components/local-time';
import { pagination } from '../components/pagination';
import { BeforeQuery, pageOf, readBefore } from '../page';
import { accountPage, accountReply } from './account-page';
import { nameOf, stateOfPurchase } from './purchase-words';

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
      }`,
    localTime(order.createdAt, 'date'),
    badge(text, tone),
    formatMoney(boughtPayment(order) ?? { amount: order.priceAmount, currency: order.priceCurrency }),
  ];
}
