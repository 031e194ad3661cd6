import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { useCheckedShop } from '../support/use';

const shop = useCheckedShop();

test('a paid opportunity belongs to its buyer alone, who reads its dossier', async () => {
  const opportunityId = await shop.offer();
  const [buyer, other] = [await shop.buyer(), await shop.buyer()];
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

test('a paid credit starts a run, and the receipt repeats the consents', async () => {
  const buyer = await shop.buyer();
  const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
  await shop.provider.pay(body.checkoutSessionId!);
  const order = await shop.orderIn(body.orderId, ['fulfilled'], buyer);
  const run = await call<{ entitlementId: string }>(shop.api, 'POST', '/v1/evaluations', {
    key: buyer.apiKey,
    body: { idea: 'A weekly newsletter on old houses' },
    headers: { 'idempotency-key': 'bought' },
  });
  expect(run).toMatchObject({ status: 202, body: { entitlementId: order.entitlementId } });
  const receipt = await eventually('the receipt', () => shop.mails.find(({ text }) => text.includes(body.orderId)));
  expect(receipt.subject).toBe('Receipt: one Idea Check');
  expect(receipt.text).toContain('I lose my right of withdrawal');
});

test('a browser buys without an account: the order belongs to the address given at the checkout', async () => {
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

test('a declined payment grants nothing and leaves the checkout open', async () => {
  const buyer = await shop.buyer();
  const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
  await shop.provider.pay(body.checkoutSessionId!, { outcome: 'declined' });
  expect(await shop.order(body.orderId, buyer)).toMatchObject({ status: 'pending_payment', entitlementId: null });
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled'], buyer);
});

test('a delayed payment is granted when it has succeeded, not before', async () => {
  const buyer = await shop.buyer();
  const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
  const sessionId = body.checkoutSessionId!;
  await shop.provider.pay(sessionId, { outcome: 'delayed' });
  expect(await shop.order(body.orderId, buyer)).toMatchObject({ status: 'pending_payment' });
  await shop.provider.control(`checkout-sessions/${sessionId}/settle`, { outcome: 'succeeded' });
  await shop.orderIn(body.orderId, ['fulfilled'], buyer);
});

test('a delayed payment that fails ends its order at once, and the opportunity is free for the next buyer', async () => {
  const [buyer, next] = [await shop.buyer(), await shop.buyer()];
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

test('a failed payment whose event was lost is found by the sweep', async () => {
  const buyer = await shop.buyer();
  const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
  await shop.provider.pay(body.checkoutSessionId!, { outcome: 'delayed' });
  await shop.provider.fault('checkout.session.async_payment_failed', 'drop_event', 1);
  await shop.provider.control(`checkout-sessions/${body.checkoutSessionId}/settle`, { outcome: 'failed' });
  await shop.sweep();
  expect(await shop.orderIn(body.orderId, ['failed'], buyer)).toMatchObject({ paid: null, refund: null });
  const notice = `payment-failed/${body.orderId}`;
  await eventually('the mail about it', () => shop.mails.some(({ idempotencyKey }) => idempotencyKey === notice));
});

test('a test key buys test opportunities only, a live key live ones', async () => {
  const [live, test] = [await shop.offer('live'), await shop.offer('test')];
  const tester = await shop.buyer('test');
  expect(await shop.purchase(live, tester)).toMatchObject({ status: 409, body: { code: 'opportunity_unavailable' } });
  expect(await shop.purchase(test)).toMatchObject({ status: 409, body: { code: 'opportunity_unavailable' } });
  const { body } = await shop.purchase(test, tester);
  expect(body.mode).toBe('test');
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled'], tester);
  const listed = await call<{ opportunityId: string }[]>(shop.api, 'GET', '/v1/opportunities', { key: tester.apiKey });
  expect(listed.body).toEqual([]);
});

test('an order is visible to its buyer and mode only', async () => {
  const { body } = await shop.checkout({ product: 'idea_check' });
  expect(await shop.order(body.orderId, await shop.buyer())).toMatchObject({ status: 404, code: 'order_not_found' });
  expect(await shop.order(body.orderId)).toMatchObject({
    status: 'pending_payment',
    consents: { immediateAccess: true, withdrawalLoss: true, textVersion: '2026-11-01' },
  });
});
