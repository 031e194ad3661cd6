/** Withdrawals of contributors whose accounts at the provider are in other countries and currencies than ours. */
import { contributorBalance } from '../../store/ledger/read-balances';
import type { Customer } from '../../tools/support/api';
import {
  advancePayoutTo,
  createContributor,
  forgetWithdrawal,
  openConnectedAccount,
  withdraw,
  withdrawalIn,
} from '../../tools/support/contributors';
import { eventually } from '../../tools/support/eventually';
import { checkLedger } from '../../tools/support/ledger-invariants';
import { mailTo } from '../../tools/support/mails';
import { checkMoney } from '../../tools/support/money-invariants';
import { clientOf } from '../../tools/support/shop';
import { useShop } from '../support/use';

/** What the contributor has earned, and can withdraw. */
const EARNED = 41_930;
const A_DAY_MS = 86_400_000;

let connectedAccountId: string;
let contributor: Customer;
// Payouts move only when the test moves them.
const shop = useShop({
  standIn: { payoutStepMs: 3_600_000, openingBalance: 10_000_000 },
  settings: { payoutReviewThreshold: 1_000_000, payoutReviewMonthly: 1_000_000 },
});
afterEach(async () => {
  await checkLedger(shop.db, shop.provider);
  await checkMoney(shop.db, shop.provider);
});

async function living(country: string): Promise<void> {
  connectedAccountId = await openConnectedAccount(shop.provider, true, country);
  contributor = await createContributor(shop.db, { balance: EARNED, connectedAccountId });
}
const balance = () => contributorBalance(shop.db.pool, contributor.accountId, 'live');
const requested = async (amount = 10_000) =>
  (await withdraw(shop.api, contributor, { amount, currency: 'usd' })).body.withdrawalId;
const inState = (id: string, status: string) => withdrawalIn(shop, contributor, id, status);
const payoutsOf = async (id: string) =>
  (await shop.provider.ledger()).payouts.filter(({ withdrawalId }) => withdrawalId === id);

test.each([
  ['DE', { amount: 9_200, currency: 'eur' }, '€92.00 ($100.00 of your balance)'],
  ['GB', { amount: 7_900, currency: 'gbp' }, '£79.00 ($100.00 of your balance)'],
  ['US', { amount: 10_000, currency: 'usd' }, 'We sent $100.00 to your bank'],
])('an account in %s is paid what the transfer brought there, in its currency', async (country, payout, words) => {
  await living(country);
  const id = await requested();
  await inState(id, 'in_transit');
  expect(await payoutsOf(id)).toMatchObject([payout]);
  await advancePayoutTo(shop.provider, id, 'paid');
  expect(await inState(id, 'paid')).toMatchObject({ amount: 10_000, currency: 'usd', payout });
  expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 0 });
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: contributor.accountId } });
  expect((await mailTo(shop.mails, email, 'withdrawal-paid')).text).toContain(words);
});

test('money of another currency that the bank sends back is given back in ours, to the cent', async () => {
  await living('GB');
  const id = await requested(12_345);
  await inState(id, 'in_transit');
  await advancePayoutTo(shop.provider, id, 'paid');
  await inState(id, 'paid');
  await advancePayoutTo(shop.provider, id, 'failed');
  await inState(id, 'returned');
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
});

test('money that is not available yet waits without an alert, and is paid out once it is', async () => {
  await living('DE');
  await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: A_DAY_MS });
  const id = await requested();
  await eventually('the money has arrived', async () => {
    const { availableAt } = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
    return availableAt !== null && availableAt > new Date();
  });
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
  expect(await inState(id, 'processing')).toMatchObject({ payout: { amount: 9_200, currency: 'eur' } });
  expect(await payoutsOf(id)).toEqual([]);
  expect(await shop.db.prisma.alert.count({ where: { subject: id } })).toBe(0);

  await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 0 });
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
  // The sweep speaks once an hour of one withdrawal; an event speaks at once.
  const { transferId } = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
  await shop.provider.control('events', { type: 'transfer.created', object: transferId! });
  await inState(id, 'in_transit');
  await advancePayoutTo(shop.provider, id, 'paid');
  await inState(id, 'paid');
  expect(await payoutsOf(id)).toHaveLength(1);
});

test('an account abroad is opened under the recipient agreement, one at home is not', async () => {
  const agreement = async (country: string) => {
    const id = await openConnectedAccount(shop.provider, true, country);
    const account = await shop.provider.control<{ tos_acceptance: unknown }>(`accounts/${id}`, {
      payoutsEnabled: true,
    });
    return account.tos_acceptance;
  };
  expect(await agreement('DE')).toMatchObject({ service_agreement: 'recipient' });
  expect(await agreement('US')).toMatchObject({ service_agreement: 'full' });
  await living('DE');
  expect(await clientOf(shop.provider).connected.retrieve('live', connectedAccountId)).toMatchObject({
    country: 'DE',
    currency: 'eur',
  });
});
