import { html, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import { OFFERS } from '../../modules/orders/offers';
import { arrivalOf, type OrderWithPayments } from '../../modules/orders/store/orders';
import { decidingPayment } from '../../modules/orders/use-cases/order-payments';
import { nameOf } from '../account/receipt';
import { asset } from '../assets';
import { localTime } from '../components/data';

/** State of an order, for its buyer. */
export interface Outcome {
  title: string;
  badge?: { text: string; tone: 'good' | 'warn' | 'bad' };
  body: Markup;
  /** True while the page should reload by itself. */
  waits: boolean;
}

/** Time within which a card payment is confirmed; what takes longer waits for a bank. */
const SOON_MS = 5 * 60_000;

/**
 * State of an order: paid, waiting, failed, refunded or ended, with the way on; `heard` says that the provider told us of
 * its payment (`heardOfPayment`), `until` when its dossier no longer opens in this browser (`opensDossierUntil`).
 */
export function outcomeOf(
  order: OrderWithPayments,
  { heard, until }: { heard: boolean; until: Date | null },
  now = new Date(),
): Outcome {
  switch (order.status) {
    case 'fulfilled':
      return thanks(order, until);
    case 'creating':
    case 'pending_payment':
      return waiting(order, heard, now);
    case 'failed':
      return {
        title: 'Your payment did not go through',
        waits: false,
        badge: { text: 'Not paid', tone: 'bad' },
        body: html`<p class="lead">Your bank refused it. You were not charged.</p>
          ${again(order, 'Try again')}`,
      };
    case 'refund_pending':
    case 'refunded':
    case 'refund_failed':
      return refund(order);
    case 'refund_waived':
      return {
        title: 'This order is closed',
        waits: false,
        body: html`<p class="lead">What it paid for is no longer available, and its payment is not refunded.</p>
          <p class="actions"><a class="button" href="/support">Contact support</a></p>`,
      };
    case 'expired':
    case 'canceled':
      return ended(order);
    default:
      return order.status satisfies never;
  }
}

function ended(order: OrderWithPayments): Outcome {
  return {
    title: 'This order has ended',
    waits: false,
    body: html`<p class="lead">
        ${order.status === 'canceled' ? 'You left the checkout.' : 'It was not paid in time.'} You were not charged.
        ${ifPaidAfterAll(order)}
      </p>
      ${again(order, 'Order again')}`,
  };
}

/** What becomes of a payment that we hear of after the end of its order; see `settlePayment`. */
function ifPaidAfterAll({ status, product }: OrderWithPayments): string {
  if (status === 'canceled') return 'A payment that arrives now is refunded in full.';
  return product === 'opportunity'
    ? 'A payment that was made in time and reaches us only now is honored if nobody else has it by then; any other is refunded in full.'
    : 'A payment that reaches us only now is honored.';
}

function thanks(order: OrderWithPayments, until: Date | null): Outcome {
  const paid = { text: 'Paid', tone: 'good' } as const;
  const title = 'Thank you for your purchase';
  const receipt = `/account/purchases/${order.id}`;
  const mail = html`<p class="soft">
    We have e-mailed your receipt. You may be asked to sign in with the e-mail address that you gave.
  </p>`;
  if (order.product === 'opportunity') {
    const path = checkoutDossier(order.id);
    const actions = until
      ? html`<a class="button" href="${path}">Open your dossier</a>
          <a class="button quiet" href="${path}?format=pdf">Save as PDF</a>
          <a class="button quiet" href="${receipt}#sharing">Share by link</a>
          <a class="button quiet" href="${receipt}">View receipt</a>`
      : html`<a class="button" href="${receipt}">Open your dossier</a>`;
    return {
      title,
      badge: paid,
      waits: false,
      body: html`<p class="lead">The opportunity is yours alone, and its dossier is ready.</p>
        <p class="actions">${actions}</p>
        ${until ? html`<p class="soft">${opensHere(until)}</p>` : mail}`,
    };
  }
  return {
    title,
    badge: paid,
    waits: false,
    body: html`<p class="lead">
        ${order.quantity === 1 ? 'Your credit is' : `Your ${order.quantity} credits are`} in your account. Start your
        run now, or any time later.
      </p>
      <p class="actions">
        <a class="button" href="/account/runs/new?kind=${order.product}">Start your run</a>
        <a class="button quiet" href="${receipt}">View receipt</a>
      </p>
      ${mail}`,
  };
}

function opensHere(until: Date): Markup {
  return html`This browser opens it until ${localTime(until)}. Your account has it for good: sign in with the e-mail
  address that you gave, to which we have sent your receipt.`;
}

/** What happens while no payment is confirmed: during an outage of ours, or the provider's, for as long as it lasts. */
function waiting(order: OrderWithPayments, heard: boolean, now: Date): Outcome {
  const soon = now.getTime() - order.createdAt.getTime() < SOON_MS;
  return {
    title: soon || heard ? 'Your payment is being confirmed' : 'Your payment has not arrived yet',
    waits: soon,
    body: html`<p class="lead" role="status">
        ${soon ? "We are waiting for your bank's confirmation. With a card that takes seconds." : keptInTime(order, heard)}
      </p>
      <p>${soon && 'This page updates automatically.'} You can close it: we'll e-mail your receipt.</p>
      ${soon ? html`<noscript>${refresh()}</noscript>` : refresh()}`,
  };
}

function keptInTime({ holdEndsAt, product }: OrderWithPayments, heard: boolean): Markup {
  const known = heard
    ? 'The payment provider has told us of your payment, and it is still being confirmed. You have nothing to do, and nothing is lost:'
    : 'We have not heard of your payment yet. If you have paid, you have nothing to do, and nothing is lost:';
  const exclusive = product === 'opportunity' && 'Should another buyer have it by then, your money goes back in full.';
  return html`${known} what was paid by ${localTime(holdEndsAt, 'time')} is yours, however late we confirm it.
  ${exclusive} ${!heard && 'What is paid later goes back in full.'}`;
}

function refresh(): Markup {
  return html`<p class="actions"><a class="button quiet" href="">Refresh</a></p>`;
}

function refund({ payments, status }: OrderWithPayments): Outcome {
  const back = payments.findLast(({ outcome }) => outcome === 'refund');
  const sum = back ? formatMoney(back) : 'Your payment';
  const revoked = back?.reason === 'returned' || back?.reason === 'fraud_warning';
  const why = revoked
    ? `${sum} is refunded in full, and the purchase is revoked.`
    : `${sum} arrived when the order could no longer be fulfilled, so it is refunded in full. You don't have to do anything.`;
  const when = {
    refund_pending: 'It should arrive within five to ten days, depending on your bank.',
    refunded: 'We have sent it back. It should arrive within five to ten days, depending on your bank.',
    refund_failed: 'The refund is delayed. We are working on it, and you do not have to do anything.',
  };
  return {
    title: 'Your payment is being refunded',
    badge: { text: 'Refund', tone: 'warn' },
    waits: false,
    body: html`<p class="lead">${why}</p>
      <p>${when[status as keyof typeof when]}</p>
      <p class="actions"><a class="button" href="/opportunities">Browse opportunities</a></p>`,
  };
}

function again({ product, opportunityId, quantity }: OrderWithPayments, label: string): Markup {
  const offer = OFFERS[product];
  const href = opportunityId ? `/opportunities/${opportunityId}` : quantity === 1 ? offer.href : offer.pack!.href;
  return html`<p class="actions">
    <a class="button" href="${href}">${label}</a>
    <a class="button quiet" href="/support">Contact support</a>
  </p>`;
}

/** What an order is for, its price, when it was paid, and its id: for whoever may see it. */
export function reference(order: OrderWithPayments): Markup {
  const payment = decidingPayment(order);
  return html`<dl>
    <dt>Item</dt>
    <dd dir="auto">${nameOf(order)}</dd>
    <dt>Price</dt>
    <dd>${formatMoney(payment ?? { amount: order.priceAmount, currency: order.priceCurrency })}</dd>
    ${
      payment &&
      html`<dt>Paid</dt>
        <dd>${localTime(arrivalOf(payment))}</dd>`
    }
    <dt>Order</dt>
    <dd><code>${order.id}</code></dd>
  </dl>`;
}

/** Reloads a waiting page every two seconds; without scripts the page offers a link. */
export const reloadScript = asset('/assets/look-again.js', 'setTimeout(() => location.reload(), 2000);\n');

/** Path at which the browser that bought an order's opportunity reads its dossier. */
export const checkoutDossier = (orderId: string) => `/checkout/dossier/${orderId}`;
