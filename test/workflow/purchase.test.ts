import { refundOrder } from '../../modules/orders/store/decisions';
import { MailError } from '../../vendors/mail/mailer';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { useSales } from '../support/sales';

let mailIsDown = false;
const sales = useSales({
  send: (mail) => {
    if (mailIsDown) return Promise.reject(new MailError('unavailable', 'down'));
    shop.mails.push(mail);
    return Promise.resolve();
  },
});
const { shop, buyer, credits, evaluate, refundsOf, ordered, bought, paymentOf } = sales;
const quiet = (orderId: string) =>
  eventually('the payment workflow has ended', async () => {
    const handle = shop.temporal.workflow.getHandle(`payment/${orderId}`);
    // If the workflow has not started yet, describing it fails.
    return handle.describe().then(
      ({ status }) => status.name === 'COMPLETED',
      () => false,
    );
  });

test('shows the dossier of an opportunity only to its buyer', async () => {
  const opportunityId = await shop.offer();
  const other = await shop.buyer();
  const purchase = await shop.purchase(opportunityId, buyer);
  expect(purchase).toMatchObject({ status: 200, body: { status: 'pending_payment', replayed: false, mode: 'live' } });
  await shop.provider.pay(purchase.body.checkoutSessionId!);
  const order = await shop.orderIn(purchase.body.orderId, ['fulfilled'], buyer);
  expect(order).toMatchObject({ product: 'opportunity', opportunityId, refund: null, dispute: null });

  const read = (format: string, apiKey: string) =>
    call(shop.api, 'GET', `/v1/opportunities/${opportunityId}/dossier?format=${format}`, { key: apiKey });
  const html = await read('html', buyer.apiKey);
  expect(html.status).toBe(200);
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: buyer.accountId } });
  for (const shown of [email, purchase.body.orderId, 'Exclusive, sold once']) expect(html.text).toContain(shown);
  expect((await read('pdf', buyer.apiKey)).headers.get('content-type')).toBe('application/pdf');
  expect((await read('json', buyer.apiKey)).body).toMatchObject({ schemaVersion: '1.2.0' });
  expect(await read('html', other.apiKey)).toMatchObject({ status: 404, body: { code: 'opportunity_not_purchased' } });
  expect(await shop.purchase(opportunityId, other)).toMatchObject({ status: 409 });
  const listed = await call<{ opportunityId: string }[]>(shop.api, 'GET', '/v1/opportunities?limit=100');
  expect(listed.body.map((teaser) => teaser.opportunityId)).not.toContain(opportunityId);
});

test('grants a delayed payment only once it has succeeded', async () => {
  const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
  const sessionId = body.checkoutSessionId!;
  await shop.provider.pay(sessionId, { outcome: 'delayed' });
  expect(await shop.order(body.orderId, buyer)).toMatchObject({ status: 'pending_payment' });
  await shop.provider.control(`checkout-sessions/${sessionId}/settle`, { outcome: 'succeeded' });
  await shop.orderIn(body.orderId, ['fulfilled'], buyer);
});

test('ends the order and frees the opportunity when a delayed payment fails', async () => {
  const next = await shop.buyer();
  const id = await shop.offer();
  const { body } = await shop.purchase(id, buyer, 'debit');
  await shop.provider.pay(body.checkoutSessionId!, { outcome: 'delayed' });
  await shop.provider.control(`checkout-sessions/${body.checkoutSessionId}/settle`, { outcome: 'failed' });
  await shop.orderIn(body.orderId, ['failed'], buyer);
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: buyer.accountId } });
  const ours = () => shop.mails.filter(({ to }) => to === email);
  await eventually('the mail about it', () => ours().length > 0);
  await shop.provider.control(`checkout-sessions/${body.checkoutSessionId}/settle`, { outcome: 'failed' });
  await shop.sweep();
  expect(ours().map(({ subject, idempotencyKey }) => [subject.split(':')[0], idempotencyKey])).toEqual([
    ['Payment failed', `payment-failed/${body.orderId}`],
  ]);
  expect(await shop.purchase(id, buyer, 'debit')).toMatchObject({ status: 200, body: { ...body, replayed: true } });
  expect(await shop.purchase(id, next)).toMatchObject({ status: 200 });
});

/** Buys and pays for a pack of three Idea Checks. Returns its order ID. */
async function packBought(): Promise<string> {
  const { status, body } = await shop.checkout({ product: 'idea_check', quantity: 3 }, buyer);
  expect({ status, body }).toMatchObject({ status: 200, body: { quantity: 3, price: { amount: 12_900 } } });
  const { orderId, checkoutSessionId } = body;
  await shop.provider.pay(checkoutSessionId!);
  await shop.orderIn(orderId, ['fulfilled'], buyer);
  return orderId;
}

