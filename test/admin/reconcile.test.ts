import { payLostOrder } from '../../tools/support/reconciliation';
import { startShop, type Shop } from '../../tools/support/shop';
import { adminJson } from '../support/operator';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

test('a fresh run prints what differs as one JSON value, with what an operator needs to act', async () => {
  const { orderId } = await payLostOrder(shop.provider);
  const env = { DATABASE_URL: shop.db.url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
  expect(await adminJson(['reconcile', '--since', '2026-01-01'], env)).toEqual([
    expect.objectContaining({
      id: expect.stringMatching(/^brk_/),
      cause: 'unknown_order',
      orderId,
      paymentIntent: expect.stringMatching(/^pi_/),
      amount: 4_900,
      since: expect.any(String),
      status: 'open',
    }),
  ]);
});
