import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../../providers/html';
import { findOrderOfSession, type OrderWithPayments } from '../../../store/orders/read-orders';
import { layout } from '../layout';
import { page, show } from '../page';
import { amount } from './amount';
import { lookAgainScript } from './look-again-script';

const text = Type.Optional(Type.String({ maxLength: 255 }));

/**
 * Where the provider sends a buyer who paid. The payment itself comes by webhook, so the page says how the order stands and looks
 * again until it is decided. Who knows the session's id is its payer; the page tells no e-mail address.
 */
export const successPage = page({
  method: 'GET',
  path: '/checkout/success',
  query: Type.Object({ session_id: text }),

  async handle({ deps, query }) {
    const order = query.session_id ? await findOrderOfSession(deps.db, query.session_id) : null;
    const { title, body, waits } = order ? outcome(order) : unknown();
    return show(
      layout({ title, body: html`<div class="narrow">${body}</div>`, scripts: waits ? [lookAgainScript.href] : [] }),
    );
  },
});

interface Outcome {
  title: string;
  body: Markup;
  waits: boolean;
}

function outcome(order: OrderWithPayments): Outcome {
  const id = html`<p class="soft">Order <code>${order.id}</code></p>`;
  if (order.status === 'fulfilled') {
    const what =
      order.product === 'opportunity'
        ? 'The opportunity is yours alone. Its dossier is in your account.'
        : 'Your credit is on your account, ready for a run.';
    return {
      title: 'Thank you',
      waits: false,
      body: html`<p class="tag good">Paid</p>
        <h1>Thank you for your purchase</h1>
        <p class="lead">${what}</p>
        <p>A receipt is on its way to the e-mail address that you gave.</p>
        <p><a class="button" href="/account">To your account</a></p>
        ${id}`,
    };
  }
  if (order.status.startsWith('refund')) {
    const back = order.payments.findLast(({ outcome: was }) => was === 'refund');
    const sum = back ? amount(back.amount) : 'It';
    const why =
      back?.reason === 'returned'
        ? `${sum} is returned as a whole, and what it paid for is taken back.`
        : `${sum} arrived when the order could no longer be fulfilled, so it is refunded as a whole. You do not have to do anything.`;
    return {
      title: 'Refund',
      waits: false,
      body: html`<p class="tag warn">Refund</p>
        <h1>Your payment goes back to you</h1>
        <p class="lead">${why}</p>
        <p>
          ${order.status === 'refund_failed' ? 'The refund needs our attention; we are on it.' : 'Depending on your bank it takes five to ten days.'}
        </p>
        <p><a class="button" href="/opportunities">To the catalogue</a></p>
        ${id}`,
    };
  }
  if (order.status === 'pending_payment' || order.status === 'creating' || order.status === 'paid') {
    return {
      title: 'Payment is being confirmed',
      waits: true,
      body: html`<h1>Your payment is being confirmed</h1>
        <p class="lead" role="status">This page looks again by itself. You may close it: a receipt comes by e-mail.</p>
        <noscript
          ><p><a class="button" href="">Look again</a></p></noscript
        >
        ${id}`,
    };
  }
  return {
    title: 'Order ended',
    waits: false,
    body: html`<h1>This order has ended</h1>
      <p class="lead">
        It was not paid in time, and nothing is held any more. A payment that still arrives is refunded.
      </p>
      <p><a class="button" href="/opportunities">To the catalogue</a></p>
      ${id}`,
  };
}

function unknown(): Outcome {
  return {
    title: 'Order not found',
    waits: false,
    body: html`<h1>We do not know this checkout</h1>
      <p class="lead">If you have paid, a receipt is on its way by e-mail.</p>
      <p><a class="button" href="/opportunities">To the catalogue</a></p>`,
  };
}
