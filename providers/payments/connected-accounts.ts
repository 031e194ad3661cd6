import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import type { Clients } from './keys';
import type { ConnectedAccounts, Payout, Transfer, WithdrawalOrder } from './payments';
import { translated } from './vendor-errors';

const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

/** Accounts of contributors, and the way of their money: transfer to the account, then payout from it to the bank. */
export function connectedAccounts(clients: Clients): ConnectedAccounts {
  const call = <T>(mode: Mode, make: (client: Stripe) => Promise<T>) => translated(() => make(clients.of(mode)));
  return {
    create: ({ mode, accountId, email, country }) =>
      call(mode, async (client) => {
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
            // A withdrawal says when money goes out, not a calendar.
            settings: { payouts: { schedule: { interval: 'manual' } } },
            metadata: { accountId },
          },
          { idempotencyKey: `contributor:${accountId}` },
        );
        return account.id;
      }),

    onboardingUrl: (mode, account, { returnUrl, refreshUrl }) =>
      call(mode, async (client) => {
        const link = { account, type: 'account_onboarding', return_url: returnUrl, refresh_url: refreshUrl } as const;
        return (await client.accountLinks.create(link)).url;
      }),

    retrieve: (mode, id) =>
      call(mode, async (client) => {
        const account = await client.accounts.retrieve(id);
        return { id, payoutsEnabled: account.payouts_enabled, detailsSubmitted: account.details_submitted };
      }),

    transfer: (withdrawal) => call(withdrawal.mode, (client) => transfer(client, withdrawal)),

    findTransfer: (mode, withdrawalId) => call(mode, (client) => findTransfer(client, withdrawalId)),

    reverseTransfer: (withdrawal, transferId) =>
      call(withdrawal.mode, async (client) => {
        const metadata = { withdrawalId: withdrawal.withdrawalId };
        const idempotencyKey = keyOf('wd-reversal', withdrawal);
        await client.transfers.createReversal(transferId, { metadata }, { idempotencyKey });
      }),

    payOut: (withdrawal) => call(withdrawal.mode, (client) => payOut(client, withdrawal)),

    retrievePayout: (mode, stripeAccount, id) =>
      call(mode, async (client) => toPayout(await client.payouts.retrieve(id, {}, { stripeAccount }))),
  };
}

async function transfer(client: Stripe, withdrawal: WithdrawalOrder): Promise<Transfer> {
  const { withdrawalId, connectedAccountId, amount } = withdrawal;
  const existing = await findTransfer(client, withdrawalId);
  if (existing) return existing;
  const made = await client.transfers.create(
    {
      ...amount,
      destination: connectedAccountId,
      transfer_group: groupOf(withdrawalId),
      metadata: { withdrawalId },
    },
    { idempotencyKey: keyOf('wd', withdrawal) },
  );
  return toTransfer(made);
}

async function findTransfer(client: Stripe, withdrawalId: string): Promise<Transfer | null> {
  const { data } = await client.transfers.list({ transfer_group: groupOf(withdrawalId), limit: 1 });
  return data[0] ? toTransfer(data[0]) : null;
}

async function payOut(client: Stripe, withdrawal: WithdrawalOrder): Promise<Payout> {
  const { withdrawalId, connectedAccountId: stripeAccount, amount } = withdrawal;
  // Payouts have no group to be found by; an account has few of them.
  for await (const payout of client.payouts.list({ limit: 100 }, { stripeAccount })) {
    if (payout.metadata?.withdrawalId === withdrawalId) return toPayout(payout);
  }
  const made = await client.payouts.create(
    { ...amount, metadata: { withdrawalId } },
    { stripeAccount, idempotencyKey: keyOf('wd-payout', withdrawal) },
  );
  return toPayout(made);
}

function keyOf(what: string, { withdrawalId, refusals }: WithdrawalOrder): string {
  return refusals === 0 ? `${what}:${withdrawalId}` : `${what}:${withdrawalId}:${refusals}`;
}

function groupOf(withdrawalId: string): string {
  return `wd:${withdrawalId}`;
}

function toTransfer({ id, amount, currency, reversed }: Stripe.Transfer): Transfer {
  return { id, total: { amount, currency }, reversed };
}

function toPayout(payout: Stripe.Payout): Payout {
  return {
    id: payout.id,
    status: PAYOUT_STATUSES.find((status) => status === payout.status) ?? 'pending',
    total: { amount: payout.amount, currency: payout.currency },
    failureCode: payout.failure_code,
    arrivesAt: new Date(payout.arrival_date * 1000),
  };
}
