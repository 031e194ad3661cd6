import type { PoolClient } from 'pg';
import { moveWithdrawal } from '../../store/withdrawals/move-withdrawal';
import { recordTransfer } from '../../store/withdrawals/record-transfer';
import { contributorBalance } from '../../store/ledger/read-balances';
import { matureShares } from '../../store/ledger/mature-shares';
import { recordRefunds } from '../../store/orders/record-refunds';
import { toPayment } from '../../store/orders/row';
import { createCustomer } from '../support/api';
import { disputed, openTestOrder, payTestOrder, refundTestPayment } from '../support/sales';
import { createContributor, requestTestWithdrawal } from '../support/contributors';
import { eventually } from '../support/eventually';
import { checkLedger } from '../support/money-invariants';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();
const contributor = useEach(() => createContributor(db, { balance: 20_000 }));
const buyer = useEach(() => createCustomer(db, { credits: 0 }));
afterEach(() => checkLedger(db));

/** Runs `other` while a transaction holds what `held` did; commits once `other` waits for its lock. */
async function interleaved<T>(held: (tx: PoolClient) => Promise<unknown>, other: () => Promise<T>): Promise<T> {
  const tx = await db.pool.connect();
  try {
    await tx.query('BEGIN');
    await held(tx);
    const result = other();
    await eventually('the other transaction waits for the lock', async () => {
      const { rows } = await db.pool.query<{ waits: boolean }>(
        `SELECT count(*) > 0 AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]!.waits;
    });
    await tx.query('COMMIT');
    return await result;
  } finally {
    tx.release();
  }
}

test('freezes a share out of the balance that it matured to while the dispute came in', async () => {
  const { accountId } = contributor;
  const before = (await contributorBalance(db.pool, accountId, 'live'))!;
  const orderId = await openTestOrder(db, { accountId: buyer.accountId, contributor: accountId, price: 10_000 });
  const { paymentId } = await payTestOrder(db, orderId, {}, { shareMaturityMs: 60_000 });
  await db.pool.query('UPDATE shares SET matures_at = now() WHERE order_id = $1', [orderId]);
  await interleaved(
    (tx) => matureShares(tx, 10, { accountId, mode: 'live' }),
    () => disputed(db, { orderId, paymentId, amount: 10_000 }, 'open'),
  );
  const after = await contributorBalance(db.pool, accountId, 'live');
  expect(after).toMatchObject({ pending: 0, available: before.available, frozen: 7_000 });
});

test('asks the provider again when a payment changed since its refunds were read', async () => {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId });
  const { paymentId } = await payTestOrder(db, orderId, { total: { amount: 1_000, currency: 'usd' } });
  const read = toPayment(await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } }));
  await refundTestPayment(db, paymentId, [{ status: 'succeeded' }]);
  expect(await recordRefunds(db, read, { refunds: [] })).toBe('outdated');
  expect(await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } })).toMatchObject({
    refundStatus: 'succeeded',
  });
});

test('keeps a withdrawal moving whose transfer was made before its account was suspended', async () => {
  const id = await requestTestWithdrawal(db, contributor.accountId, 5_000);
  await moveWithdrawal(db, id, 'processing');
  await recordTransfer(db, id, { transferId: `tr_${id}`, connectedAccountId: 'acct_1' });
  expect(await moveWithdrawal(db, id, 'under_review', { held: true })).toBe('processing');
  expect(await db.prisma.withdrawal.findUniqueOrThrow({ where: { id } })).toMatchObject({ reviews: 0 });
});
