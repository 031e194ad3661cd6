import { payLostOrder } from '../../tools/support/reconciliation';
import { adminJson } from '../support/operator';
import { useShop } from '../support/use';

const shop = useShop();

test('a fresh run prints what differs as one JSON value, with what an operator needs to act', async () => {
  const { orderId } = await payLostOrder(shop.provider);
  const env = { DATABASE_URL: shop.db.url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
  expect(await adminJson(['reconcile', '--since', '2026-01-01'], env)).toEqual([
    expect.objectContaining({
      id: expect.stringMatching(/^brk_/),
      cause: 'unknown_order',
      orderId,
      paymentId: expect.stringMatching(/^pi_/),
      amount: 4_900,
      since: expect.any(String),
      status: 'open',
    }),
  ]);
});
