import { formatMoney } from '../../platform/format-money';
import { html } from '../../platform/html';
import type { FrontPage } from '../base/front-page';
import type { Books } from './books';

/** Checkouts that the front page shows, newest first. */
const SHOWN = 20;

/** Front page of the payment stand-in: what it is, and its latest checkouts, the open ones to pay. */
export function paymentsFrontPage(books: Books): FrontPage {
  const checkouts = books.all('checkout.session').slice(0, SHOWN);
  return {
    title: 'Payments: a local stand-in',
    what: 'It speaks the payment provider’s protocol. No money moves and no card is needed.',
    lists: [
      {
        heading: 'Latest checkouts',
        none: 'None yet. Buy something in the shop.',
        items: checkouts.map(({ id, url, status, payment_status, amount_total: amount, currency }) => {
          const total = formatMoney({ amount, currency });
          if (status === 'open' && url) return html`<a href="${url}">Pay or decline ${total}</a> <code>${id}</code>`;
          return html`${total}, ${status === 'complete' ? payment_status : status} <code>${id}</code>`;
        }),
      },
    ],
  };
}
