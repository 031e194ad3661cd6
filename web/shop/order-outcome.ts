import { html, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import { OFFERS } from '../../modules/orders/offers';
import { arrivalOf, type Order, type OrderWithPayments } from '../../modules/orders/store/orders';
import { decidingPayment } from '../../modules/orders/use-cases/order-payments';
import { nameOf } from '../account/receipt';
import { asset } from '../assets';
import { localTime } from '../components/data';

export interface Outcome {
  title: string;
  badge?: { text: string; tone: 'good' | 'warn' | 'bad' };
  body: Markup;
  /** True if the page should reload itself. */
  waits: boolean;
}

/** Card payments are confirmed within this time. A slower payment is waiting for a bank. */
const SOON_MS = 5 * 60_000;

/**
 * Status of the order with the next step: paid, waiting, failed, refunded or ended. `heard` comes from
 * `heardOfPayment`. `until` is when the dossier stops opening in this browser (`opensDossierUntil`).
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
        body: html`<p class="lead">Your bank refused the payment. You were not charged.</p>
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
        body: html`<p class="lead">The purchase is no longer available, and the payment is not refunded.</p>
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
        ${order.status === 'canceled' ? 'You canceled it.' : 'It was not paid in time.'} You were not charged.
        ${ifPaidAfterAll(order)}
      </p>
      ${again(order, 'Order again')}`,
  };
}

/** Says what happens to a payment that arrives after the order has ended (`settlePayment`). */
function ifPaidAfterAll({ status, product }: OrderWithPayments): string {
  if (status === 'canceled') return 'If a payment still arrives, we refund it in full.';
  return product === 'opportunity'
    ? 'If you paid in time and nobody else has bought it, it is yours once the payment reaches us. Otherwise we refund you in full.'
    : 'If you have paid, you get your purchase once the payment reaches us.';
}

function thanks(order: OrderWithPayments, until: Date | null): Outcome {
  const paid = { text: 'Paid', tone: 'good' } as const;
  const title = 'Thank you for your purchase';
  const receipt = `/account/purchases/${order.id}`;
  const mail = html`<p class="soft">
    We have emailed your receipt. To open your account, sign in with the email address you paid with.
  </p>`;
  if (order.product === 'opportunity') {
    const path = checkoutDossier(order.id);
    const actions = until
      ? html`<a class="button" href="${path}">Open your dossier</a>
          <a class="button quiet" href="${path}?format=pdf">Download PDF</a>
          <a class="button quiet" href="${path}?format=data">Data file (zip)</a>
          <a class="button quiet" href="${path}?format=certificate">Certificate (PDF)</a>`
      : html`<a class="button" href="${receipt}">Open your dossier</a>`;
    return {
      title,
      badge: paid,
      waits: false,
      body: html`<p class="lead">The opportunity is yours alone. It has left the catalog, and your dossier is ready.</p>
        <p class="actions">${actions}</p>
        ${until ? html`<p class="soft">${opensHere(until, receipt)}</p>` : mail}`,
    };
  }
  return {
    title,
    badge: paid,
    waits: false,
    body: html`<p class="lead">
        ${order.quantity === 1 ? 'Your credit is' : `Your ${order.quantity} credits are`} in your account. Start your
        ${order.product === 'idea_check' ? 'check' : 'search'} now or any time later.
      </p>
      <p class="actions">
        <a class="button" href="/account/runs/new?kind=${order.product}"
          >Start your ${order.product === 'idea_check' ? 'check' : 'search'}</a
        >
        <a class="button quiet" href="${receipt}">View receipt</a>
      </p>
      ${mail}`,
  };
}

function opensHere(until: Date, receipt: string): Markup {
  return html`We have emailed your receipt. These files open in this browser until ${localTime(until)}. To open them
    later, or to share the dossier, <a href="${receipt}">sign in</a> with the email address you paid with.`;
}

/** Shown until the payment is confirmed. */
function waiting(order: OrderWithPayments, heard: boolean, now: Date): Outcome {
  const soon = now.getTime() - order.createdAt.getTime() < SOON_MS;
  return {
    title: soon || heard ? 'Your payment is being confirmed' : 'Your payment has not arrived yet',
    waits: soon,
    body: html`<p class="lead" role="status">
        ${soon ? 'Your bank is confirming the payment. With a card this takes seconds.' : keptInTime(order, heard)}
      </p>
      <p>${soon && 'This page updates automatically.'} You can close it. We will email your receipt.</p>
      ${soon ? html`<noscript>${refresh()}</noscript>` : refresh()}`,
  };
}

function keptInTime({ holdEndsAt, product }: OrderWithPayments, heard: boolean): Markup {
  const known = heard
    ? 'We are confirming your payment. You do not have to do anything.'
    : 'If you have paid, you do not have to do anything.';
  const exclusive = product === 'opportunity' && 'If someone else has bought it by then, we refund you in full.';
  return html`${known} If you paid by ${localTime(holdEndsAt, 'time')}, it is yours, even if we confirm it later.
  ${exclusive} ${!heard && 'We refund a later payment in full.'}`;
}

function refresh(): Markup {
  return html`<p class="actions"><a class="button quiet" href="">Refresh</a></p>`;
}

function refund({ payments, status }: OrderWithPayments): Outcome {
  const back = payments.findLast(({ outcome }) => outcome === 'refund');
  const sum = back ? formatMoney(back) : 'Your payment';
  const revoked = back?.reason === 'returned' || back?.reason === 'fraud_warning';
  const why = revoked
    ? `We refund ${sum} in full and take back the purchase.`
    : `${sum} arrived too late for this order, so we refund it in full. You do not have to do anything.`;
  const when = {
    refund_pending: 'Expect it in five to ten days, depending on your bank.',
    refunded: 'We have sent it. Expect it in five to ten days, depending on your bank.',
    refund_failed: 'The refund is delayed. We are working on it.',
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

/** Item, price, payment time and id of an order. */
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

/** Reloads a waiting page after two seconds. The page also has a link, for browsers without scripts. */
export const reloadScript = asset('/assets/look-again.js', 'setTimeout(() => location.reload(), 2000);\n');

/** Checkout session of an unpaid order; null if the session has ended or a payment was reported (`heard`). */
export function openCheckout(
  { status, checkoutUrl, expiresAt }: Order,
  heard = false,
): { url: string; until: Date } | null {
  if (heard || status !== 'pending_payment' || !checkoutUrl || expiresAt <= new Date()) return null;
  return { url: checkoutUrl, until: expiresAt };
}

/** Path of the dossier for the browser that bought it. */
export const checkoutDossier = (orderId: string) => `/checkout/dossier/${orderId}`;
