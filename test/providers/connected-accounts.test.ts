/** Transfers and payouts of withdrawals: the product's client against the payment stand-in. */
import { use } from '../support/use';
import { failure, paidOrder, startParts } from './payment-parts';

const parts = use(() => startParts());
beforeAll(() => paidOrder(parts, { price: { amount: 99_900, currency: 'usd' } }));
afterEach(() => parts.control('faults', undefined, 'DELETE'));

let made = 0;
/** A withdrawal to a new account that can be paid. */
async function payable(cents = 1_000) {
  const withdrawalId = `wdr_${++made}`;
  const contributor = { mode: 'live' as const, accountId: `acc_${made}`, email: 'd@shop.example', country: 'US' };
  const connectedAccountId = await parts.payments.connected.create(contributor);
  await parts.control(`accounts/${connectedAccountId}`, { payoutsEnabled: true });
  const amount = { amount: cents, currency: 'usd' as const };
  return { mode: 'live' as const, withdrawalId, connectedAccountId, amount, refusals: 0 };
}
const ledgerOf = async (kind: 'transfers' | 'payouts', withdrawalId: string) =>
  (await parts.control('ledger'))[kind].filter((each: { withdrawalId: string }) => each.withdrawalId === withdrawalId);

test('three attempts at once make one transfer and one payout', async () => {
  const { connected } = parts.payments;
  const withdrawal = await payable();
  const atOnce = <T>(attempt: () => Promise<T>) => Promise.all([attempt(), attempt(), attempt()]);
  const [transfer] = await atOnce(() => connected.transfer(withdrawal));
  expect(await ledgerOf('transfers', withdrawal.withdrawalId)).toMatchObject([{ id: transfer.id }]);
  await atOnce(() => connected.payOut(withdrawal, withdrawal.amount));
  expect(await ledgerOf('payouts', withdrawal.withdrawalId)).toHaveLength(1);
});

test('a transfer refused for lack of money stays refused until it is requested again', async () => {
  const { connected } = parts.payments;
  const withdrawal = await payable(5_000_000);
  expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'insufficient_funds' });
  await paidOrder(parts, { price: withdrawal.amount });
  expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'insufficient_funds' });
  const transfer = await connected.transfer({ ...withdrawal, refusals: 1 });
  expect(await connected.findTransfer('live', withdrawal.withdrawalId)).toEqual(transfer);
});

test('a 500 that the provider repeats under its key delays no money', async () => {
  const { connected } = parts.payments;
  const withdrawal = await payable();
  const fail = (match: string) => parts.control('faults', { match, effect: 'error_500', times: 1 });
  await fail('POST /v1/transfers');
  const { id } = await connected.transfer(withdrawal);
  await fail('POST /v1/payouts');
  await connected.payOut(withdrawal, { amount: 1, currency: 'usd' });
  expect(await ledgerOf('payouts', withdrawal.withdrawalId)).toHaveLength(1);
  const other = await payable();
  const second = await connected.transfer(other);
  await fail('POST /v1/transfers/*/reversals');
  await connected.reverseTransfer(other, second.id);
  expect(await ledgerOf('transfers', other.withdrawalId)).toMatchObject([{ status: 'reversed' }]);
  expect(await ledgerOf('transfers', withdrawal.withdrawalId)).toMatchObject([{ id, status: 'paid' }]);
});

test('a disconnected account is distinguished from a refused key by every call', async () => {
  const { connected } = parts.payments;
  const order = await payable();
  const { connectedAccountId, amount, withdrawalId } = order;
  const { id } = await connected.transfer(order);
  await parts.control(`accounts/${connectedAccountId}`, { deauthorized: true });
  for (const call of [
    connected.retrieve('live', connectedAccountId),
    connected.transfer({ ...order, withdrawalId: 'wdr_gone_too' }),
    connected.retrieveArrival(order, id),
    connected.payOut(order, amount),
    connected.retrievePayout('live', connectedAccountId, 'po_any'),
    connected.cancelPayout('live', connectedAccountId, 'po_any'),
  ]) {
    expect(await failure(call)).toMatchObject({ kind: 'account_gone' });
  }
  await connected.reverseTransfer(order, id);
  expect(await connected.findTransfer('live', withdrawalId)).toMatchObject({ reversed: true });
});

test('no transfer crosses a border to an account without the recipient agreement', async () => {
  const { id } = await parts.api('/v1/accounts', { country: 'DE', 'capabilities[transfers][requested]': 'true' });
  await parts.control(`accounts/${id}`, { payoutsEnabled: true });
  const order = { ...(await payable()), withdrawalId: 'wdr_abroad', connectedAccountId: id as string };
  expect(await failure(parts.payments.connected.transfer(order))).toMatchObject({ kind: 'rejected' });
});
