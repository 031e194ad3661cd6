import { Type } from '@sinclair/typebox';
import type { Mode } from '../../../contracts/access';
import { Failure } from '../../../contracts/failures';
import { html, type Markup } from '../../../providers/html';
import { PaymentsError } from '../../../providers/payments/payments';
import { cancelOrder } from '../../../store/orders/move-order';
import { loadOrder, type OrderWithPayments } from '../../../store/orders/read-orders';
import { canSell } from '../../checkout';
import { BUYER_COOKIE } from '../../cookies';
import type { ApiDeps } from '../../deps';
import { layout } from '../layout';
import { page, seeOther, show } from '../page';
import { isOwnOrder } from './own-order';

const PATH = '/checkout/cancelled';
const text = Type.String({ maxLength: 255 });

/** Where the provider sends a buyer who turned back: nothing was charged, and what is held can be let go. */
export const cancelledPage = page({
  method: 'GET',
  path: PATH,
  query: Type.Object({ order: Type.Optional(text) }),

  async handle({ deps, query, cookie }) {
    const order = query.order ? await loadOrder(deps.db, query.order) : null;
    const back = order?.opportunityId ? `/opportunities/${order.opportunityId}` : '/buy';
    return show(
      layout({
        title: 'Checkout left',
        body: html`<div class="narrow">
          <h1>You left the checkout</h1>
          <p class="lead">Nothing was charged.</p>
          ${order?.opportunityId && hold(order, isOwnOrder(order, cookie(BUYER_COOKIE)))}
          <p>
            <a class="button" href="${back}"
              >${order?.opportunityId ? 'Back to the opportunity' : 'Back to the credits'}</a
            >
          </p>
        </div>`,
      }),
    );
  },
});

/** Gives an opportunity free whose checkout its buyer has left: first nobody can pay any more, then it is on offer again. */
export const leaveCheckout = page({
  method: 'POST',
  path: PATH,
  needs: canSell,
  limit: 'checkoutStart',
  form: Type.Object({ order: text }),

  async handle({ deps, body, cookie }) {
    const order = await loadOrder(deps.db, body.order);
    const here = seeOther(`${PATH}?order=${encodeURIComponent(body.order)}`);
    if (!order || !isOwnOrder(order, cookie(BUYER_COOKIE)) || order.status !== 'pending_payment') return here;
    const sessionId = order.checkoutSessionId!;
    const end = await endSession(deps, order.mode as Mode, sessionId);
    if (end === 'complete') return seeOther(`/checkout/success?session_id=${sessionId}`);
    if (end === 'open') throw new Failure('payment_provider_failed', { retryAfterSeconds: 2 });
    await cancelOrder(deps.db, order.id, sessionId);
    return here;
  },
});

function hold(order: OrderWithPayments, own: boolean): Markup | null {
  if (order.status === 'canceled') return html`<p class="notice">The opportunity is on offer again.</p>`;
  if (order.status !== 'pending_payment') return null;
  return html`<p class="notice">
      The opportunity stays reserved for you until ${order.expiresAt.toISOString().slice(11, 16)} UTC. After that it is
      on offer again.
    </p>
    ${
      own &&
      html`<form method="post" action="${PATH}">
        <input type="hidden" name="order" value="${order.id}" />
        <p><button class="quiet">Do not keep it for me</button></p>
      </form>`
    }`;
}

async function endSession({ payments }: ApiDeps, mode: Mode, sessionId: string) {
  try {
    return (await payments!.expireSession(mode, sessionId)).outcome;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    throw new Failure('payment_provider_failed', { retryAfterSeconds: 2, cause: error });
  }
}
