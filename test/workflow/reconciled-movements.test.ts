/** Movements of our balance at the provider, and what the ledger has of them. */
import type { BookedObject } from '../../contracts/reconciliation';
import type { BooksQuery } from '../../contracts/payments';
import { CARD_FEES } from '../../stand-ins/payments/fees';
import { readBookmarks } from '../../store/reconciliation/bookmarks';
import { contributorBalance } from '../../store/ledger/read-balances';
import { requestEnd } from '../../store/withdrawals/request-end';
import { settleBreak } from '../../store/reconciliation/settle-break';
import { createContributor, openConnectedAccount, withdraw, withdrawalIn } from '../support/contributors';
import { eventually } from '../support/eventually';
import { checkLedger } from '../support/ledger-invariants';
import { breaksOf, reconcile } from '../support/reconciliation';
import { clientOf, startShop } from '../support/shop';
import { use } from '../support/use';

jest.setTimeout(120_000);

let asked: BooksQuery[] = [];
const shop = use(() =>
  startShop({
    standIn: { openingBalance: 10_000_000, fees: CARD_FEES },
    observe: (payments) => ({
      ...payments,
      books: { ...payments.books, list: (query) => (asked.push(query), payments.books.list(query)) },
    }),
  }),
);
afterEach(() => checkLedger(shop.db, shop.provider));

const moved = (movement: { type: string; amount: number; fee?: number; source?: string | null }) =>
  shop.provider.control<{ id: string }>('balance-transactions', { currency: 'usd', ...movement });
async function bought(): Promise<{ orderId: string; paymentId: string; chargeId: string }> {
  const { body } = await shop.checkout({ product: 'idea_check' });
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled']);
  const charge = (await shop.provider.ledger()).charges.find(({ orderId }) => orderId === body.orderId)!;
  return { orderId: body.orderId, paymentId: charge.paymentIntent, chargeId: charge.id };
}
const alertsAbout = (subject: string) => shop.db.prisma.alert.findMany({ where: { subject } });
async function entered(cause: string) {
  const found = await shop.db.prisma.ledgerTransaction.findMany({ where: { cause }, include: { entries: true } });
  return found.map(({ paymentId, entries }) => ({
    paymentId,
    ...Object.fromEntries(entries.map(({ account, amount }) => [account, amount])),
  }));
}

test('every movement of sales, refunds, disputes and withdrawals agrees with the ledger', async () => {
  await bought();
  const refunded = await bought();
  await clientOf(shop.provider).refund({
    mode: 'live',
    orderId: refunded.orderId,
    paymentId: refunded.paymentId,
    attempt: 1,
  });
  await shop.orderIn(refunded.orderId, ['refunded']);
  const won = await bought();
  const dispute = await shop.provider.control<{ id: string }>('disputes', { paymentIntent: won.paymentId });
  await shop.provider.control(`disputes/${dispute.id}/close`, { outcome: 'won' });
  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { connectedAccountId, balance: 50_000 });
  const paid = await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' });
  await withdrawalIn(shop, contributor, paid.body.withdrawalId, 'paid');
  await shop.provider.fault('payout.created', 'fail_later', 1);
  const reversed = await withdraw(shop.api, contributor, { amount: 20_000, currency: 'usd' });
  await eventually('it has ended', async () => {
    const row = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id: reversed.body.withdrawalId } });
    return row.status === 'returned';
  });
  await eventually('the dispute is won', async () => {
    const row = await shop.db.prisma.dispute.findUnique({ where: { id: dispute.id } });
    return row?.status === 'won';
  });
  asked = [];
  expect(await reconcile(shop)).toMatchObject({ complete: true, openBreaks: 0 });
  expect(asked).toContainEqual(expect.objectContaining({ kind: 'balance_movement', mode: 'live' }));
  expect(await breaksOf(shop, 'missing_entry')).toEqual([]);
  expect(await breaksOf(shop, 'unknown_movement')).toEqual([]);
});

test('an adjustment by the provider is a break with an alert, until an operator settles it', async () => {
  const { id } = await moved({ type: 'adjustment', amount: -1_250 });
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 1 });
  await reconcile(shop);
  const [found, ...others] = await breaksOf(shop, 'unknown_movement');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ status: 'open', kind: 'balance_movement', objectId: id, amount: -1_250 });
  expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
  await settleBreak(shop.db, found!.id, 'a correction that the provider announced');
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
});

test('a type that we do not know is a break, and payouts to our own bank are none', async () => {
  for (const type of ['payout', 'payout_failure', 'topup', 'reserve_transaction'])
    await moved({ type, amount: -5_000 });
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  const { id } = await moved({ type: 'advance', amount: 700 });
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 1 });
  const found = (await breaksOf(shop, 'unknown_movement')).find(({ objectId }) => objectId === id);
  expect(found).toMatchObject({ status: 'open', amount: 700 });
  await settleBreak(shop.db, found!.id, 'of a test');
});

