/** Races that the order of commits alone cannot show. test/store/pairs.test.ts covers all others. */
import { toPayment } from '../../modules/orders/store/orders';
import { recordRefunds } from '../../modules/orders/store/refunds';
import { moveWithdrawal, recordTransfer } from '../../modules/payouts/store/move';
import { createCustomer } from '../support/api';
import { createContributor, requestTestWithdrawal } from '../support/contributors';
import { checkLedger } from '../support/money-invariants';
import { openTestOrder, payTestOrder, refundTestPayment } from '../support/sales';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();
const contributor = useEach(() => createContributor(db, { balance: 20_000 }));
const buyer = useEach(() => createCustomer(db, { credits: 0 }));
afterEach(() => checkLedger(db));

test('asks the provider again if a payment changed since its refunds were read', async () => {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId });
  const { paymentId } = await payTestOrder(db, orderId, { total: { amount: 1_000, currency: 'usd' } });
  const read = toPayment(await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } }));
  await refundTestPayment(db, paymentId, [{ status: 'succeeded' }]);
  expect(await recordRefunds(db, read, { refunds: [] })).toBe('outdated');
  expect(await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } })).toMatchObject({
    refundStatus: 'succeeded',
  });
});

test('continues a withdrawal whose transfer was made before its account was suspended', async () => {
  const id = await requestTestWithdrawal(db, contributor.accountId, 5_000);
  await moveWithdrawal(db, id, 'processing');
  await recordTransfer(db, id, { transferId: `tr_${id}`, connectedAccountId: 'acct_1' });
  expect(await moveWithdrawal(db, id, 'under_review', { held: true })).toBe('processing');
  expect(await db.prisma.withdrawal.findUniqueOrThrow({ where: { id } })).toMatchObject({ reviews: 0 });
});
