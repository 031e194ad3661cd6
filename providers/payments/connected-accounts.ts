import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import { isCrossBorder } from '../../domain/payout-regions';
import type { Clients } from './keys';
import type { ConnectedAccounts, PlatformAccount } from '../../contracts/payments';
import { findPayout, listTransfers, payOut, retrieveArrival, reverseTransfer, toPayout, transfer } from './transfers';
import { translated } from './vendor-errors';

/** Bound on the connected accounts of one check. */
const MAX_ACCOUNTS = 1_000;

/** Connected accounts of contributors: transfers to them, and payouts from them to a bank. */
export function connectedAccounts(clients: Clients, deploymentId: () => Promise<string>): ConnectedAccounts {
  const call = <T>(mode: Mode, make: (client: Stripe) => Promise<T>) => translated(() => make(clients.of(mode)));
  const create = <T>(mode: Mode, make: (client: Stripe, deploymentId: string) => Promise<T>) =>
    translated(async () => make(clients.of(mode), await deploymentId()));
  return {
    create: (contributor) => create(contributor.mode, (client, own) => createAccount(client, contributor, own)),

    retrievePlatform: (mode) => create(mode, retrievePlatform),

    onboardingUrl: (mode, account, { returnUrl, refreshUrl }) =>
      call(mode, async (client) => {
        const link = { account, type: 'account_onboarding', return_url: returnUrl, refresh_url: refreshUrl } as const;
        return (await client.accountLinks.create(link)).url;
      }),

    retrieve: (mode, id) =>
      call(mode, async (client) => {
        const account = await client.accounts.retrieve(id);
        return {
          id,
          country: account.country ?? '',
          currency: account.default_currency ?? '',
          payoutsEnabled: account.payouts_enabled,
          detailsSubmitted: account.details_submitted,
        };
      }),

    transfer: (withdrawal) => create(withdrawal.mode, (client, own) => transfer(client, withdrawal, own)),

    findTransfer: (mode, withdrawalId) =>
      call(mode, async (client) => {
        const transfers = await listTransfers(client, withdrawalId);
        return transfers.find(({ reversed }) => !reversed) ?? transfers[0] ?? null;
      }),

    listTransfers: (mode, withdrawalId) => call(mode, (client) => listTransfers(client, withdrawalId)),

    reverseTransfer: (withdrawal, transferId) =>
      create(withdrawal.mode, (client, own) => reverseTransfer(client, withdrawal, transferId, own)),

    retrieveArrival: (withdrawal, transferId) =>
      call(withdrawal.mode, (client) => retrieveArrival(client, withdrawal, transferId)),

    payOut: (withdrawal, money) => create(withdrawal.mode, (client, own) => payOut(client, withdrawal, money, own)),

    findPayout: (withdrawal) => call(withdrawal.mode, (client) => findPayout(client, withdrawal)),

    cancelPayout: (mode, stripeAccount, id) =>
      call(mode, async (client) => {
        await client.payouts.cancel(id, {}, { stripeAccount });
      }),

    retrievePayout: (mode, stripeAccount, id) =>
      call(mode, async (client) => toPayout(await client.payouts.retrieve(id, {}, { stripeAccount }))),
  };
}

async function createAccount(
  client: Stripe,
  { accountId, email, country, replaces }: Parameters<ConnectedAccounts['create']>[0],
  deploymentId: string,
): Promise<string> {
  const platform = await client.accounts.retrieveCurrent();
  // Transfers across the border reach recipient accounts only; at home the provider refuses that agreement.
  const abroad = isCrossBorder(platform.country ?? country, country);
  const account = await client.accounts.create(
    {
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        stripe_dashboard: { type: 'express' },
      },
      country,
      email,
      capabilities: { transfers: { requested: true } },
      ...(abroad && { tos_acceptance: { service_agreement: 'recipient' } }),
      // Payouts follow withdrawals, not a schedule.
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { accountId, deploymentId },
    },
    { idempotencyKey: `contributor:${accountId}${replaces ? `:after:${replaces}` : ''}` },
  );
  return account.id;
}

async function retrievePlatform(client: Stripe, deploymentId: string): Promise<PlatformAccount> {
  const own = await client.accounts.retrieveCurrent();
  const { available, pending } = await client.balance.retrieve();
  const scheduledAccounts: string[] = [];
  let seen = 0;
  for await (const { id, settings, metadata } of client.accounts.list({ limit: 100 })) {
    // Accounts of another deployment are its own business.
    const ours = (metadata?.deploymentId ?? deploymentId) === deploymentId;
    if (ours && intervalOf(settings) !== 'manual') scheduledAccounts.push(id);
    if (++seen === MAX_ACCOUNTS) break;
  }
  return {
    country: own.country ?? '',
    currencies: [
      ...new Set([own.default_currency ?? '', ...[...available, ...pending].map(({ currency }) => currency)]),
    ],
    payoutInterval: intervalOf(own.settings),
    scheduledAccounts,
  };
}

function intervalOf(settings: Stripe.Account['settings']): string {
  return settings?.payouts?.schedule?.interval ?? 'manual';
}
