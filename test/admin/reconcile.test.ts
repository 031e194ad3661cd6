import type { Mode } from '../../base/access';
import { adminJson, runAdmin } from '../support/operator';
import { payLostOrder } from '../support/reconciliation';
import { useShop } from '../support/use';

/** Modes for which the worker has a provider key. */
let modes: Mode[] = ['live', 'test'];
const shop = useShop({
  observe: (payments) => Object.defineProperty({ ...payments }, 'modes', { get: () => modes }),
});
const env = () => ({ DATABASE_URL: shop.db.url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS });

test('a run prints each difference with the details that an operator needs', async () => {
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

test('a run says what it compared, and exits with 1 if it compared nothing', async () => {
  const compared = await runAdmin(['reconcile'], env());
  expect(compared).toMatchObject({ status: 0, stderr: expect.stringContaining('all of live and test mode') });
  modes = [];
  const nothing = await runAdmin(['reconcile'], env());
  expect(nothing).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was compared') });
});
