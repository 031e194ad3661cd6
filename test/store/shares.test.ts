import { Failure } from '../../base/failures';
import { contributorBalance } from '../../modules/ledger/store/balances';
import { matureShares } from '../../modules/ledger/store/shares';
import { createCustomer } from '../support/api';
import { createContributor, requestTestWithdrawal } from '../support/contributors';
import { checkLedger } from '../support/money-invariants';
import { disputed, openTestOrder, payTestOrder, refundTestPayment } from '../support/sales';
import { useDatabase, useEach } from '../support/use';

const DAY_MS = 24 * 3_600_000;
const PRICE = 10_000;
const SHARE = 7_000;

const db = useDatabase();
const contributor = useEach(() => createContributor(db, { balance: 0 }));
const buyer = useEach(() => createCustomer(db, { credits: 0 }));
afterEach(() => checkLedger(db));

/** Sells an opportunity of the contributor; the share matures after a day by default. */
async function sold(sale: { to?: string; email?: string; maturityMs?: number } = {}) {
  const { to = buyer.accountId, email = 'payer@example.com', maturityMs = DAY_MS } = sale;
  const orderId = await openTestOrder(db, { accountId: to, contributor: contributor.accountId, price: PRICE });
  const { paymentId } = await payTestOrder(db, orderId, { email }, { shareMaturityMs: maturityMs });
  return { orderId, paymentId };
}
const matureDue = (limit = 10) => matureShares(db.pool, limit, { accountId: contributor.accountId, mode: 'live' });
const balance = () => contributorBalance(db.pool, contributor.accountId, 'live');
const withdraw = (amount: number) => requestTestWithdrawal(db, contributor.accountId, amount);
const passTime = (orderId: string) =>
  db.pool.query(`UPDATE shares SET matures_at = matures_at - interval '1 day' WHERE order_id = $1`, [orderId]);
test('a share can be withdrawn only once it has matured', async () => {
  const { orderId } = await sold();
  expect(await balance()).toMatchObject({ pending: SHARE, available: 0 });
  await expect(withdraw(SHARE)).rejects.toThrow(Failure);
  expect(await matureDue()).toBe(0);
  await passTime(orderId);
  expect(await matureDue()).toBe(1);
  expect(await balance()).toMatchObject({ pending: 0, available: SHARE });
  await withdraw(SHARE);
  expect(await balance()).toMatchObject({ available: 0, held: SHARE });
});

test('shares mature once under concurrent sweeps and withdrawals', async () => {
  const sales = await Promise.all(Array.from({ length: 6 }, () => sold()));
  await Promise.all(sales.map(({ orderId }) => passTime(orderId)));
  const done = await Promise.all([...Array.from({ length: 5 }, () => matureDue(3)), withdraw(1_000).then(() => 0)]);
  expect(done.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(6);
  await matureDue();
  expect(await balance()).toMatchObject({ pending: 0, available: 6 * SHARE - 1_000, held: 1_000 });
});

test.each([false, true])('freezes a share during a dispute and releases it on a win (mature: %s)', async (mature) => {
  const sale = await sold({ maturityMs: mature ? 0 : DAY_MS });
  const { orderId } = sale;
  await disputed(db, sale, 'open');
  expect(await balance()).toMatchObject({ pending: 0, available: 0, frozen: SHARE });
  await passTime(orderId);
  expect(await matureDue()).toBe(0);
  await expect(withdraw(SHARE)).rejects.toThrow(Failure);
  await disputed(db, sale, 'won');
  expect(await balance()).toMatchObject({ pending: 0, available: SHARE, frozen: 0 });
});

test('a withdrawn share leaves a debt when its payment is refunded', async () => {
  const { paymentId } = await sold({ maturityMs: 0 });
  await withdraw(SHARE);
  await refundTestPayment(db, paymentId, [{ status: 'succeeded' }]);
  expect(await balance()).toMatchObject({ available: -SHARE, held: SHARE });
});

test('a purchase by the contributor, or by an account with the same mailbox, earns nothing', async () => {
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: contributor.accountId } });
  const [name, domain] = email.split('@');
  const own = await sold({ to: contributor.accountId });
  const disguised = await sold({ email: `${name}+Cards@${domain!.toUpperCase()}` });
  expect(await balance()).toMatchObject({ pending: 0, available: 0 });
  const where = { action: 'share.withheld', accountId: contributor.accountId };
  const withheld = await db.prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
  expect(withheld).toMatchObject(
    [own, disguised].map(({ orderId }) => ({ subject: orderId, after: { amount: SHARE, currency: 'usd' } })),
  );
});
