import { Type } from '@sinclair/typebox';
import type { Mode } from '../../base/access';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { browserBuyer } from '../../http/browser/buyer';
import type { ApiDeps } from '../../http/deps';
import { DOSSIER_FORMATS } from '../../modules/opportunities/contract';
import { boughtDossier, SALE_DOCUMENTS } from '../../modules/opportunities/use-cases/bought-dossier';
import { PaymentsError } from '../../modules/orders/payment-provider';
import { cancelOrder } from '../../modules/orders/store/move';
import { heardOfPayment } from '../../modules/orders/store/news';
import {
  isOfBuyer,
  findOrderOfSession,
  loadOrder,
  type Order,
  type OrderWithPayments,
} from '../../modules/orders/store/orders';
import { opensDossierUntil } from '../../modules/orders/use-cases/order-payments';
import { badge, localTime } from '../components/data';
import { layout } from '../layout';
import { page, show, seeOther } from '../page';
import { boughtDossierReply } from '../runs/run-documents';
import { openCheckout, outcomeOf, reference, reloadScript, checkoutDossier, type Outcome } from './order-outcome';

const text = Type.String({ maxLength: 255 });

/**
 * Return page after payment. The payment arrives by webhook, so the page shows the order's status, and reloads while it
 * waits for a card confirmation. The page shows no email address, because anyone with the session id can open it. Only
 * the browser that bought the dossier gets a link to it.
 */
export const successPage = page({
  method: 'GET',
  path: '/checkout/success',
  query: Type.Object({ session_id: Type.Optional(text) }),

  async handle(request) {
    const { deps, query } = request;
    const order = query.session_id ? await findOrderOfSession(deps.db, query.session_id) : null;
    const until = order && (await opensDossierUntil(deps, order, (await browserBuyer(request))?.buyer));
    const heard = order !== null && (await heardOfPayment(deps.db, [order])).has(order.id);
    const { title, badge: state, body, waits } = order ? outcomeOf(order, { heard, until }) : UNKNOWN;
    return show(
      layout({
        title,
        body: html`<div class="narrow">
          ${state && html`<p>${badge(state.text, state.tone)}</p>`}
          <h1>${title}</h1>
          ${body} ${order && reference(order)}
        </div>`,
        scripts: waits ? [reloadScript.href] : [],
      }),
    );
  },
});

const UNKNOWN: Outcome = {
  title: 'Checkout not found',
  waits: false,
  body: html`<p class="lead">If you have paid, we will email your receipt.</p>
    <p class="actions">
      <a class="button" href="/account/purchases">Your purchases</a>
      <a class="button quiet" href="/opportunities">Browse opportunities</a>
    </p>`,
};

/**
 * Shows the dossier right after payment to a buyer without an account. The browser's cookie proves the purchase. All
 * other visitors get `order_not_found`, as for an unknown order, and have to sign in.
 */
export const checkoutDossierPage = page({
  method: 'GET',
  path: checkoutDossier('{id}'),
  large: true,
  id: { prefix: 'ord', missing: 'order_not_found' },
  query: Type.Object({ format: Type.Optional(Type.String({ maxLength: 16 })) }),

  async handle(request) {
    const { deps, id, query } = request;
    const [order, browser] = await Promise.all([loadOrder(deps.db, id), browserBuyer(request)]);
    if (!order || !(await opensDossierUntil(deps, order, browser?.buyer))) throw new Failure('order_not_found');
    const format = [...DOSSIER_FORMATS, ...SALE_DOCUMENTS].find((one) => one === query.format) ?? 'html';
    const { accountId, mode, opportunityId } = order;
    const bought = await boughtDossier(deps, { accountId: accountId!, mode }, opportunityId!, format);
    if (!bought) throw new Failure('order_not_found');
    const success = `/checkout/success?session_id=${order.checkoutSessionId}`;
    return boughtDossierReply(bought, format, {
      path: checkoutDossier(id),
      back: { href: success, label: 'Your purchase' },
    });
  },
});

