import type Stripe from 'stripe';
import { WebhookRefused } from '../../modules/orders/payment-provider';
import { isCrossBorder } from '../../modules/payouts/rules';
import { HANDLED_EVENTS } from '../../vendors/payments/webhook-events';
import { jsonOf, Differs, refusal, same, made, Unknown, type Assumption } from './assumption';
import {
  kindOf,
  MODE,
  onboarded,
  SENT,
  withdrawalOf,
  askProvider,
  until,
  type PaymentsContact,
} from './payments-contact';

export const PAYOUT_ASSUMPTIONS: readonly Assumption<PaymentsContact>[] = [
  {
    name: 'account',
    says: 'A contributor account in our country is created once, with transfer and payout capabilities, manual payouts and an onboarding page.',
    cure: 'Complete the Connect setup in the dashboard (recipients, Express dashboard, platform liable for losses). See connected-accounts.ts.',
    async check(contact) {
      const { country } = await contact.payments.connected.retrievePlatform(MODE);
      return (contact.connected = await openAccount(contact, `acc_${contact.settings.unique}`, country));
    },
  },
  {
    name: 'account-abroad',
    says: 'A contributor account in another country (cross-border payouts) is created the same way.',
    cure: "Contributors there cannot be paid. The reason is in the provider's dashboard under Developers, Logs.",
    async check(contact) {
      const { country } = await contact.payments.connected.retrievePlatform(MODE);
      const abroad = isCrossBorder(country, 'DE') ? 'DE' : 'US';
      const id = await openAccount(contact, `acc_${contact.settings.unique}_abroad`, abroad);
      return `${id}, in ${abroad} for a platform in ${country}`;
    },
  },
  {
    name: 'unknown-account',
    says: 'A missing account is not found, a transfer to it fails because of its destination, and its payouts are refused with account_invalid.',
    cure: 'See vendors/payments/clients.ts: this detects closed contributor accounts.',
    async check({ payments, settings }) {
      const gone = withdrawalOf(settings, 'acct_1FirstContactGone', 'gone');
      kindOf(await refusal('the account', payments.connected.retrieve(MODE, gone.connectedAccountId)), 'account_gone');
      kindOf(await refusal('the transfer', payments.connected.transfer(gone)), 'account_gone');
      return kindOf(await refusal('its payouts', payments.connected.findPayout(gone)), 'account_gone');
    },
  },
  {
    name: 'transfer',
    says: 'A transfer reaches the account once, is found by its transfer group, credits the account, and can be reversed in full.',
    cure: 'See vendors/payments/transfers.ts: withdrawals depend on it.',
    async check(contact) {
      const { payments, settings, last } = contact;
      const account = await onboarded(contact);
      const { connected } = payments;
      same('payable', (await connected.retrieve(MODE, account)).payoutsEnabled, true);
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
    says: 'A payout of a connected account is created, is found by its metadata, and has a state and an arrival date.',
    cure: 'See vendors/payments/transfers.ts, payOut.',
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

/** Opens a contributor account the way `contributors add` does. @throws Differs if the product could not use it */
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
  same('payable before onboarding', account.payoutsEnabled, false);
  const { configuration } = jsonOf(last('GET /v2/core/accounts/{id}')) as unknown as Stripe.V2.Core.Account;
  const { stripe_transfers: transfers, payouts } = configuration?.recipient?.capabilities?.stripe_balance ?? {};
  if (!transfers || !payouts) throw new Differs('transfers or payouts are not among its capabilities');
  const back = { returnUrl: order.successUrl, refreshUrl: order.cancelUrl };
  if (!URL.canParse(await connected.onboardingUrl(MODE, id, back))) throw new Differs('no page to onboard');
  return id;
}

export const WEBHOOK_ASSUMPTIONS: readonly Assumption<PaymentsContact>[] = [
  {
    name: 'webhook',
    says: 'The webhook of the expired session has a valid signature, and a changed webhook is rejected.',
    cure: 'Set STRIPE_WEBHOOK_SECRETS_TEST to the secret of this endpoint; see vendors/payments/webhook-events.ts.',
    async check({ settings, payments, session, received }) {
      if (settings.listen === null)
        throw new Unknown(
          'Run `stripe listen --forward-to 127.0.0.1:4242` in another shell, set STRIPE_WEBHOOK_SECRETS_TEST to the secret that it prints, and add --listen 4242.',
        );
      const { id } = made(session, 'payments session');
      const mine = await until(settings, () =>
        received.find(({ body }) => body.includes(id) && body.includes('session.expired')),
      );
      if (!mine) throw new Differs(`no webhook of ${id} arrived within ${settings.waitsMs / 1_000} s`);
      const event = payments.verifyWebhook(mine.body, mine.signature);
      same('what it is about', `${event?.about} ${event?.objectId}`, `session ${id}`);
      const forged = await refusal(
        'a changed webhook',
        Promise.resolve().then(() => payments.verifyWebhook(`${mine.body} `, mine.signature)),
      );
      same('the refusal', forged instanceof WebhookRefused ? forged.reason : forged, 'signature');
      return 'signed and verified';
    },
  },
  {
    name: 'endpoint',
    says: 'The webhook endpoint gets all events that we handle. It answered 2xx to the event of the expired session, so it accepted the signature.',
    cure: 'Fix the endpoint in the dashboard (docs/operations.md, Payments). Its answers are shown under Event deliveries.',
    async check({ settings, session }) {
      const urls = await endpoints(settings);
      const { id } = made(session, 'payments session');
      const event = await until(settings, async () => {
        const found = await eventAbout(settings, id);
        return found?.pending_webhooks === 0 ? found : undefined;
      });
      if (!event)
        throw new Unknown(
          `An endpoint has not answered 2xx within ${settings.waitsMs / 1_000} s. If there are several, see Event deliveries in the dashboard to find out which.`,
        );
      return `${event.type} was accepted by ${urls.join(', ')}`;
    },
  },
];

type Endpoint = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

/** URLs of the enabled endpoints. @throws Unknown if there are none, Differs if they miss an event that we handle */
async function endpoints(settings: PaymentsContact['settings']): Promise<string[]> {
  const { endpoint } = settings;
  const answer = await askProvider(settings, '/v1/webhook_endpoints?limit=100');
  if (answer.status === 403)
    throw new Unknown('The key may not read webhook endpoints. Allow it, or check Event deliveries in the dashboard.');
  const { data } = (await answer.json()) as { data: Endpoint[] };
  // Several endpoints can match, because those for our account and for connected accounts share one URL.
  const ours = data.filter(({ url, status }) => status === 'enabled' && (endpoint === null || url === endpoint));
  if (ours.length === 0)
    throw new Unknown(
      `No endpoint is enabled in test mode${endpoint ? ` at ${endpoint}` : ''}: create it, then try again.`,
    );
  const subscribed = new Set(ours.flatMap((each) => each.enabled_events));
  const missing = HANDLED_EVENTS.filter((type) => !subscribed.has('*') && !subscribed.has(type));
  if (missing.length > 0) throw new Differs(`it does not get ${missing.join(', ')}`);
  return [...new Set(ours.map(({ url }) => url))];
}

async function eventAbout(settings: PaymentsContact['settings'], sessionId: string): Promise<Stripe.Event | undefined> {
  const answer = await askProvider(settings, '/v1/events?types[]=checkout.session.expired&limit=20');
  const { data } = (await answer.json()) as { data: Stripe.Event[] };
  return data.find(({ data: { object } }) => (object as { id?: string }).id === sessionId);
}
