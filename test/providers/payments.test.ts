/** The product's payment client against its stand-in, over real HTTP. */
import type { Mode } from '../../base/access';
import { PAYMENTS_STAND_IN_KEYS, PAYMENTS_STAND_IN_RESTRICTED_KEY } from '../../stand-ins/payments/answer';
import { createPayments } from '../../vendors/payments/open-payments';
import { use } from '../support/use';
import { anOrder, failure, paidOrder, startParts } from './payment-parts';

const deploymentId = () => Promise.resolve('deployment-of-tests');
const clientWith = (keys: Partial<Record<Mode, string>>, baseUrl: string) =>
  createPayments({ keys, webhookSecrets: {}, deploymentId, baseUrl });

const parts = use(() => startParts());
afterEach(() => parts.control('faults', undefined, 'DELETE'));
const fault = (match: string, effect: string, delayMs?: number) =>
  parts.control('faults', { match, effect, times: 1, ...(delayMs !== undefined && { delayMs }) });

/** A paid order and a request to refund it in full. */
async function refundable() {
  const { order, paymentId } = await paidOrder(parts);
  return { order, paymentId, request: { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1 } };
}
const refundsOf = async (orderId: string) =>
  (await parts.control('ledger')).refunds.filter((refund: { orderId: string }) => refund.orderId === orderId);

describe('checkout', () => {
  test('charges the price of the order, and attaches the order to the payment', async () => {
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

  test('asks the buyer for an address if the provider rejects ours', async () => {
    const order = anOrder({ customerEmail: 'nobody@host.invalid' });
    const session = await parts.payments.createCheckoutSession(order);
    expect(session).toMatchObject({ orderId: order.orderId, status: 'open', email: null });
    expect((await parts.payments.createCheckoutSession(order)).id).toBe(session.id);
  });

  test('tells the buyer how long the order is held', async () => {
    const heldUntil = new Date('2030-01-01T13:29:00Z');
    const pageOf = async (order: Partial<ReturnType<typeof anOrder>>) => {
      const { url } = await parts.payments.createCheckoutSession(anOrder(order));
      return (await fetch(url!)).text();
    };
    expect(await pageOf({ heldUntil })).toContain('Reserved for you until 13:29 UTC: please pay by then.');
    expect(await pageOf({})).not.toContain('Reserved for you');
  });

  test.each(['timeout_after', 'error_500'])('creates one session per order, even after %s', async (effect) => {
    await fault('POST /v1/checkout/sessions', effect);
    const order = anOrder();
    const session = await parts.payments.createCheckoutSession(order);
    expect((await parts.payments.createCheckoutSession(order)).id).toBe(session.id);
  });
});

describe('refunds', () => {
  test('refunds a payment once, despite repeated and concurrent requests', async () => {
    const { order, request } = await refundable();
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => parts.payments.refund(request)));
    expect(first).toMatchObject({ status: 'succeeded', orderId: order.orderId, total: order.price });
    for (const other of [...others, await parts.payments.refund(request)]) expect(other.id).toBe(first!.id);
    expect(await refundsOf(order.orderId)).toHaveLength(1);
  });

  test('refunds both payments of one order', async () => {
    const first = await paidOrder(parts);
    const { orderId } = first.order;
    const second = await paidOrder(parts, { orderId, attempt: 2, expiresAt: new Date(Date.now() + 32 * 60_000) });
    for (const { paymentId } of [first, second]) {
      const refund = parts.payments.refund({ orderId, mode: 'live', paymentId, attempt: 1 });
      await expect(refund).resolves.toMatchObject({ paymentId, status: 'succeeded' });
    }
    expect(await refundsOf(orderId)).toHaveLength(2);
  });

  test.each(['timeout_after', 'timeout_before', 'error_500'])('makes one refund after %s', async (effect) => {
    const { order, request } = await refundable();
    await fault('POST /v1/refunds', effect);
    const { id } = await parts.payments.refund(request);
    expect((await parts.payments.refund(request)).id).toBe(id);
    expect(await refundsOf(order.orderId)).toHaveLength(1);
  });
});

describe('disputes', () => {
  test('block a refund until they are won, then the same request succeeds', async () => {
    const { order, paymentId, request } = await refundable();
    const opened = await parts.control('disputes', { paymentIntent: paymentId });
    const dispute = await parts.payments.retrieveDispute('live', opened.id);
    expect(dispute).toMatchObject({ status: 'open', orderId: order.orderId, paymentId });
    expect(await failure(parts.payments.refund(request))).toMatchObject({ kind: 'disputed' });
    await parts.control(`disputes/${opened.id}/close`, { outcome: 'won' });
    expect(await parts.payments.retrieveDispute('live', opened.id)).toMatchObject({ status: 'won' });
    // The provider repeats its refusal for the same idempotency key for a day.
    expect(await parts.payments.refund(request)).toMatchObject({ status: 'succeeded', attempt: 1 });
  });
});

describe('failures', () => {
  test('distinguish an unreachable provider, an unknown object and a foreign key', async () => {
    const session = (payments: typeof parts.payments) => failure(payments.retrieveSession('live', 'cs_live_none'));
    const { live } = PAYMENTS_STAND_IN_KEYS;
    expect(await session(clientWith({ live }, 'http://127.0.0.1:9'))).toMatchObject({ kind: 'unavailable' });
    expect(await session(parts.payments)).toMatchObject({ kind: 'not_found' });
    expect(await session(clientWith({ live: 'rk_live_somebodys' }, parts.url))).toMatchObject({ kind: 'key_refused' });
    const restricted = clientWith({ live: PAYMENTS_STAND_IN_RESTRICTED_KEY }, parts.url);
    expect(await session(restricted)).toMatchObject({ kind: 'not_found' });
    expect(await failure(restricted.connected.retrievePlatform('live'))).toMatchObject({ kind: 'not_permitted' });
  });
});

describe('modes', () => {
  test('do not share objects', async () => {
    const { session } = await paidOrder(parts, { mode: 'test' });
    expect(session).toMatchObject({ mode: 'test', paid: true });
    expect(await failure(parts.payments.retrieveSession('live', session.id))).toMatchObject({ kind: 'not_found' });
  });

  test('are not configured without a key', async () => {
    const testOnly = clientWith({ test: 'sk_test_x' }, parts.url);
    expect(testOnly.modes).toEqual(['test']);
    expect(await failure(testOnly.retrieveSession('live', 'cs_live_x'))).toMatchObject({ kind: 'not_configured' });
  });

  test.each([
    ['live', 'sk_test_x'],
    ['test', 'rk_live_x'],
    ['live', 'pk_live_x'],
    ['live', 'whatever'],
  ])('reject the %s key %s at once, without quoting it', (mode, key) => {
    const open = () => createPayments({ keys: { [mode]: key }, webhookSecrets: {}, deploymentId });
    expect(open).toThrow(/payment key/);
    expect(open).not.toThrow(key);
  });
});