const PATH = '/checkout/cancelled';

/** Page for buyers who leave the checkout session. They can still pay or release the reservation. */
export const cancelledPage = page({
  method: 'GET',
  path: PATH,
  query: Type.Object({ order: Type.Optional(text) }),

  async handle(request) {
    const { deps, query } = request;
    const order = query.order ? await loadOrder(deps.db, query.order) : null;
    const isOwn = order !== null && (await isOwnOrder(request, order));
    const heard = order !== null && (await heardOfPayment(deps.db, [order])).has(order.id);
    const checkout = isOwn ? openCheckout(order, heard) : null;
    const back = order?.opportunityId ? `/opportunities/${order.opportunityId}` : '/buy';
    return show(
      layout({
        title: 'Checkout canceled',
        body: html`<div class="narrow">
          <h1>You left the checkout</h1>
          <p class="lead">You were not charged.</p>
          ${order?.opportunityId && reservationNotice(order, isOwn)}
          ${checkout && !order?.opportunityId && html`<p class="notice">You can still pay until ${localTime(checkout.until, 'time')}.</p>`}
          ${isOwn && reference(order)}
          <p class="actions">
            ${checkout && html`<a class="button" href="${checkout.url}">Continue to payment</a>`}
            <a class="button${checkout ? ' quiet' : ''}" href="${back}"
              >${order?.opportunityId ? 'Back to the opportunity' : 'Back to research credits'}</a
            >
          </p>
          ${isOwn && order.opportunityId && order.status === 'pending_payment' && releaseForm(order)}
        </div>`,
      }),
    );
  },
});

/** Expires the checkout session and then releases the reservation. In this order, nobody can pay after the release. */
export const leaveCheckout = page({
  method: 'POST',
  path: PATH,
  needs: 'sales',
  limit: 'checkoutStart',
  form: Type.Object({ order: text }),

  async handle(request) {
    const { deps, body } = request;
    const order = await loadOrder(deps.db, body.order);
    const returnToPage = seeOther(`${PATH}?order=${encodeURIComponent(body.order)}`);
    if (order?.status !== 'pending_payment' || !(await isOwnOrder(request, order))) return returnToPage;
    const sessionId = order.checkoutSessionId!;
    const end = await endSession(deps, order.mode, sessionId);
    if (end === 'complete') return seeOther(`/checkout/success?session_id=${sessionId}`);
    if (end === 'open') throw new Failure('payment_provider_failed', { retryAfterSeconds: 2 });
    await cancelOrder(deps.db, order.id, sessionId);
    return returnToPage;
  },
});

async function isOwnOrder(request: Parameters<typeof browserBuyer>[0], order: Order): Promise<boolean> {
  const browser = await browserBuyer(request);
  return browser !== null && isOfBuyer(order, browser.buyer);
}

function reservationNotice(order: OrderWithPayments, own: boolean): Markup | null {
  if (order.status === 'canceled')
    return html`<p class="notice">Your reservation is released. Anyone can buy the opportunity again.</p>`;
  if (order.status !== 'pending_payment') return null;
  const until = localTime(order.expiresAt, 'time');
  if (!own)
    return html`<p class="notice">The opportunity is reserved until ${until}. After that anyone can buy it.</p>`;
  return html`<p class="notice">The opportunity is reserved for you until ${until}. After that anyone can buy it.</p>`;
}

function releaseForm(order: Order): Markup {
  return html`<form method="post" action="${PATH}">
    <input type="hidden" name="order" value="${order.id}" />
    <p><button class="quiet">Release my reservation</button></p>
  </form>`;
}

async function endSession({ payments }: ApiDeps, mode: Mode, sessionId: string) {
  try {
    return (await payments!.expireSession(mode, sessionId)).outcome;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    throw new Failure('payment_provider_failed', { retryAfterSeconds: 2, cause: error });
  }
}
