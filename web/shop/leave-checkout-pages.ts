import { Type } from '@sinclair/typebox';
import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { html, type Markup } from '../../platform/html';
import { PaymentsError } from '../../contracts/payments';
import { isOfBuyer } from '../../store/orders/buyer';
import { cancelOrder } from '../../store/orders/cancel-order';
import { loadOrder } from '../../store/orders/find-order';
import type { Order, OrderWithPayments } from '../../store/orders/row';
import type { ApiDeps } from '../../http/deps';
import { localTime } from '../components/local-time';
import { layout } from '../layout';
import { page, seeOther, show } from '../page';
import { browserBuyer } from '../../commands/orders/browser-buyer';
import { reference } from './order-reference';

const PATH = '/checkout/cancelled';
const text = Type.String({ maxLength: 255 });

/** Return page of an abandoned checkout: nothing was charged, and the buyer can release the reservation. */
export const cancelledPage = page({
  method: 'GET',
  path: PATH,
  query: Type.Object({ order: Type.Optional(text) }),

  async handle(request) {
    const { deps, query } = request;
    const order = query.order ? await loadOrder(deps.db, query.order) : null;
    const isOwn = order !== null && (await isOwnOrder(request, order));
    const back = order?.opportunityId ? `/opportunities/${order.opportunityId}` : '/buy';
    return show(
      layout({
        title: 'Checkout canceled',
        body: html`<div class="narrow">
          <h1>You left the checkout</h1>
          <p class="lead">You were not charged.</p>
          ${order?.opportunityId && reservationNotice(order, isOwn)} ${isOwn && reference(order)}
          <p>
            <a class="button" href="${back}"
              >${order?.opportunityId ? 'Back to the opportunity' : 'Back to research credits'}</a
            >
          </p>
        </div>`,
      }),
    );
  },
});

/**
 * Releases a reservation: expires its checkout session first, so that nobody can still pay for an opportunity on offer
 * again.
 */
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
    return html`<p class="notice">Your reservation is released. The opportunity is on offer again.</p>`;
  if (order.status !== 'pending_payment') return null;
  const until = localTime(order.expiresAt, 'time');
  if (!own)
    return html`<p class="notice">The opportunity stays reserved until ${until}. After that it is on offer again.</p>`;
  return html`<p class="notice">
      The opportunity stays reserved for you until ${until}. After that it is on offer again.
    </p>
    <form method="post" action="${PATH}">
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
