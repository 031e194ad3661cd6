/** Transfers and payouts of withdrawals: the product's client against the payment stand-in. */
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { eventually } from '../support/eventually';
import { failure, paidOrder, startParts } from './payment-parts';
import { use } from '../support/use';

const parts = use(() => startParts());
afterEach(() => parts.control('faults', undefined, 'DELETE'));

/** A withdrawal to an account that can be paid. */
async function payable(withdrawalId: string, cents: number) {
  const { connected } = parts.payments;
  const terms = { mode: 'live' as const, accountId: `acc_of_${withdrawalId}`, email: 'd@shop.example', country: 'US' };
  const connectedAccountId = await connected.create(terms);
  await parts.control(`accounts/${connectedAccountId}`, { payoutsEnabled: true });
  const amount = { amount: cents, currency: 'usd' as const };
  return { mode: 'live' as const, withdrawalId, connectedAccountId, amount, refusals: 0 };
}

describe('withdrawals', () => {
  test('money goes to the account and from there to the bank, once', async () => {
    await paidOrder(parts, { price: { amount: 19_900, currency: 'usd' } });
    const { connected } = parts.payments;
    const contributor = { mode: 'live' as const, accountId: 'acc_1', email: 'c@shop.example', country: 'US' };
    const connectedAccountId = await connected.create(contributor);
    expect(await connected.create(contributor)).toBe(connectedAccountId);
    const withdrawal = {
      mode: 'live' as const,
      withdrawalId: 'wdr_1',
      connectedAccountId,
      amount: { amount: 1_000, currency: 'usd' as const },
      refusals: 0,
    };
    expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'rejected' });

    const back = { returnUrl: 'http://shop.example/in', refreshUrl: 'http://shop.example/again' };
    const onboarding = await connected.onboardingUrl('live', connectedAccountId, back);
    const done = await fetch(onboarding, { method: 'POST', redirect: 'manual' });
    expect(done.headers.get('location')).toBe(back.returnUrl);
    expect(await connected.retrieve('live', connectedAccountId)).toMatchObject({ payoutsEnabled: true });

    const again = { ...withdrawal, withdrawalId: 'wdr_2' };
    const transfer = await connected.transfer(again);
    expect((await connected.transfer(again)).id).toBe(transfer.id);
    const payout = await connected.payOut(again, again.amount);
    expect((await connected.payOut(again, again.amount)).id).toBe(payout.id);
    expect(payout.status).toBe('pending');
    await eventually('the payout', async () => {
      const { status } = await connected.retrievePayout('live', connectedAccountId, payout.id);
      return status === 'paid';
    });
    await eventually('its event', () => parts.endpoint.types().includes('payout.paid'));
  });

  test('a payout that comes back is failed, and a transfer can be reversed', async () => {
    await paidOrder(parts);
    const { connected } = parts.payments;
    const withdrawal = await payable('wdr_3', 1_000);
    const transfer = await connected.transfer(withdrawal);
    await parts.control('faults', { match: 'payout.*', effect: 'fail_later', times: 1, delayMs: 20 });
    const payout = await connected.payOut(withdrawal, withdrawal.amount);
    await eventually('the return', async () => {
      const { status } = await connected.retrievePayout('live', withdrawal.connectedAccountId, payout.id);
      return status === 'failed';
    });
    expect(parts.endpoint.types()).toContain('payout.paid');
    await connected.reverseTransfer(withdrawal, transfer.id);
    expect(await connected.findTransfer('live', 'wdr_3')).toMatchObject({ reversed: true });
  });
});

test('three attempts at the same time make one transfer and one payout', async () => {
  await paidOrder(parts, { price: { amount: 19_900, currency: 'usd' } });
  const { connected } = parts.payments;
  const withdrawal = await payable('wdr_5', 1_000);
  const atOnce = <T>(attempt: () => Promise<T>) => Promise.all([attempt(), attempt(), attempt()]);
  const made = async (kind: 'transfers' | 'payouts') =>
    (await parts.control('ledger'))[kind].filter((each: { withdrawalId: string }) => each.withdrawalId === 'wdr_5');

  const [transfer] = await atOnce(() => connected.transfer(withdrawal));
  expect(await made('transfers')).toMatchObject([{ id: transfer.id }]);
  await atOnce(() => connected.payOut(withdrawal, withdrawal.amount));
  expect(await made('payouts')).toHaveLength(1);
});

