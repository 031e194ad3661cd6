/** What moves the money of withdrawals, over the product's client of the payment provider against its stand-in. */
import { eventually } from '../support/eventually';
import { failure, paidOrder, startParts, type Parts } from './payment-parts';

let parts: Parts;
beforeAll(async () => {
  parts = await startParts();
});
afterAll(() => parts.close());
afterEach(() => parts.control('faults', undefined, 'DELETE'));

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
    const payout = await connected.payOut(again);
    expect((await connected.payOut(again)).id).toBe(payout.id);
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
    const connectedAccountId = await connected.create({
      mode: 'live',
      accountId: 'acc_2',
      email: 'd@shop.example',
      country: 'US',
    });
    await parts.control(`accounts/${connectedAccountId}`, { payoutsEnabled: true });
    const amount = { amount: 1_000, currency: 'usd' as const };
    const withdrawal = { mode: 'live' as const, withdrawalId: 'wdr_3', connectedAccountId, amount, refusals: 0 };
    const transfer = await connected.transfer(withdrawal);
    await parts.control('faults', { match: 'payout.*', effect: 'fail_later', times: 1, delayMs: 20 });
    const payout = await connected.payOut(withdrawal);
    await eventually('the return', async () => {
      const { status } = await connected.retrievePayout('live', connectedAccountId, payout.id);
      return status === 'failed';
    });
    expect(parts.endpoint.types()).toContain('payout.paid');
    await connected.reverseTransfer(withdrawal, transfer.id);
    expect(await connected.findTransfer('live', 'wdr_3')).toMatchObject({ reversed: true });
  });
});

test('a transfer that was refused for want of money is repeated as refused, until it is asked for anew', async () => {
  await paidOrder(parts);
  const { connected } = parts.payments;
  const connectedAccountId = await connected.create({
    mode: 'live',
    accountId: 'acc_4',
    email: 'e@shop.example',
    country: 'US',
  });
  await parts.control(`accounts/${connectedAccountId}`, { payoutsEnabled: true });
  const amount = { amount: 5_000_000, currency: 'usd' as const };
  const withdrawal = { mode: 'live' as const, withdrawalId: 'wdr_4', connectedAccountId, amount, refusals: 0 };
  expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'insufficient_funds' });
  await paidOrder(parts, { price: amount });
  expect(await failure(connected.transfer(withdrawal))).toMatchObject({ kind: 'insufficient_funds' });
  const transfer = await connected.transfer({ ...withdrawal, refusals: 1 });
  expect(await connected.findTransfer('live', 'wdr_4')).toEqual(transfer);
});
