import type Stripe from 'stripe';
import { PaymentsError, type ConnectedAccounts, type PlatformAccount } from '../../modules/orders/payment-provider';
import { addressKey, writeOnce, type Calls } from './clients';
import { findPayout, listTransfers, payOut, retrieveArrival, reverseTransfer, toPayout, transfer } from './transfers';
import { CAPABILITIES, decided } from './vendor-states';

/** Maximum number of connected accounts in one check, which reads the payout schedule of each. */
const MAX_ACCOUNTS = 200;

/** Connected accounts of contributors: transfers to them, and payouts from them to a bank. */
export function connectedAccounts({ call, create }: Calls): ConnectedAccounts {
  return {
    create: (contributor) => create(contributor.mode, (client, own) => createAccount(client, contributor, own)),
    retrievePlatform: (mode) => create(mode, retrievePlatform),
    onboardingUrl: (mode, account, { returnUrl: return_url, refreshUrl: refresh_url }) =>
      call(mode, async (client) => {
        const type = 'account_onboarding';
        const use_case = { type, [type]: { return_url, refresh_url } };
        return (await client.v2.core.accountLinks.create({ account, use_case })).url;
      }),
    retrieve: (mode, id) => call(mode, (client) => retrieveAccount(client, id)),
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
      call(mode, async (client) => void (await client.payouts.cancel(id, {}, { stripeAccount }))),
    retrievePayout: (mode, stripeAccount, id) =>
      call(mode, async (client) => toPayout(await client.payouts.retrieve(id, {}, { stripeAccount }))),
  };
}

type NewAccount = Parameters<ConnectedAccounts['create']>[0];

/*
 * Creates an account with Accounts v2, the only API for new platforms. Transfers and payouts still use v1.
 * docs/decisions/connected-accounts.md explains why we handle no events about accounts.
 */
async function createAccount(client: Stripe, contributor: NewAccount, deploymentId: string): Promise<string> {
  const find = () => findAccount(client, contributor, deploymentId);
  const { accountId, email, country, replaces } = contributor;
  const id =
    // Look up the account first: the response to an earlier attempt may be lost, and changed parameters change the key.
    (await find()) ??
    (await writeOnce({
      key: `contributor:${accountId}:${country}${addressKey(email)}${replaces ? `:after:${replaces}` : ''}`,
      find,
      make: async (idempotencyKey) =>
        (await client.v2.core.accounts.create(bodyOf(contributor, deploymentId), { idempotencyKey })).id,
      // The platform's profile may have been completed since an earlier refusal.
      pastRefusals: true,
    }));
  // Withdrawals trigger payouts, so the account needs no schedule. Accounts v2 has no parameter for schedules.
  const payouts = { schedule: { interval: 'manual' } };
  await client.balanceSettings.update({ payments: { payouts } }, { stripeAccount: id });
  return id;
}

/** Describes the account as a recipient. Customers cannot pay it, and it can receive cross-border transfers. */
function bodyOf({ accountId, email, country }: NewAccount, deploymentId: string): Stripe.V2.Core.AccountCreateParams {
  return {
    contact_email: email,
    identity: { country },
    dashboard: 'express',
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    metadata: { accountId, deploymentId },
  };
}

/** Finds the contributor's open account by metadata, ignoring the account being replaced. Null if not found. */
async function findAccount(
  client: Stripe,
  { accountId, replaces }: NewAccount,
  deploymentId: string,
): Promise<string | null> {
  for await (const { id, metadata } of listAccounts(client)) {
    if (metadata?.accountId === accountId && metadata.deploymentId === deploymentId && id !== replaces) return id;
  }
  return null;
}

/** Lists contributors' open accounts, across all deployments. */
function listAccounts(client: Stripe): AsyncIterable<Stripe.V2.Core.Account> {
  return client.v2.core.accounts.list({ applied_configurations: ['recipient'], closed: false });
}

async function retrieveAccount(client: Stripe, id: string): ReturnType<ConnectedAccounts['retrieve']> {
  const { closed, identity, defaults, configuration } = await client.v2.core.accounts.retrieve(id, {
    // The response omits these fields by default.
    include: ['configuration.recipient', 'defaults', 'identity'],
  });
  if (closed) throw new PaymentsError('account_gone', `Payment provider: ${id} is closed`);
  const { stripe_transfers: transfers, payouts } = configuration?.recipient?.capabilities?.stripe_balance ?? {};
  return {
    id,
    country: identity?.country?.toUpperCase() ?? '',
    currency: defaults?.currency ?? null,
    payoutsEnabled: [transfers, payouts].every((has) => decided(CAPABILITIES, has?.status, 'unusable') === 'usable'),
  };
}

async function retrievePlatform(client: Stripe, deploymentId: string): Promise<PlatformAccount> {
  const own = await client.accounts.retrieveCurrent();
  const { available, pending } = await client.balance.retrieve();
  const scheduledAccounts: string[] = [];
  let seen = 0;
  for await (const { id: stripeAccount, metadata } of listAccounts(client)) {
    // Skips accounts of other deployments.
    if ((metadata?.deploymentId ?? deploymentId) !== deploymentId) continue;
    const { payments } = await client.balanceSettings.retrieve({}, { stripeAccount });
    if ((payments.payouts?.schedule?.interval ?? 'manual') !== 'manual') scheduledAccounts.push(stripeAccount);
    if (++seen === MAX_ACCOUNTS) break;
  }
  return {
    country: own.country ?? '',
    currencies: [
      ...new Set([own.default_currency ?? '', ...[...available, ...pending].map(({ currency }) => currency)]),
    ],
    payoutInterval: own.settings?.payouts?.schedule?.interval ?? 'manual',
    scheduledAccounts,
  };
}
