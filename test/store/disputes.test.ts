import { loadOrder } from '../../store/orders/find-order';
import { takeBack } from '../../store/orders/take-back';
import { transaction } from '../../prisma/client';
import { contributorBalance } from '../../store/ledger/read-balances';
import { readBought } from '../../store/opportunities/read-bought';
import { createCustomer, type Customer } from '../../tools/support/api';
import { checkLedger } from '../../tools/support/ledger-invariants';
import { disputed, openTestOrder, payTestOrder } from '../support/books';
import { useDatabase } from '../support/use';

/** Shares can be withdrawn at once. */
const MATURE = { shareMaturityMs: 0 };

let buyer: Customer;
const db = useDatabase();
beforeEach(async () => {
  buyer = await createCustomer(db, { credits: 0 });
});
afterEach(() => checkLedger(db));

/** A paid order of an Idea Check, or of a contributor's opportunity. */
async function bought(contributor?: string) {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId, ...(contributor && { contributor }) });
  return { orderId, paymentId: (await payTestOrder(db, orderId, {}, MATURE)).paymentId };
}
const credit = async () => {
  const [one] = await db.prisma.entitlement.findMany({ where: { accountId: buyer.accountId } });
  return one!.frozenAt ? 'frozen' : one!.status;
};

test('a lost dispute over a second payment takes neither the credit nor the share of the first', async () => {
  const contributor = await createCustomer(db, { credits: 0 });
  for (const seller of [undefined, contributor.accountId]) {
    const { orderId } = await bought(seller);
    const second = await payTestOrder(db, orderId, {}, MATURE);
    expect(second.settlement).toEqual({ outcome: 'refund', reason: 'duplicate' });
    await disputed(db, { orderId, paymentId: second.paymentId }, 'lost');
  }
  expect(await credit()).toBe('unused');
  expect((await contributorBalance(db.pool, contributor.accountId, 'live'))!.available).toBeGreaterThan(0);
});

test('a dispute that closes late says nothing about another one of the same order that is open', async () => {
  const of = await bought();
  await disputed(db, { ...of, disputeId: 'du_first' }, 'open');
  await disputed(db, { ...of, disputeId: 'du_second' }, 'open');
  await disputed(db, { ...of, disputeId: 'du_first' }, 'won');
  expect(await credit()).toBe('frozen');
  await disputed(db, { ...of, disputeId: 'du_second' }, 'won');
  expect(await credit()).toBe('unused');
});

test('lost takes credit, share and access, won late brings them back, and lost again takes them again', async () => {
  const contributor = await createCustomer(db, { credits: 0 });
  const check = await bought();
  const sale = await bought(contributor.accountId);
  const { opportunityId } = (await loadOrder(db, sale.orderId))!;
  const share = async () => (await contributorBalance(db.pool, contributor.accountId, 'live'))!.available;
  const access = () => readBought(db, { accountId: buyer.accountId, mode: 'live' }, opportunityId!);
  const whole = await share();
  for (const status of ['open', 'lost', 'lost', 'won', 'won', 'open', 'lost', 'won'] as const) {
    await disputed(db, check, status);
    await disputed(db, sale, status);
    expect(await credit()).toBe({ open: 'frozen', lost: 'revoked', won: 'unused' }[status]);
    expect(await share()).toBe(status === 'won' ? whole : 0);
    expect((await access()) === null).toBe(status === 'lost');
  }
});

test('an answer of the provider that arrives late changes nothing: the latest question counts', async () => {
  const of = await bought();
  const before = new Date();
  await disputed(db, of, 'open');
  await disputed(db, of, 'won');
  expect(await disputed(db, of, 'lost', before)).toBe(false);
  expect(await disputed(db, of, 'open', before)).toBe(false);
  expect(await credit()).toBe('unused');
  expect((await loadOrder(db, of.orderId))!.disputes).toMatchObject([{ status: 'won', reason: 'fraudulent' }]);
});

test.each([
  ['open', 'frozen'],
  ['lost', 'revoked'],
  ['won', 'unused'],
] as const)('a dispute that is %s before its payment is settled leaves the credit %s', async (status, left) => {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId });
  const paymentId = `pi_early_${status}`;
  await disputed(db, { orderId, paymentId }, status);
  await payTestOrder(db, orderId, { paymentId }, MATURE);
  expect(await credit()).toBe(left);
});

test('a dispute that is won gives nothing back of a payment that was returned', async () => {
  const of = await bought();
  await disputed(db, of, 'open');
  await transaction(db, (tx) => takeBack(tx, { id: of.paymentId, orderId: of.orderId }));
  await disputed(db, of, 'won');
  expect(await credit()).toBe('revoked');
});

test('states of a dispute that arrive at once leave it in the last one', async () => {
  const of = await bought();
  const at = (offset: number) => new Date(Date.now() + offset);
  await Promise.all([
    disputed(db, of, 'open', at(0)),
    disputed(db, of, 'lost', at(2)),
    disputed(db, of, 'open', at(1)),
    disputed(db, of, 'won', at(3)),
  ]);
  expect((await loadOrder(db, of.orderId))!.disputes).toMatchObject([{ status: 'won' }]);
  expect(await credit()).toBe('unused');
});