test('a fee that nobody reported is entered once: of the account itself, and of a payment', async () => {
  const { paymentId, chargeId } = await bought();
  const monthly = await moved({ type: 'stripe_fee', amount: -200 });
  const late = await moved({ type: 'charge', amount: 0, fee: 55, source: chargeId });
  await reconcile(shop);
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  expect(await entered(`fee:${monthly.id}`)).toEqual([{ paymentId: null, provider: 200, fees: -200 }]);
  expect(await entered(`fee:${late.id}`)).toEqual([{ paymentId, provider: 55, fees: -55 }]);
});

test('a movement of another amount than the ledger has is a break', async () => {
  const { chargeId, paymentId } = await bought();
  const { id } = await moved({ type: 'charge', amount: 4_800, source: chargeId });
  await reconcile(shop);
  const [found] = await breaksOf(shop, 'amount');
  expect(found).toMatchObject({ status: 'open', objectId: id, paymentId, amount: 4_800 });
  expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
  await settleBreak(shop.db, found!.id, 'of a test');
});

test('a movement that the ledger lacks is entered by the workflow that owns it, and the break closes', async () => {
  const { orderId, paymentId } = await bought();
  for (const event of ['refund.created', 'refund.updated', 'charge.refunded'])
    await shop.provider.fault(event, 'drop_event', 1);
  const { id, total } = await clientOf(shop.provider).refund({
    mode: 'live',
    orderId,
    paymentId,
    attempt: 1,
  });
  // Kept by us, and not in our books.
  await shop.db.prisma.refund.create({
    data: {
      id,
      mode: 'live',
      paymentId,
      orderId,
      ...total,
      status: 'succeeded',
      origin: 'ours',
      createdAt: new Date(),
    },
  });
  await reconcile(shop);
  await shop.orderIn(orderId, ['refunded']);
  expect(await entered(`refund:${id}`)).toHaveLength(1);
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  // A sweep can be faster than the run: then there was no break.
  const open = (await breaksOf(shop, 'missing_entry')).filter(({ status }) => status !== 'matched');
  expect(open).toEqual([]);
});

test('money that was reversed by hand after its payout is a break that names the withdrawal', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { connectedAccountId, balance: 50_000 });
  const { withdrawalId } = (await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' })).body;
  await withdrawalIn(shop, contributor, withdrawalId, 'paid');
  // Money of another one is at the account, which the provider takes.
  await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 86_400_000 });
  const other = (await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' })).body.withdrawalId;
  const row = (id: string) => shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
  await eventually('it has arrived', async () => (await row(other)).availableAt !== null);
  const { transferId } = await row(withdrawalId);
  await shop.provider.control(`transfers/${transferId}/reverse`, { amount: 4_000 });
  await reconcile(shop);
  const open = (await breaksOf(shop, 'missing_entry')).filter(({ status }) => status === 'open');
  expect(open).toMatchObject([{ kind: 'balance_movement', withdrawalId, amount: 4_000 }]);
  for (const { id } of open) await settleBreak(shop.db, id, 'of a test');
  await requestEnd(shop.db, other, { how: 'write_off', reason: 'of a test' });
  await withdrawalIn(shop, contributor, other, 'failed');
});

test('movements are read page by page to the end', async () => {
  for (let i = 0; i < 110; i++) await moved({ type: 'topup', amount: 1 });
  asked = [];
  await reconcile(shop);
  const pages = asked.filter(({ kind, mode }) => kind === 'balance_movement' && mode === 'live');
  expect(pages.map(({ after }) => after).slice(0, 2)).toEqual([null, expect.stringMatching(/^txn_/)]);
});

test('a transfer that we believe made and the provider does not have is a break', async () => {
  const contributor = await createContributor(shop.db, {
    connectedAccountId: await openConnectedAccount(shop.provider),
  });
  const { accountId } = contributor;
  const before = await contributorBalance(shop.db.pool, accountId, 'live');
  const row = { accountId, mode: 'live', amount: 7_000, currency: 'usd', review: false, status: 'failed' };
  await shop.db.prisma.withdrawal.create({ data: { ...row, id: 'wdr_of_a_test', transferId: 'tr_invented' } });
  await reconcile(shop);
  const [found] = await breaksOf(shop, 'missing_at_provider');
  const fields: Partial<BookedObject> = { kind: 'transfer', withdrawalId: 'wdr_of_a_test' };
  expect(found).toMatchObject({ ...fields, status: 'open', objectId: 'tr_invented', amount: 7_000 });
  expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
  expect(await contributorBalance(shop.db.pool, accountId, 'live')).toEqual(before);
  await settleBreak(shop.db, found!.id, 'of a test');
});

test('before a transfer only what no reconciliation has compared is read', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { connectedAccountId, balance: 50_000 });
  await reconcile(shop);
  const bookmark = (await readBookmarks(shop.db)).get('live')!;
  asked = [];
  const { body } = await withdraw(shop.api, contributor, { amount: 1_000, currency: 'usd' });
  await eventually('its transfers were read', () => asked.some((query) => query.connectedAccountId));
  const [query] = asked.filter((each) => each.connectedAccountId);
  expect(query).toMatchObject({ kind: 'transfer', connectedAccountId });
  expect(query!.from.getTime()).toBe(bookmark.getTime() - 86_400_000);
  await withdrawalIn(shop, contributor, body.withdrawalId, 'paid');
});
