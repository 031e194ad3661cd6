/** Withdrawals of contributors whose accounts at the provider are in other countries and currencies than ours. */
import { createContributor, forgetWithdrawal, openConnectedAccount } from '../support/contributors';
import { mailTo } from '../support/mails';
import { clientOf } from '../support/shop';
import { EARNED, usePayouts } from '../support/payouts';

const { shop, contributor, balance, sent, row, account, arrived, inState, bring, paidOut, payoutsOf } = usePayouts({
  settings: { payoutReviewThreshold: 1_000_000, payoutReviewMonthly: 1_000_000 },
});

/** Gives the contributor an account in a country. */
async function living(country: string): Promise<void> {
  contributor.connectedAccountId = await openConnectedAccount(shop.provider, true, country);
  await createContributor(shop.db, {
    balance: 0,
    connectedAccountId: contributor.connectedAccountId,
    of: contributor,
  });
}

test.each([
  ['DE', { amount: 9_200, currency: 'eur' }, '€92.00 ($100.00 of your balance)'],
  ['GB', { amount: 7_900, currency: 'gbp' }, '£79.00 ($100.00 of your balance)'],
  ['US', { amount: 10_000, currency: 'usd' }, 'We sent $100.00 to your bank'],
])('an account in %s is paid what the transfer brought there, in its currency', async (country, payout, words) => {
  await living(country);
  const id = await sent();
  expect(await payoutsOf(id)).toMatchObject([payout]);
  await bring(id, 'paid');
  expect(await inState(id, 'paid')).toMatchObject({ amount: 10_000, currency: 'usd', payout });
  expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 0 });
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: contributor.accountId } });
  expect((await mailTo(shop.mails, email, 'withdrawal-paid')).text).toContain(words);
});

test('money of another currency that the bank sends back is given back in ours, to the cent', async () => {
  await living('GB');
  const id = await sent(12_345);
  await paidOut(id);
  await bring(id, 'failed');
  await inState(id, 'returned');
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
});

test('money that is not available yet waits without an alert, and is paid out once it is', async () => {
  await living('DE');
  const id = await arrived();
  expect((await row(id)).availableAt!.getTime()).toBeGreaterThan(Date.now());
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
  expect(await inState(id, 'processing')).toMatchObject({ payout: { amount: 9_200, currency: 'eur' } });
  expect(await payoutsOf(id)).toEqual([]);
  expect(await shop.db.prisma.alert.count({ where: { subject: id } })).toBe(0);

  await account({ availableAfterMs: 0 });
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
  // The sweep speaks once an hour of one withdrawal; an event speaks at once.
  const { transferId } = await row(id);
  await shop.provider.control('events', { type: 'transfer.created', object: transferId! });
  await paidOut(id);
  expect(await payoutsOf(id)).toHaveLength(1);
});

test('an account abroad is opened under the recipient agreement, one at home is not', async () => {
  const agreement = async (country: string) => {
    const id = await openConnectedAccount(shop.provider, true, country);
    const opened = await shop.provider.control<{ tos_acceptance: unknown }>(`accounts/${id}`, {
      payoutsEnabled: true,
    });
    return opened.tos_acceptance;
  };
  expect(await agreement('DE')).toMatchObject({ service_agreement: 'recipient' });
  expect(await agreement('US')).toMatchObject({ service_agreement: 'full' });
  await living('DE');
  expect(await clientOf(shop.provider).connected.retrieve('live', contributor.connectedAccountId)).toMatchObject({
    country: 'DE',
    currency: 'eur',
  });
});
