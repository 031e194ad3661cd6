import { execFile } from 'node:child_process';
import { built } from '../../local/programs';
import { payLostOrder } from '../../tools/support/reconciliation';
import { startShop, type Shop } from '../../tools/support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

test('a fresh run prints what differs as one JSON value, with what an operator needs to act', async () => {
  const { orderId } = await payLostOrder(shop.provider);
  const env = { ...process.env, DATABASE_URL: shop.db.url, LOCAL_DIR: '/nonexistent' };
  const args = ['reconcile', '--since', '2026-01-01', '--json'];
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [built('admin/main'), ...args], { env }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(JSON.parse(printed)).toEqual([
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