const states = async () => (await credits()).map(({ status }) => status).toSorted();

test('charges a pack of three once, and starts three runs but not a fourth', async () => {
  const orderId = await packBought();
  const order = await shop.order(orderId, buyer);
  expect(order).toMatchObject({ quantity: 3, paid: { total: { amount: 12_900, currency: 'usd' } } });
  const granted = await credits();
  expect(granted.map((credit) => credit.orderId)).toEqual([orderId, orderId, orderId]);
  expect(granted.map(({ id }) => id)).toContain(order.entitlementId);
  const { charges } = await shop.provider.ledger();
  expect(charges.filter((charge) => charge.orderId === orderId)).toMatchObject([{ amount: 12_900 }]);
  const receipt = await eventually('the receipt', () => shop.mails.find(({ text }) => text.includes(orderId)));
  expect(receipt.subject).toBe('Receipt: Idea Check, 3 credits');
  expect(receipt.text).toContain('$129.00');
  expect(receipt.text).toContain('I lose my right of withdrawal');
  const runs = [await evaluate(), await evaluate(), await evaluate(), await evaluate()];
  expect(runs.map(({ status }) => status)).toEqual([202, 202, 202, 402]);
});

test('revokes only the unused credits when a partly used pack is refunded', async () => {
  const orderId = await packBought();
  expect(await evaluate()).toMatchObject({ status: 202 });
  await refundOrder(shop.db, orderId);
  expect(await states()).toEqual(['consumed', 'revoked', 'revoked']);
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect(await refundsOf(orderId)).toMatchObject([{ amount: 12_900 }]);
  expect(await evaluate()).toMatchObject({ status: 402 });
});

test('sells a product in the currency of its price, from page to books', async () => {
  await shop.db.asOwner(
    `UPDATE products SET price_amount = 4500, pack_price_amount = 12900, price_currency = 'eur'
     WHERE id = 'custom_search'`,
  );
  expect((await call(shop.api, 'GET', '/buy')).text).toContain('€45');
  const { body } = await shop.checkout({ product: 'custom_search' });
  expect(body.price).toEqual({ amount: 4_500, currency: 'eur' });
  await shop.provider.pay(body.checkoutSessionId!);

  const order = await shop.orderIn(body.orderId, ['fulfilled']);
  expect(order.paid).toMatchObject({ total: { amount: 4_500, currency: 'eur' } });
  const { charges } = await shop.provider.ledger();
  expect(charges.find(({ orderId }) => orderId === body.orderId)).toMatchObject({ amount: 4_500, currency: 'eur' });
  const { rows } = await shop.db.pool.query<{ currency: string; amount: number }>(
    `SELECT currency, amount FROM ledger_transactions AS made JOIN ledger_entries ON transaction_id = made.id
     WHERE account = 'sales' AND payment_id IN (SELECT id FROM payments WHERE order_id = $1)`,
    [body.orderId],
  );
  expect(rows).toEqual([{ currency: 'eur', amount: 4_500 }]);
  const receipt = await eventually('the receipt', () => shop.mails.find(({ text }) => text.includes(body.orderId)));
  expect(receipt.text).toContain('You paid €45.00 for one Custom Search');
});

describe('a payment event', () => {
  test('grants once when delivered five times', async () => {
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

  test('grants nothing when the provider does not have the payment that it claims', async () => {
    const { orderId, sessionId } = await ordered();
    await shop.provider.control('events', {
      type: 'checkout.session.completed',
      object: { id: sessionId, object: 'checkout.session', payment_status: 'paid', metadata: { orderId } },
    });
    await quiet(orderId);
    expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'pending_payment' });
    expect(await credits()).toEqual([]);
  });

  test('pays only the order of its session, even if it names another', async () => {
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

  test('changes nothing when out of order: a refund before the payment, an expiry after', async () => {
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

const about = (orderId: string) =>
  shop.mails.filter(({ text }) => text.includes(orderId)).map(({ subject }) => subject);
test('refunds while the mail provider is down, and sends each mail once later', async () => {
  mailIsDown = true;
  const orderId = await bought();
  const paymentIntent = await paymentOf(orderId);
  await shop.provider.refundByHand(paymentIntent);
  await shop.orderIn(orderId, ['refunded'], buyer);
  await quiet(orderId);
  mailIsDown = false;
  const subjects = await eventually('both mails', () => about(orderId).length >= 2 && about(orderId));
  expect(subjects.toSorted((a, b) => a.localeCompare(b))).toEqual(['Receipt: Idea Check', 'Refund: $49.00']);
});

test('keeps checking later orders when the session of one cannot be read', async () => {
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
