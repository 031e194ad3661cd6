import { contributorBalance } from '../../modules/ledger/store/balances';
import { call, createCustomer, type Customer } from '../support/api';
import { createContributor, requestTestWithdrawal } from '../support/contributors';
import { checkLedger } from '../support/money-invariants';
import { disputed, openTestOrder, payTestOrder, refundTestPayment } from '../support/sales';
import { CONSENTED, offer } from '../support/shop';
import { useSellingApi } from '../support/use';

const PRICE = 10_000;
const SHARE = 7_000;

const { db, api } = useSellingApi();
afterEach(() => checkLedger(db));

const contributors = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createContributor(db, { balance: 0 })));
const emailOf = async ({ accountId }: Customer) =>
  (await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } })).email;
const available = async ({ accountId }: Customer) => (await contributorBalance(db.pool, accountId, 'live'))!.available;
const take = (of: Customer, amount: number) => requestTestWithdrawal(db, of.accountId, amount);

/** Sells a contributor's opportunity. The share matures immediately. */
async function sell(from: Customer, to: Pick<Customer, 'accountId'> | null, email = 'payer@example.com') {
  const order = { accountId: to?.accountId ?? null, contributor: from.accountId, price: PRICE };
  const orderId = await openTestOrder(db, order);
  const { paymentId, settlement } = await payTestOrder(db, orderId, { email }, { shareMaturityMs: 0 });
  expect(settlement).toEqual({ outcome: 'granted' });
  return { orderId, paymentId };
}

test('lets buyers in a ring withdraw at most seven tenths of what they paid', async () => {
  const ring = await contributors(4);
  const next = (i: number) => ring[(i + 1) % ring.length]!;
  await Promise.all(ring.map((one, i) => sell(one, next(i))));
  expect(await Promise.all(ring.map(available))).toEqual(ring.map(() => SHARE));
  const taken = await Promise.allSettled(ring.flatMap((one) => [take(one, SHARE), take(one, SHARE), take(one, 1_000)]));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(ring.length);
});

test('turns withdrawn earnings of reversed payments into a debt that is settled first', async () => {
  const ring = await contributors(2);
  const [one, other] = ring as [Customer, Customer];
  const sales = [await sell(one, other), await sell(other, one)];
  for (const each of ring) await take(each, SHARE);
  await disputed(db, sales[0]!, 'lost');
  await refundTestPayment(db, sales[1]!.paymentId, [{ status: 'succeeded' }]);
  expect(await Promise.all(ring.map(available))).toEqual([-SHARE, -SHARE]);
  for (const each of ring) await expect(take(each, 1_000)).rejects.toMatchObject({ code: 'insufficient_balance' });
  const honest = await createCustomer(db, { credits: 0 });
  await sell(one, honest);
  expect(await available(one)).toBe(0);
  await expect(take(one, 1_000)).rejects.toMatchObject({ code: 'insufficient_balance' });
});

test('pays contributors nothing for their own purchases, even with another spelling', async () => {
  const self = await createContributor(db, { balance: 0 });
  const [name, domain] = (await emailOf(self)).split('@');
  const disguises = [`${name}@${domain}`, `${name}+card@${domain}`, `${name}+a+b@${domain!.toUpperCase()}`];
  await sell(self, self);
  for (const email of disguises) {
    // Buy once as a guest, whose order goes to the payer's account, and once through a friend's account.
    await sell(self, null, email);
    await sell(self, await createCustomer(db, { credits: 0 }), email);
  }
  expect(await available(self)).toBe(0);
});

test('never sells a sold opportunity again, not even within the ring', async () => {
  const [one, other] = (await contributors(2)) as [Customer, Customer];
  const opportunityId = await offer(db, 'live', one.accountId);
  const orderId = await openTestOrder(db, { accountId: other.accountId, opportunityId, price: PRICE });
  await payTestOrder(db, orderId, {}, { shareMaturityMs: 0 });
  for (const by of [one, other]) {
    const path = `/v1/opportunities/${opportunityId}/purchase`;
    const headers = { 'idempotency-key': `again-${by.accountId}` };
    const answer = await call(api, 'POST', path, { key: by.apiKey, body: CONSENTED, headers });
    expect(answer).toMatchObject({ status: 409, body: { code: 'opportunity_unavailable' } });
  }
  const again = await payTestOrder(db, orderId, {}, { shareMaturityMs: 0 });
  expect(again.settlement).toEqual({ outcome: 'refund', reason: 'duplicate' });
  expect(await available(one)).toBe(SHARE);
});
