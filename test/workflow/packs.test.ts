import { refundOrder } from '../../store/orders/refund-order';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { useSales } from '../support/sales';

const sales = useSales();
const { shop, buyer, credits, evaluate, refundsOf, disputed, decide } = sales;

/** A pack of three Idea Checks that was paid; returns its order and the session that was paid. */
async function packBought(): Promise<{ orderId: string; sessionId: string }> {
  const { status, body } = await shop.checkout({ product: 'idea_check', quantity: 3 }, buyer);
  expect({ status, body }).toMatchObject({ status: 200, body: { quantity: 3, price: { amount: 12_900 } } });
  const { orderId, checkoutSessionId } = body;
  await shop.provider.pay(checkoutSessionId!);
  await shop.orderIn(orderId, ['fulfilled'], buyer);
  return { orderId, sessionId: checkoutSessionId! };
}

const states = async () => (await credits()).map(({ status }) => status).toSorted();
const unusedOfAccount = async () =>
  (await call<{ entitlements: object[] }>(shop.api, 'GET', '/v1/account', { key: buyer.apiKey })).body.entitlements[0];

test('a pack that is paid once is three credits, each of which starts a run, and no fourth', async () => {
  const { orderId } = await packBought();
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
  const runs = [await evaluate(), await evaluate(), await evaluate(), await evaluate()];
  expect(runs.map(({ status }) => status)).toEqual([202, 202, 202, 402]);
});

test('events of one payment that come twice, or late, grant nothing more', async () => {
  const { body } = await shop.checkout({ product: 'idea_check', quantity: 3 }, buyer);
  await shop.provider.fault('checkout.session.completed', 'duplicate_event', 1);
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled'], buyer);
  const events = await shop.provider.control<{ id: string; type: string }[]>('events');
  for (const { id } of events.filter(({ type }) => type === 'checkout.session.completed'))
    await shop.provider.control(`events/${id}/redeliver`, {});
  await shop.sweep();
  expect(await states()).toEqual(['unused', 'unused', 'unused']);
});

test('a refund of a pack that nobody used returns all of it and takes the three credits back', async () => {
  const { orderId } = await packBought();
  expect(await refundOrder(shop.db, orderId)).toMatchObject({ payments: [{ amount: 12_900, currency: 'usd' }] });
  expect(await states()).toEqual(['revoked', 'revoked', 'revoked']);
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect(await refundsOf(orderId)).toMatchObject([{ amount: 12_900, status: 'succeeded' }]);
  expect(await evaluate()).toMatchObject({ status: 402 });
});

test('a refund of a pack of which a run used one takes the other two back, and leaves the run its own', async () => {
  const { orderId } = await packBought();
  expect(await evaluate()).toMatchObject({ status: 202 });
  await refundOrder(shop.db, orderId);
  expect(await states()).toEqual(['consumed', 'revoked', 'revoked']);
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect(await refundsOf(orderId)).toMatchObject([{ amount: 12_900 }]);
  expect(await evaluate()).toMatchObject({ status: 402 });
});

test('a part of its payment that goes back by hand is a gesture: the credits stay', async () => {
  const { orderId } = await packBought();
  await shop.provider.refundByHand(await sales.paymentOf(orderId), 4_300);
  await eventually('the refund is known', async () => {
    await shop.sweep();
    return (await shop.db.prisma.refund.count({ where: { orderId } })) === 1;
  });
  expect(await states()).toEqual(['unused', 'unused', 'unused']);
  expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'fulfilled', refund: null });
});

test('a dispute freezes what is left of a pack; lost, it takes that, also what a failed run gave back', async () => {
  await shop.agents.fault('task:refused', 'refusal');
  const { orderId } = await packBought();
  await evaluate('A weekly newsletter that is refused');
  await eventually('the credit is back', async () => (await credits()).length === 4);
  const id = await disputed(orderId);
  expect(await unusedOfAccount()).toEqual({ kind: 'idea_check', unused: 0, consumed: 1, frozen: 3 });
  expect(await evaluate()).toMatchObject({ status: 402 });
  await decide(orderId, id, 'lost');
  expect(await states()).toEqual(['consumed', 'revoked', 'revoked', 'revoked']);
});

test('a dispute that is won gives all of them free', async () => {
  const { orderId } = await packBought();
  const id = await disputed(orderId);
  await decide(orderId, id, 'won');
  expect(await unusedOfAccount()).toEqual({ kind: 'idea_check', unused: 3, consumed: 0, frozen: 0 });
});

test('the database lets no order of three be fulfilled with fewer: a worker of an older build cannot', async () => {
  const { body } = await shop.checkout({ product: 'idea_check', quantity: 3 }, buyer);
  const fulfilled = shop.db.prisma.order.update({ where: { id: body.orderId }, data: { status: 'fulfilled' } });
  await expect(fulfilled).rejects.toThrow(/is for 3 credits/);
});
