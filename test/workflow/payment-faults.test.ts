import { newId } from '../../contracts/ids';
import { eventually } from '../support/eventually';
import { endOf } from '../support/history';
import { clientOf } from '../support/shop';
import { useSales } from '../support/sales';

const { shop, buyer, ordered, mispriced, refundsOf, credits } = useSales();
const quiet = (orderId: string) =>
  eventually('the payment workflow has ended', async () => {
    const handle = shop.temporal.workflow.getHandle(`payment/${orderId}`);
    // The workflow may not have started yet.
    return handle.describe().then(
      ({ status }) => status.name === 'COMPLETED',
      () => false,
    );
  });

describe('an event is a notification', () => {
  test('that is delivered five times grants once', async () => {
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

  test('that says paid of a session that is not grants nothing', async () => {
    const { orderId, sessionId } = await ordered();
    await shop.provider.control('events', {
      type: 'checkout.session.completed',
      object: { id: sessionId, object: 'checkout.session', payment_status: 'paid', metadata: { orderId } },
    });
    await quiet(orderId);
    expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'pending_payment' });
    expect(await credits()).toEqual([]);
  });

  test('about the session of one order that names another is not taken for it', async () => {
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

  test('in the wrong order changes nothing: a refund before its payment, an expiry after it', async () => {
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

  test('about an order that is none of ours is taken and leads nowhere', async () => {
    const orderId = newId('ord');
    await shop.provider.control('events', {
      type: 'checkout.session.completed',
      object: { id: 'cs_live_foreign', metadata: { orderId } },
    });
    await quiet(orderId);
    expect(await shop.db.prisma.payment.count({ where: { orderId } })).toBe(0);
  });
});

describe('a lost event is found', () => {
  test('a payment whose webhook never came is granted by the sweep', async () => {
    await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
    const { orderId, sessionId } = await ordered();
    await shop.provider.pay(sessionId);
    expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'pending_payment' });
    expect(await shop.sweep()).toMatchObject({ paidOrders: 1 });
    await shop.orderIn(orderId, ['fulfilled'], buyer);
  });

  test('a sweep that cannot reach the provider does not fail, and the next one finds what it could not', async () => {
    await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
    const { orderId, sessionId } = await ordered();
    await shop.provider.pay(sessionId);
    await shop.provider.fault('GET /v1/checkout/sessions/*', 'error_500', 100);
    expect(await shop.sweep()).toMatchObject({ paidOrders: null });
    await shop.provider.control('faults', undefined, 'DELETE');
    await shop.sweep();
    await shop.orderIn(orderId, ['fulfilled'], buyer);
  });
});

describe('money that cannot be accepted is refunded', () => {
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

  test('a payment of another amount than the order asks', async () => {
    const { orderId, sessionId } = await ordered();
    await shop.db.prisma.order.update({ where: { id: orderId }, data: { priceAmount: 9900 } });
    await shop.provider.pay(sessionId);
    const order = await shop.orderIn(orderId, ['refunded'], buyer);
    expect(order).toMatchObject({ entitlementId: null, refund: { reason: 'mismatched', amount: 4900 } });
    expect(await credits()).toEqual([]);
    const notice = await eventually('the notice', () => shop.mails.find(({ text }) => text.includes(orderId)));
    expect(notice.subject).toBe('Refund: $49.00');
  });

  test('a payment for an opportunity that somebody else has by now', async () => {
    const opportunityId = await shop.offer();
    const { body } = await shop.purchase(opportunityId, buyer);
    // The hold ended and another buyer got it before the payment arrived.
    await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
    await shop.provider.pay(body.checkoutSessionId!);
    await shop.db.prisma.opportunity.update({ where: { id: opportunityId }, data: { reservedUntil: new Date(0) } });
    const other = await shop.buyer();
    const second = await shop.purchase(opportunityId, other);
    await shop.provider.pay(second.body.checkoutSessionId!);
    await shop.orderIn(second.body.orderId, ['fulfilled'], other);
    await shop.sweep();
    expect(await shop.orderIn(body.orderId, ['refunded'], buyer)).toMatchObject({
      refund: { reason: 'opportunity_gone' },
    });
  });

  test.each(['error_500', 'timeout_before', 'timeout_after'])(
    'once, also where the provider fails while it refunds (%s)',
    async (effect) => {
      const { orderId, sessionId } = await mispriced();
      await shop.provider.fault('POST /v1/refunds', effect, 1, 3_000);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['refunded'], buyer);
      expect(await refundsOf(orderId)).toHaveLength(1);
    },
  );

  test('Temporal Web shows the reason of a refund', async () => {
    const { orderId, sessionId } = await mispriced();
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    await quiet(orderId);
    const { currentDetails } = await shop.temporal.workflow
      .getHandle(`payment/${orderId}`)
      .query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toBe('**refunded**: refunded $49.00: mismatched');
    expect(await endOf(shop.temporal.workflow.getHandle(`payment/${orderId}`))).toEqual({
      status: 'COMPLETED',
      outcome: 'refunded',
      failureCode: 'mismatched',
      amount: 4_900,
      result: { outcome: 'refunded', failureCode: 'mismatched', amount: 4_900, summary: 'refunded $49.00: mismatched' },
    });
  });

  test('a refund that is pending, then fails, raises an alert and stays visible', async () => {
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
