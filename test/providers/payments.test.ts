/** The product's client of the payment provider against its stand-in, over real HTTP. */
import type { Mode } from '../../contracts/access';
import { PaymentsError } from '../../contracts/payments';
import { createPayments } from '../../providers/payments/create-payments';
import { PAYMENTS_STAND_IN_RESTRICTED_KEY } from '../../stand-ins/payments/own-keys';
import { eventually } from '../support/eventually';
import { anOrder, failure, paidOrder, startParts, type Parts } from './payment-parts';
import { use } from '../support/use';

const deploymentId = () => Promise.resolve('deployment-of-tests');

/** A client with these keys only. */
const clientWith = (keys: Partial<Record<Mode, string>>, baseUrl: string) =>
  createPayments({ keys, webhookSecrets: {}, deploymentId, baseUrl });

const parts = use(() => startParts());
afterEach(() => parts.control('faults', undefined, 'DELETE'));

describe('checkout', () => {
  test('a session asks for the price of the order, and carries the order to the payment', async () => {
    const order = anOrder({ customerEmail: 'buyer@shop.example' });
    const session = await parts.payments.createCheckoutSession(order);
    expect(session).toMatchObject({
      orderId: order.orderId,
      mode: 'live',
      status: 'open',
      paid: false,
      total: order.price,
      url: `${parts.url}/c/pay/${session.id}`,
      email: 'buyer@shop.example',
    });

    await parts.control(`checkout-sessions/${session.id}/pay`, { outcome: 'paid' });
    const paid = await parts.payments.retrieveSession('live', session.id);
    expect(paid).toMatchObject({ status: 'complete', paid: true, url: null });
    expect(await parts.payments.retrievePayment('live', paid.paymentId!)).toMatchObject({
      orderId: order.orderId,
      succeeded: true,
      received: order.price,
      disputed: false,
    });
  });

  test('an address that the provider refuses costs no sale: the buyer enters one there, and a repetition is the same session', async () => {
    const order = anOrder({ customerEmail: 'nobody@host.invalid' });
    const session = await parts.payments.createCheckoutSession(order);
    expect(session).toMatchObject({ orderId: order.orderId, status: 'open', email: null });
    expect((await parts.payments.createCheckoutSession(order)).id).toBe(session.id);
  });

  test('the page says until when an order is held, where that is earlier than the page itself ends', async () => {
    const heldUntil = new Date('2030-01-01T13:29:00Z');
    const { url } = await parts.payments.createCheckoutSession(anOrder({ heldUntil }));
    expect(await (await fetch(url!)).text()).toContain('Reserved for you until 13:29 UTC: please pay by then.');
    const unheld = await parts.payments.createCheckoutSession(anOrder());
    expect(await (await fetch(unheld.url!)).text()).not.toContain('Reserved for you');
  });

  test('the same order asked for twice is one session', async () => {
    const order = anOrder();
    const [first, second] = [
      await parts.payments.createCheckoutSession(order),
      await parts.payments.createCheckoutSession(order),
    ];
    expect(second.id).toBe(first.id);
  });

  test('the same order with another price is refused, not sold', async () => {
    const order = anOrder();
    await parts.payments.createCheckoutSession(order);
    const other = { ...order, price: { amount: 100, currency: 'usd' as const } };
    expect(await failure(parts.payments.createCheckoutSession(other))).toMatchObject({ kind: 'rejected' });
  });

  test('an answer that got lost is asked for again, and there is one session', async () => {
    await parts.control('faults', { match: 'POST /v1/checkout/sessions', effect: 'timeout_after', times: 1 });
    const order = anOrder();
    const session = await parts.payments.createCheckoutSession(order);
    expect((await parts.payments.createCheckoutSession(order)).id).toBe(session.id);
  });

  test('a declined card leaves the session open', async () => {
    const { id } = await parts.payments.createCheckoutSession(anOrder());
    await parts.control(`checkout-sessions/${id}/pay`, { outcome: 'declined' });
    expect(await parts.payments.retrieveSession('live', id)).toMatchObject({ status: 'open', paid: false });
  });

  test.each([
    ['succeeded', true, 'checkout.session.async_payment_succeeded'],
    ['failed', false, 'checkout.session.async_payment_failed'],
  ])('a delayed payment that %s is complete first and decided later', async (outcome, paid, type) => {
    const { id } = await parts.payments.createCheckoutSession(anOrder());
    await parts.control(`checkout-sessions/${id}/pay`, { outcome: 'delayed' });
    expect(await parts.payments.retrieveSession('live', id)).toMatchObject({ status: 'complete', paid: false });
    await parts.control(`checkout-sessions/${id}/settle`, { outcome });
    expect((await parts.payments.retrieveSession('live', id)).paid).toBe(paid);
    await eventually(type, () =>
      parts.endpoint.received.some(({ event }) => event.type === type && event.data.object.id === id),
    );
  });

  test('a session that is too short is refused', async () => {
    const order = anOrder({ expiresAt: new Date(Date.now() + 29 * 60_000) });
    expect(await failure(parts.payments.createCheckoutSession(order))).toMatchObject({ kind: 'rejected' });
  });

  test('a session ends by itself when its time is over', async () => {
    const brief = await startParts({ minSessionLifetimeMs: 0 });
    const { id } = await brief.payments.createCheckoutSession(anOrder({ expiresAt: new Date(Date.now() + 1_100) }));
    await eventually('expiry', () => brief.endpoint.types().includes('checkout.session.expired'));
    expect(await brief.payments.retrieveSession('live', id)).toMatchObject({ status: 'expired', url: null });
    await brief.close();
  });
});

