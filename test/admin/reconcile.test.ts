import type { Mode } from '../../contracts/access';
import { payLostOrder } from '../support/reconciliation';
import { adminJson, runAdmin } from '../support/operator';
import { useShop } from '../support/use';

/** Modes whose key the worker has. */
let modes: Mode[] = ['live', 'test'];
const shop = useShop({
  observe: (payments) => Object.defineProperty({ ...payments }, 'modes', { get: () => modes }),
});
const env = () => ({ DATABASE_URL: shop.db.url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS });

test('a fresh run prints what differs as one JSON value, with what an operator needs to act', async () => {
  const { orderId } = await payLostOrder(shop.provider);
  expect(await adminJson(['reconcile', '--since', '2026-01-01'], env())).toEqual([
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

test('a run says what it compared; one that compared nothing says that, and exits with 1', async () => {
  const compared = await runAdmin(['reconcile'], env());
  expect(compared).toMatchObject({ status: 0, stderr: expect.stringContaining('all of live and test mode') });
  modes = [];
  const nothing = await runAdmin(['reconcile'], env());
  expect(nothing).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was compared') });
});