test('a transfer that was refused for lack of money is repeated as refused, until it is requested again', async () => {
  await paidOrder(parts);
  const { connected } = parts.payments;
  const withdrawal = await payable('wdr_4', 5_000_000);
  expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'insufficient_funds' });
  await paidOrder(parts, { price: withdrawal.amount });
  expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'insufficient_funds' });
  const transfer = await connected.transfer({ ...withdrawal, refusals: 1 });
  expect(await connected.findTransfer('live', 'wdr_4')).toEqual(transfer);
});

describe('a 500 that the provider repeats under its key for a day delays money by one attempt, not by a day', () => {
  let connectedAccountId: string;
  let fresh = 0;
  const withdrawal = () => ({
    mode: 'live' as const,
    withdrawalId: `wdr_500_${++fresh}`,
    connectedAccountId,
    amount: { amount: 1_000, currency: 'usd' as const },
    refusals: 0,
  });
  const fail = (match: string) => parts.control('faults', { match, effect: 'error_500', times: 1 });
  const ledgerOf = async (kind: 'transfers' | 'payouts', withdrawalId: string) =>
    (await parts.control('ledger'))[kind].filter(
      (each: { withdrawalId: string }) => each.withdrawalId === withdrawalId,
    );
  beforeAll(async () => {
    await paidOrder(parts, { price: { amount: 19_900, currency: 'usd' } });
    const contributor = { mode: 'live' as const, accountId: 'acc_500', email: 'f@shop.example', country: 'US' };
    connectedAccountId = await parts.payments.connected.create(contributor);
    await parts.control(`accounts/${connectedAccountId}`, { payoutsEnabled: true });
  });

  test('of a transfer', async () => {
    const order = withdrawal();
    await fail('POST /v1/transfers');
    await parts.payments.connected.transfer(order);
    expect(await ledgerOf('transfers', order.withdrawalId)).toHaveLength(1);
  });

  test('of a payout', async () => {
    const order = withdrawal();
    await parts.payments.connected.transfer(order);
    await fail('POST /v1/payouts');
    await parts.payments.connected.payOut(order, order.amount);
    expect(await ledgerOf('payouts', order.withdrawalId)).toHaveLength(1);
  });

  test('of a reversal', async () => {
    const order = withdrawal();
    const { id } = await parts.payments.connected.transfer(order);
    await fail('POST /v1/transfers/*/reversals');
    await parts.payments.connected.reverseTransfer(order, id);
    expect(await ledgerOf('transfers', order.withdrawalId)).toMatchObject([{ status: 'reversed' }]);
  });

  test('of a checkout session', async () => {
    await fail('POST /v1/checkout/sessions');
    const { order, paymentId } = await paidOrder(parts);
    expect((await parts.payments.retrievePayment('live', paymentId)).orderId).toBe(order.orderId);
  });

  test('of a refund', async () => {
    const { order, paymentId } = await paidOrder(parts);
    const request = { orderId: order.orderId, mode: 'live' as const, paymentId, attempt: 1 };
    await fail('POST /v1/refunds');
    const { id } = await parts.payments.refund(request);
    expect((await parts.payments.refund(request)).id).toBe(id);
    const { refunds } = await parts.control('ledger');
    expect(refunds.filter((each: { orderId: string }) => each.orderId === order.orderId)).toHaveLength(1);
  });
});

describe('an account that is disconnected', () => {
  test('is distinguished from a refused key, by every call that needs it', async () => {
    const { connected } = parts.payments;
    const contributor = { mode: 'live' as const, accountId: 'acc_gone', email: 'g@shop.example', country: 'US' };
    const connectedAccountId = await connected.create(contributor);
    await parts.control(`accounts/${connectedAccountId}`, { payoutsEnabled: true });
    const amount = { amount: 1_000, currency: 'usd' as const };
    const order = { mode: 'live' as const, withdrawalId: 'wdr_gone', connectedAccountId, amount, refusals: 0 };
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
    expect(await connected.findTransfer('live', 'wdr_gone')).toMatchObject({ reversed: true });
  });
});

test('the provider transfers no money across a border to an account without the recipient agreement', async () => {
  const authorization = `Bearer ${PAYMENTS_STAND_IN_KEYS.live}`;
  const body = new URLSearchParams({ country: 'DE', 'capabilities[transfers][requested]': 'true' });
  const made = await fetch(`${parts.url}/v1/accounts`, { method: 'POST', headers: { authorization }, body });
  const { id: connectedAccountId } = (await made.json()) as { id: string };
  await parts.control(`accounts/${connectedAccountId}`, { payoutsEnabled: true });
  const amount = { amount: 1_000, currency: 'usd' as const };
  const order = { mode: 'live' as const, withdrawalId: 'wdr_abroad', connectedAccountId, amount, refusals: 0 };
  expect(await failure(parts.payments.connected.transfer(order))).toMatchObject({ kind: 'rejected' });
});
