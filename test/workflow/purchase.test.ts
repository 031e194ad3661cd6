import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { refundOrder } from '../../store/orders/refund-order';
import { useSales } from '../support/sales';

const sales = useSales();
const { shop, buyer, credits, evaluate, refundsOf } = sales;

test('only the buyer of an opportunity reads its dossier', async () => {
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

test('a browser buys without an account, for the address given at checkout', async () => {
  const form = new URLSearchParams({
    product: 'custom_search',
    idempotencyKey: 'browser-1',
    immediateAccessConsent: 'on',
    withdrawalLossAcknowledgment: '1',
  });
  const started = await fetch(`${shop.api.url}/checkout/start`, { method: 'POST', body: form, redirect: 'manual' });
  expect(started.status).toBe(302);
  expect(started.headers.get('location')).toContain(shop.provider.url);
  const order = await shop.db.prisma.order.findFirstOrThrow({ where: { product: 'custom_search', accountId: null } });
  await shop.provider.pay(order.checkoutSessionId!, { email: 'Anna@Example.com' });
  await eventually('the order is fulfilled', async () => {
    const found = await shop.db.prisma.order.findUniqueOrThrow({ where: { id: order.id }, include: { account: true } });
    return found.status === 'fulfilled' && found.account?.email === 'anna@example.com';
  });
  await eventually('the receipt', () => shop.mails.find(({ to }) => to === 'anna@example.com'));
});

test('a delayed payment is granted only once it has succeeded', async () => {
  const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
  const sessionId = body.checkoutSessionId!;
  await shop.provider.pay(sessionId, { outcome: 'delayed' });
  expect(await shop.order(body.orderId, buyer)).toMatchObject({ status: 'pending_payment' });
  await shop.provider.control(`checkout-sessions/${sessionId}/settle`, { outcome: 'succeeded' });
  await shop.orderIn(body.orderId, ['fulfilled'], buyer);
});

test('a delayed payment that fails ends its order and frees the opportunity', async () => {
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

/** A pack of three Idea Checks that was paid; returns its order. */
async function packBought(): Promise<string> {
  const { status, body } = await shop.checkout({ product: 'idea_check', quantity: 3 }, buyer);
  expect({ status, body }).toMatchObject({ status: 200, body: { quantity: 3, price: { amount: 12_900 } } });
  const { orderId, checkoutSessionId } = body;
  await shop.provider.pay(checkoutSessionId!);
  await shop.orderIn(orderId, ['fulfilled'], buyer);
  return orderId;
}

const states = async () => (await credits()).map(({ status }) => status).toSorted();

test('a pack of three is paid once and starts three runs, not a fourth', async () => {
  const orderId = await packBought();
  const order = await shop.order(orderId, buyer);
  expect(order).toMatchObject({ quantity: 3, paid: { total: { amount: 12_900, currency: 'usd' } } });
  const bought = await credits();
  expect(bought.map((credit) => credit.orderId)).toEqual([orderId, orderId, orderId]);
  expect(bought.map(({ id }) => id)).toContain(order.entitlementId);
  const { charges } = await shop.provider.ledger();
  expect(charges.filter((charge) => charge.orderId === orderId)).toMatchObject([{ amount: 12_900 }]);
  const receipt = await eventually('the receipt', () => shop.mails.find(({ text }) => text.includes(orderId)));
  expect(receipt.subject).toBe('Receipt: 3 Idea Check credits');
  expect(receipt.text).toContain('$129.00');
  expect(receipt.text).toContain('I lose my right of withdrawal');
  const runs = [await evaluate(), await evaluate(), await evaluate(), await evaluate()];
  expect(runs.map(({ status }) => status)).toEqual([202, 202, 202, 402]);
});

test('a refund of a partly used pack revokes the unused credits only', async () => {
  const orderId = await packBought();
  expect(await evaluate()).toMatchObject({ status: 202 });
  await refundOrder(shop.db, orderId);
  expect(await states()).toEqual(['consumed', 'revoked', 'revoked']);
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect(await refundsOf(orderId)).toMatchObject([{ amount: 12_900 }]);
  expect(await evaluate()).toMatchObject({ status: 402 });
});

test('a product is sold in the currency of its price, from page to books', async () => {
  await shop.db.asOwner(
    `UPDATE products SET price_amount = 4500, pack_price_amount = 12900, price_currency = 'eur'
     WHERE id = 'custom_search'`,
  );
  expect((await call(shop.api, 'GET', '/buy')).text).toContain('€45.00');
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
