import { beginErasure } from '../../store/accounts/begin-erasure';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { signIn } from '../support/people';
import { useSales } from '../support/sales';

const { shop, buyer, bought, paymentOf, credits, evaluate } = useSales();

test('a refund after use leaves no credit, even when the run gives its credit back', async () => {
  await shop.agents.fault('task:is refused', 'refusal');
  await shop.agents.pace(1_000);
  const orderId = await bought();
  const { body: run } = await evaluate('A weekly newsletter that is refused');
  await shop.provider.refundByHand(await paymentOf(orderId));
  expect((await shop.orderIn(orderId, ['refunded'], buyer)).refund).toMatchObject({
    reason: 'returned',
    amount: 4_900,
  });
  await shop.agents.pace(5);
  await eventually('the run has given its credit back', async () => (await credits()).length === 2);
  expect((await credits()).map(({ status, runId, orderId: root }) => [status, runId, root])).toEqual(
    expect.arrayContaining([
      ['consumed', run.runId, orderId],
      ['revoked', null, orderId],
    ]),
  );
  expect(await evaluate()).toMatchObject({ status: 402 });
});

test('an invoice is shown to its own account only, and to nobody once it is erased', async () => {
  const orderId = await bought();
  const url = 'https://invoice.example/secret';
  await shop.db.prisma.payment.updateMany({
    where: { orderId },
    data: { invoiceId: 'in_1', invoiceNumber: 'N-1', invoiceUrl: url, invoicePdfUrl: `${url}.pdf` },
  });
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: buyer.accountId } });
  const other = await shop.buyer();
  const page = (cookie: string) => call(shop.api, 'GET', `/account/orders/${orderId}/invoice`, { headers: { cookie } });
  const own = await signIn(shop.api, shop.db, email);
  const opened = await page(own);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, url]);

  const strangers = [
    await page(await signIn(shop.api, shop.db, 'stranger@example.com')),
    await call(shop.api, 'GET', `/v1/orders/${orderId}`, { key: other.apiKey }),
  ];
  await beginErasure(shop.db, buyer.accountId);
  strangers.push(await page(await signIn(shop.api, shop.db, email)));
  for (const { status, text, headers } of strangers) {
    expect([status, headers.get('location')]).toEqual([404, null]);
    expect(text).not.toContain('invoice.example');
  }
  expect((await page(own)).headers.get('location')).toMatch(/^\/sign-in/);
  await eventually('its key is refused', async () => {
    return (await call(shop.api, 'GET', `/v1/orders/${orderId}`, { key: buyer.apiKey })).status === 401;
  });
});
