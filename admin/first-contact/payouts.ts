import type Stripe from 'stripe';
import { isCrossBorder } from '../../domain/withdrawals';
import { jsonOf, Differs, refusal, same, type Assumption } from './assumption';
import { kindOf, MODE, onboarded, SENT, withdrawalOf, type PaymentsContact } from './payments-contact';

/** What the product takes for granted of the payment provider to pay contributors. */
export const PAYOUT_ASSUMPTIONS: readonly Assumption<PaymentsContact>[] = [
  {
    name: 'account',
    says: 'An account of a contributor is made once in our own country, can be asked to be paid, has payouts by hand, and a page to enter its details.',
    cure: 'Complete Connect in the dashboard (recipients, an Express dashboard, losses borne by the platform); see connected-accounts.ts.',
    async check(contact) {
      const { country } = await contact.payments.connected.retrievePlatform(MODE);
      return (contact.connected = await openAccount(contact, `acc_${contact.settings.unique}`, country));
    },
  },
  {
    name: 'account-abroad',
    says: 'So is an account in another country, to which money crosses a border.',
    cure: "Contributors there cannot be paid. The provider's words are in its dashboard under Developers, Logs.",
    async check(contact) {
      const { country } = await contact.payments.connected.retrievePlatform(MODE);
      const abroad = isCrossBorder(country, 'DE') ? 'DE' : 'US';
      const id = await openAccount(contact, `acc_${contact.settings.unique}_abroad`, abroad);
      return `${id}, in ${abroad} for a platform in ${country}`;
    },
  },
  {
    name: 'unknown-account',
    says: 'An account that is not there is not found, a transfer to it names its destination, and its payouts are refused with account_invalid.',
    cure: 'See providers/payments/clients.ts: a contributor who is gone is told by it.',
    async check({ payments, settings }) {
      const gone = withdrawalOf(settings, 'acct_1FirstContactGone', 'gone');
      kindOf(await refusal('the account', payments.connected.retrieve(MODE, gone.connectedAccountId)), 'account_gone');
      kindOf(await refusal('the transfer', payments.connected.transfer(gone)), 'account_gone');
      return kindOf(await refusal('its payouts', payments.connected.findPayout(gone)), 'account_gone');
    },
  },
  {
    name: 'transfer',
    says: 'A transfer reaches the account once, is found by its group, brings money that is booked there, and is taken back whole.',
    cure: 'See providers/payments/transfers.ts: withdrawals rest on it.',
    async check(contact) {
      const { payments, settings, last } = contact;
      const account = await onboarded(contact);
      const { connected } = payments;
      same('that it can be paid', (await connected.retrieve(MODE, account)).payoutsEnabled, true);
      const withdrawal = withdrawalOf(settings, account, 'back');
      const transfer = await connected.transfer(withdrawal);
      same('the destination', transfer.destination, account);
      same('the transfer of a second call', (await connected.transfer(withdrawal)).id, transfer.id);
      same(
        'the currency that arrived',
        (await connected.retrieveArrival(withdrawal, transfer.id)).money.currency,
        'usd',
      );
      await connected.reverseTransfer(withdrawal, transfer.id);
      same('the transfer, reversed', (await connected.findTransfer(MODE, withdrawal.withdrawalId))?.reversed, true);
      same('the reversal', jsonOf(last('POST /v1/transfers/{id}/reversals'))['amount'], SENT.amount);
      return transfer.id;
    },
  },
  {
    name: 'payout',
    says: 'A payout of a connected account is made, found by its metadata, and has a state and a day.',
    cure: 'See providers/payments/transfers.ts, payOut.',
    async check(contact) {
      const { payments, settings } = contact;
      const account = await onboarded(contact);
      const withdrawal = withdrawalOf(settings, account, 'out');
      await payments.connected.transfer(withdrawal);
      const payout = await payments.connected.payOut(withdrawal, { ...SENT });
      same('the payout that is found', (await payments.connected.findPayout(withdrawal))?.id, payout.id);
      const seen = await payments.connected.retrievePayout(MODE, account, payout.id);
      same('the state', ['pending', 'in_transit', 'paid'].includes(seen.status), true);
      same('the amount', seen.total.amount, SENT.amount);
      return `${payout.id}, ${seen.status}`;
    },
  },
];

/** Opens the account of a contributor as `contributors add` does. @throws Differs if it is not as the product needs it */
async function openAccount(
  { payments: { connected }, order, last }: PaymentsContact,
  accountId: string,
  country: string,
): Promise<string> {
  const contributor = { mode: MODE, accountId, email: 'first-contact@example.com', country };
  const id = await connected.create(contributor);
  const { payments } = jsonOf(last('POST /v1/balance_settings')) as unknown as Stripe.BalanceSettings;
  same('the schedule of payouts', payments.payouts?.schedule?.interval, 'manual');
  same('the account of a second call', await connected.create(contributor), id);
  const account = await connected.retrieve(MODE, id);
  same('the country', account.country, country);
  same('that it can be paid before onboarding', account.payoutsEnabled, false);
  const { configuration } = jsonOf(last('GET /v2/core/accounts/{id}')) as unknown as Stripe.V2.Core.Account;
  const { stripe_transfers: transfers, payouts } = configuration?.recipient?.capabilities?.stripe_balance ?? {};
  if (!transfers || !payouts) throw new Differs('transfers or payouts are not among its capabilities');
  const back = { returnUrl: order.successUrl, refreshUrl: order.cancelUrl };
  if (!URL.canParse(await connected.onboardingUrl(MODE, id, back))) throw new Differs('no page to onboard');
  return id;
}
