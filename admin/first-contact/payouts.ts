import { jsonOf, Differs, refusal, same, type Assumption } from './assumption';
import { kindOf, MODE, onboarded, SENT, withdrawalOf, type PaymentsContact } from './payments-contact';

/** What the product takes for granted of the payment provider to pay contributors. */
export const PAYOUT_ASSUMPTIONS: readonly Assumption<PaymentsContact>[] = [
  {
    name: 'account',
    says: 'An account of a contributor is made for transfers, with payouts by hand, and a page to enter its details.',
    cure: 'Turn on Connect (Express accounts, losses borne by the platform) in the dashboard; see connected-accounts.ts.',
    async check(contact) {
      const { payments, settings, last } = contact;
      const accountId = `acc_${settings.unique}`;
      const id = await payments.connected.create({
        mode: MODE,
        accountId,
        email: 'first-contact@example.com',
        country: 'US',
      });
      const schedule = jsonOf(last('POST /v1/accounts')) as {
        settings?: { payouts?: { schedule?: { interval?: string } } };
      };
      same('the schedule of payouts', schedule.settings?.payouts?.schedule?.interval, 'manual');
      const account = await payments.connected.retrieve(MODE, id);
      same('country and currency', `${account.country} ${account.currency}`, 'US usd');
      same('payouts before onboarding', account.payoutsEnabled, false);
      const link = { returnUrl: contact.order.successUrl, refreshUrl: contact.order.cancelUrl };
      if (!URL.canParse(await payments.connected.onboardingUrl(MODE, id, link)))
        throw new Differs('no page to onboard');
      contact.connected = id;
      return id;
    },
  },
  {
    name: 'unknown-account',
    says: 'A transfer to an account that is not there names its destination, and its payouts are refused with account_invalid.',
    cure: 'See providers/payments/vendor-errors.ts: a contributor who is gone is told by it.',
    async check({ payments, settings }) {
      const gone = withdrawalOf(settings, 'acct_1FirstContactGone', 'gone');
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
