import { eventually } from '../support/eventually';
import { clientOf } from '../support/shop';
import { useSales } from '../support/sales';
import { MailError } from '../../providers/mail/mailer';

let mailIsDown = false;
const sales = useSales({
  send: (mail) => {
    if (mailIsDown) return Promise.reject(new MailError('unavailable', 'down'));
    shop.mails.push(mail);
    return Promise.resolve();
  },
});
const { shop, buyer, ordered, mispriced, bought, paymentOf, refundsOf, credits } = sales;
const quiet = (orderId: string) =>
  eventually('the payment workflow has ended', async () => {
    const handle = shop.temporal.workflow.getHandle(`payment/${orderId}`);
    // The workflow may not have started yet.
    return handle.describe().then(
      ({ status }) => status.name === 'COMPLETED',
      () => false,
    );
  });

describe('an event', () => {
  test('delivered five times grants once', async () => {
    await shop.provider.fault('checkout.session.completed', 'duplicate_event', 1);
    const { orderId, sessionId } = await ordered();
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['fulfilled'], buyer);
    const events = await shop.provider.control<{ id: string; type: string }[]>('events');
    const completed = events.filter(({ type }) => type === 'checkout.session.completed').at(-1)!;
    for (let i = 0; i < 3; i++) await shop.provider.control(`events/${completed.id}/redeliver`, {});
    await quiet(orderId);
    expect(await credits()).toHaveLength(1);
    expect(await shop.db.prisma.paymentEvent.count({ where: { id: completed.id } })).toBe(1);
  });

  test('that claims a payment the provider does not have grants nothing', async () => {
    const { orderId, sessionId } = await ordered();
    await shop.provider.control('events', {
      type: 'checkout.session.completed',
      object: { id: sessionId, object: 'checkout.session', payment_status: 'paid', metadata: { orderId } },
    });
    await quiet(orderId);
    expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'pending_payment' });
    expect(await credits()).toEqual([]);
  });

  test('that names another order than its session does not pay that order', async () => {
    const [mine, other] = [await ordered(), await ordered()];
    await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
    await shop.provider.pay(other.sessionId);
    await shop.provider.control('events', {
      type: 'checkout.session.completed',
      object: { id: other.sessionId, object: 'checkout.session', metadata: { orderId: mine.orderId } },
    });
    await quiet(mine.orderId);
    expect(await shop.order(mine.orderId, buyer)).toMatchObject({ status: 'pending_payment' });
    await shop.sweep();
    await shop.orderIn(other.orderId, ['fulfilled'], buyer);
  });

  test('out of order changes nothing: a refund before the payment, an expiry after', async () => {
    const { orderId, sessionId } = await ordered();
    const send = (type: string, object: object) => shop.provider.control('events', { type, object });
    await send('refund.updated', { id: 're_early', object: 'refund', metadata: { orderId } });
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['fulfilled'], buyer);
    await send('checkout.session.expired', { id: sessionId, object: 'checkout.session', metadata: { orderId } });
    await send('checkout.session.async_payment_failed', { id: sessionId, metadata: { orderId } });
    await quiet(orderId);
    expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'fulfilled', refund: null });
  });
});

describe('refunds', () => {
  test('a second payment of an order, without changing the order', async () => {
    const { orderId, sessionId } = await ordered();
    const first = await shop.db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    const second = await clientOf(shop.provider).createCheckoutSession({
      orderId,
      attempt: 2,
      mode: 'live',
      product: 'Idea Check',
      price: { amount: first.priceAmount, currency: 'usd' },
      expiresAt: first.expiresAt,
      successUrl: 'http://shop.example/done',
      cancelUrl: 'http://shop.example/back',
      customerEmail: null,
      heldUntil: null,
    });
    await Promise.all([shop.provider.pay(sessionId), shop.provider.pay(second.id)]);
    await eventually('one of them went back', async () => (await refundsOf(orderId))[0]?.status === 'succeeded');
    await quiet(orderId);
    expect(await shop.order(orderId, buyer)).toMatchObject({
      status: 'fulfilled',
      refund: { status: 'succeeded', amount: 4900, reason: 'duplicate' },
    });
    expect(await credits()).toHaveLength(1);
  });

  test.each(['error_500', 'timeout_before', 'timeout_after'])(
    'once, also when the provider fails during the refund (%s)',
    async (effect) => {
      const { orderId, sessionId } = await mispriced();
      await shop.provider.fault('POST /v1/refunds', effect, 1, 3_000);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['refunded'], buyer);
      expect(await refundsOf(orderId)).toHaveLength(1);
    },
  );

  test('a pending refund that fails raises one alert and stays visible', async () => {
    const { orderId, sessionId } = await mispriced();
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    const [refund] = await refundsOf(orderId);
    await shop.provider.control(`refunds/${refund!.id}`, { status: 'pending' });
    await shop.orderIn(orderId, ['refund_pending'], buyer);
    await shop.provider.control(`refunds/${refund!.id}`, { status: 'failed' });
    const order = await shop.orderIn(orderId, ['refund_failed'], buyer);
    expect(order.refund).toMatchObject({ status: 'failed' });
    const alert = await eventually('the alert', () =>
      shop.mails.find(({ to, text }) => to === 'operator@example.com' && text.includes(orderId)),
    );
    expect(alert.subject).toBe(`ALERT: refund failed, order ${orderId}`);
    await quiet(orderId);
    expect(shop.mails.filter(({ to, text }) => to === 'operator@example.com' && text.includes(orderId))).toHaveLength(
      1,
    );
  });
});

const about = (orderId: string) =>
  shop.mails.filter(({ text }) => text.includes(orderId)).map(({ subject }) => subject);
test('a mail provider that is down delays no refund; each mail is sent once later', async () => {
  mailIsDown = true;
  const orderId = await bought();
  const paymentIntent = await paymentOf(orderId);
  await shop.provider.refundByHand(paymentIntent);
  await shop.orderIn(orderId, ['refunded'], buyer);
  await quiet(orderId);
  mailIsDown = false;
  const subjects = await eventually('both mails', () => about(orderId).length >= 2 && about(orderId));
  expect(subjects.toSorted((a, b) => a.localeCompare(b))).toEqual(['Receipt: one Idea Check', 'Refund: $49.00']);
});

test('an order whose session cannot be read does not hold up later orders', async () => {
  const unreadable = await ordered();
  await shop.db.prisma.order.update({
    where: { id: unreadable.orderId },
    data: { checkoutSessionId: 'cs_live_of_a_removed_key' },
  });
  await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
  const paid = await ordered();
  await shop.provider.pay(paid.sessionId);
  expect(await shop.sweep()).toMatchObject({ paidOrders: 1 });
  await shop.orderIn(paid.orderId, ['fulfilled'], buyer);
  const looks = await shop.db.prisma.sweepLook.findMany({ where: { sweep: 'open_orders', failures: { gt: 0 } } });
  expect(looks).toMatchObject([{ item: unreadable.orderId, error: 'payment_refused' }]);
});