describe('expiring a session', () => {
  test('an open one is expired, and asking again says the same', async () => {
    const { id } = await parts.payments.createCheckoutSession(anOrder());
    expect(await parts.payments.expireSession('live', id)).toMatchObject({ outcome: 'expired' });
    expect(await parts.payments.expireSession('live', id)).toMatchObject({ outcome: 'expired' });
  });

  test('a paid one is reported as complete', async () => {
    const { session } = await paidOrder(parts);
    const end = await parts.payments.expireSession('live', session.id);
    expect(end).toMatchObject({ outcome: 'complete', session: { paid: true } });
  });

  test('a payment that raced the expiry is seen', async () => {
    const { id } = await parts.payments.createCheckoutSession(anOrder());
    await parts.payments.expireSession('live', id);
    await parts.control(`checkout-sessions/${id}/pay`, { outcome: 'paid', force: true });
    expect(await parts.payments.expireSession('live', id)).toMatchObject({ outcome: 'complete' });
  });
});

describe('refunds', () => {
  test('a payment is given back once, however often it is asked', async () => {
    const { order, paymentId } = await paidOrder(parts);
    const request = { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1 };
    const first = await parts.payments.refund(request);
    expect(first).toMatchObject({ status: 'succeeded', orderId: order.orderId, total: order.price });
    expect((await parts.payments.refund(request)).id).toBe(first.id);
    expect((await Promise.all([1, 2, 3].map(() => parts.payments.refund(request)))).map(({ id }) => id)).toEqual(
      [1, 2, 3].map(() => first.id),
    );
    expect(await refundsOf(order.orderId)).toHaveLength(1);
  });

  test('each of two payments of one order is given back', async () => {
    const first = await paidOrder(parts);
    const { orderId } = first.order;
    const second = await paidOrder(parts, { orderId, attempt: 2, expiresAt: new Date(Date.now() + 32 * 60_000) });
    for (const { paymentId } of [first, second]) {
      const refund = parts.payments.refund({ orderId, mode: 'live', paymentId, attempt: 1 });
      await expect(refund).resolves.toMatchObject({ paymentId, status: 'succeeded' });
    }
    expect(await refundsOf(orderId)).toHaveLength(2);
  });

  test('three at the same time make one refund', async () => {
    const { order, paymentId } = await paidOrder(parts);
    const request = { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1 };
    const made = await Promise.all([1, 2, 3].map(() => parts.payments.refund(request)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await refundsOf(order.orderId)).toHaveLength(1);
  });

  test.each(['timeout_after', 'timeout_before', 'error_500'])('%s on the way makes one refund', async (effect) => {
    const { order, paymentId } = await paidOrder(parts);
    await parts.control('faults', { match: 'POST /v1/refunds', effect, times: 1 });
    await parts.payments.refund({ orderId: order.orderId, mode: 'live', paymentId, attempt: 1 });
    expect(await refundsOf(order.orderId)).toHaveLength(1);
  });

  test('one that was made by hand is taken as the refund', async () => {
    const { order, paymentId } = await paidOrder(parts);
    const byHand = await createPaymentsOf(parts).refund({
      orderId: 'by-hand',
      mode: 'live',
      paymentId,
      attempt: 1,
    });
    const found = await parts.payments.refund({ orderId: order.orderId, mode: 'live', paymentId, attempt: 1 });
    expect(found.id).toBe(byHand.id);
  });

  test('a refund that fails after it had succeeded is reported as failed', async () => {
    const { order, paymentId } = await paidOrder(parts);
    await parts.control('faults', { match: 'POST /v1/refunds', effect: 'fail_later', times: 1, delayMs: 50 });
    const made = await parts.payments.refund({ orderId: order.orderId, mode: 'live', paymentId, attempt: 1 });
    expect(made.status).toBe('succeeded');
    await eventually('the failure', () => parts.endpoint.types().includes('refund.failed'));
    expect(await parts.payments.listRefunds('live', paymentId)).toMatchObject([
      { status: 'failed', failureReason: 'declined' },
    ]);
    expect((await parts.payments.retrievePayment('live', paymentId)).refundedAmount).toBe(0);
  });

  test.each(['pending', 'requires_action', 'canceled'] as const)('%s is reported as it is', async (status) => {
    const { order, paymentId } = await paidOrder(parts);
    const made = await parts.payments.refund({ orderId: order.orderId, mode: 'live', paymentId, attempt: 1 });
    await parts.control(`refunds/${made.id}`, { status });
    expect(await parts.payments.listRefunds('live', paymentId)).toMatchObject([{ id: made.id, status }]);
  });

  async function refundsOf(orderId: string) {
    const { refunds } = await parts.control('ledger');
    return refunds.filter((refund: { orderId: string }) => refund.orderId === orderId);
  }
});

describe('failures', () => {
  test('a rate limit says how long to wait', async () => {
    await parts.control('faults', { match: 'GET /v1/checkout/sessions/*', effect: 'rate_limit', delayMs: 3_000 });
    const error = await failure(parts.payments.retrieveSession('live', 'cs_live_x'));
    expect(error).toBeInstanceOf(PaymentsError);
    expect(error).toMatchObject({ kind: 'rate_limited', retryAfterMs: 3_000 });
  });

  test('a provider that stays down is unavailable', async () => {
    await parts.control('faults', { match: 'GET /v1/refunds', effect: 'error_500', times: 10 });
    expect(await failure(parts.payments.listRefunds('live', 'pi_x'))).toMatchObject({ kind: 'unavailable' });
  });

  test('nobody listening is unavailable', async () => {
    const lost = clientWith({ test: 'sk_test_x' }, 'http://127.0.0.1:9');
    expect(await failure(lost.retrieveSession('test', 'cs_test_x'))).toMatchObject({ kind: 'unavailable' });
  });

  test('an unknown object is not found', async () => {
    expect(await failure(parts.payments.retrieveSession('live', 'cs_live_none'))).toMatchObject({ kind: 'not_found' });
  });

  test('no key but the stand-in’s own is taken', async () => {
    const real = clientWith({ live: 'rk_live_somebodys' }, parts.url);
    expect(await failure(real.retrieveSession('live', 'cs_live_x'))).toMatchObject({ kind: 'key_refused' });
  });

  test('a restricted key does what it has the right for, and reads what it may not do', async () => {
    const restricted = clientWith({ live: PAYMENTS_STAND_IN_RESTRICTED_KEY }, parts.url);
    expect(await failure(restricted.retrieveSession('live', 'cs_live_none'))).toMatchObject({ kind: 'not_found' });
    expect(await failure(restricted.connected.retrievePlatform('live'))).toMatchObject({ kind: 'not_permitted' });
  });

  test('an unknown route answers with an error', async () => {
    const answer = await fetch(`${parts.url}/v1/customers`, {
      headers: { authorization: 'Bearer sk_live_local_stand_in' },
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('modes', () => {
  test('an object of one mode does not exist in the other', async () => {
    const { session } = await paidOrder(parts, { mode: 'test' });
    expect(session).toMatchObject({ mode: 'test', paid: true });
    expect(await failure(parts.payments.retrieveSession('live', session.id))).toMatchObject({ kind: 'not_found' });
    const arrived = await eventually('the event', () =>
      parts.endpoint.received.find(({ event }) => event.data.object.id === session.id),
    );
    expect(parts.payments.verifyWebhook(arrived.body, arrived.signature)).toMatchObject({ mode: 'test' });
  });

  test('a mode without a key is not configured', async () => {
    const testOnly = clientWith({ test: 'sk_test_x' }, parts.url);
    expect(testOnly.modes).toEqual(['test']);
    expect(await failure(testOnly.retrieveSession('live', 'cs_live_x'))).toMatchObject({ kind: 'not_configured' });
  });

  test.each([
    ['live', 'sk_test_x'],
    ['test', 'rk_live_x'],
    ['live', 'pk_live_x'],
    ['live', 'whatever'],
  ])('the %s key %s is refused at once, and not quoted', (mode, key) => {
    const open = () => createPayments({ keys: { [mode]: key }, webhookSecrets: {}, deploymentId });
    expect(open).toThrow(/payment key/);
    expect(open).not.toThrow(key);
  });
});

function createPaymentsOf({ url }: Parts) {
  return clientWith({ live: 'sk_live_local_stand_in' }, url);
}
