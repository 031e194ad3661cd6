import type { Mode } from '../../base/access';
import { newId } from '../../base/ids';
import { creditByHand, contributorBalance } from '../../modules/ledger/store/balances';
import { addContributor } from '../../modules/ledger/store/contributors';
import { DEFAULT_REVENUE_SHARE_BPS, type Withdrawal } from '../../modules/payouts/contract';
import { requestWithdrawal } from '../../modules/payouts/store/request';
import type { Database } from '../../prisma/client';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { call, create, createCustomer, type Customer } from './api';
import type { TestDatabase } from './database';
import { eventually } from './eventually';
import { clientOf, type Provider, type Shop, type ShopOptions } from './shop';
import { useCheckedShop, useEach } from './use';

/** Makes a customer a contributor with this balance. */
export async function createContributor(
  db: Database,
  options: { mode?: Mode; balance?: number | undefined; connectedAccountId?: string; of?: Customer } = {},
): Promise<Customer> {
  const { mode = 'live', balance = 100_000, connectedAccountId = `acct_${newId('acc')}` } = options;
  const customer = options.of ?? (await createCustomer(db, { mode, credits: 0 }));
  const { accountId } = customer;
  const revenueShareBps = DEFAULT_REVENUE_SHARE_BPS;
  await addContributor(db, { accountId, mode, connectedAccountId, country: 'DE', revenueShareBps });
  if (balance > 0) await creditByHand(db, { accountId, mode, amount: balance, reason: 'for a test' });
  return customer;
}

let keys = 0;

/** Requests a withdrawal over HTTP. */
export function withdraw(api: { url: string }, of: Customer, body: unknown, key = `withdrawal-${keys++}`) {
  return create<Withdrawal & { code: string; errors?: { pointer: string }[] }>(api, '/v1/withdrawals', of, key, body);
}

/** Requests a withdrawal directly in the store, with review thresholds too high for tests to reach. Returns its id. */
export async function requestTestWithdrawal(db: Database, accountId: string, amount: number): Promise<string> {
  const key = newId('wdr');
  const idempotency = { accountId, mode: 'live', operation: 'withdraw', key, fingerprint: Buffer.from('x') } as const;
  const review = { dayAbove: 1_000_000, monthAbove: 1_000_000 };
  const { value } = await requestWithdrawal(db, {
    idempotency,
    accountId,
    mode: 'live',
    amount,
    note: null,
    review,
  });
  return value.withdrawalId;
}

/** Opens a provider account for a contributor, by default in the US with payouts enabled. */
export async function openConnectedAccount(provider: Provider, payoutsEnabled = true, country = 'US'): Promise<string> {
  const id = await clientOf(provider).connected.create({
    mode: 'live',
    accountId: newId('acc'),
    email: 'contributor@example.com',
    country,
  });
  await provider.control(`accounts/${id}`, { payoutsEnabled });
  return id;
}

/** Waits until a withdrawal reaches the given status, and returns the withdrawal. */
export function withdrawalIn(shop: Shop, of: Customer, id: string, status: string): Promise<Withdrawal> {
  return eventually(`withdrawal ${id} is ${status}`, async () => {
    const { body } = await call<Withdrawal>(shop.api, 'GET', `/v1/withdrawals/${id}`, { key: of.apiKey });
    return body.status === status && body;
  });
}

/** Moves a withdrawal's payout to a state at the provider. */
export async function advancePayoutTo(provider: Provider, withdrawalId: string, status: string): Promise<void> {
  const payout = (await provider.ledger()).payouts.find((each) => each.withdrawalId === withdrawalId)!;
  await provider.control(`payouts/${payout.id}`, { status });
}

/** Moves the time of a withdrawal's last change back by two hours. */
export async function forgetWithdrawal(db: TestDatabase, id: string): Promise<void> {
  const updatedAt = new Date(Date.now() - 2 * 3_600_000);
  await db.prisma.withdrawal.update({ where: { id }, data: { updatedAt } });
}

/** Sells one of the contributor's opportunities, which credits the share; returns the order's id. */
export async function sellFor(shop: Shop, contributor: Customer): Promise<string> {
  const opportunityId = await shop.offer('live', contributor.accountId);
  const buyer = await shop.buyer();
  const { body } = await shop.purchase(opportunityId, buyer);
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled'], buyer);
  return body.orderId;
}

/** 70% share of a USD 599.00 sale, in cents: the default earnings in {@link usePayouts}. */
export const EARNED = 41_930;

const NEVER_MS = 3_600_000;
const A_DAY_MS = 86_400_000;

/** Creates a contributor with this balance in cents and an account at the provider. */
export async function openContributor({ db, provider }: { db: Database; provider: Provider }, balance?: number) {
  const connectedAccountId = await openConnectedAccount(provider);
  return { ...(await createContributor(db, { balance, connectedAccountId })), connectedAccountId };
}

export function payoutsOf(shop: Shop, contributor: Awaited<ReturnType<typeof openContributor>>) {
  /** Requests a withdrawal of `amount` cents; returns its id. */
  const requested = async (amount = 10_000): Promise<string> =>
    (await withdraw(shop.api, contributor, { amount, currency: 'usd' })).body.withdrawalId;
  const row = (id: string) => shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
  /** Changes the contributor's account at the provider. */
  const account = (change: object) => shop.provider.control(`accounts/${contributor.connectedAccountId}`, change);
  /** Waits until a withdrawal reaches the given status, and returns the withdrawal. */
  const inState = (id: string, status: string): Promise<Withdrawal> => withdrawalIn(shop, contributor, id, status);
  /** Moves a withdrawal's payout to a state at the provider. */
  const bring = (id: string, status: string) => advancePayoutTo(shop.provider, id, status);

  /** Requests a withdrawal of `amount` cents and waits until it is on its way to the contributor's bank. */
  async function sent(amount?: number): Promise<string> {
    const id = await requested(amount);
    await inState(id, 'in_transit');
    return id;
  }

  /** Completes a withdrawal's payout once it is on its way. */
  async function paidOut(id: string): Promise<void> {
    await inState(id, 'in_transit');
    await bring(id, 'paid');
    await inState(id, 'paid');
  }

  /** Requests a withdrawal whose money arrives in the contributor's provider account and stays there for a day. */
  async function arrived(): Promise<string> {
    await account({ availableAfterMs: A_DAY_MS });
    const id = await requested();
    await eventually('the money has arrived', async () => (await row(id)).availableAt !== null);
    return id;
  }

  return {
    account,
    arrived,
    bring,
    inState,
    paidOut,
    requested,
    row,
    sent,
    /** Pays out `amount` cents from the provider account, bypassing the product. Returns the payout's id. */
    async payOutByHand(amount: number): Promise<string> {
      const answer = await fetch(`${shop.provider.url}/v1/payouts`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}`,
          'stripe-account': contributor.connectedAccountId,
        },
        body: new URLSearchParams({ amount: String(amount), currency: 'usd' }),
      });
      return ((await answer.json()) as { id: string }).id;
    },
    earn: (amount = EARNED) =>
      creditByHand(shop.db, { accountId: contributor.accountId, mode: 'live', amount, reason: 'for a test' }),
    balance: () => contributorBalance(shop.db.pool, contributor.accountId, 'live'),
    transfersOf: async (id: string) =>
      (await shop.provider.ledger()).transfers.filter(({ withdrawalId }) => withdrawalId === id),
    payoutsOf: async (id: string) =>
      (await shop.provider.ledger()).payouts.filter(({ withdrawalId }) => withdrawalId === id),
  };
}

/**
 * A checked shop with a new contributor for each test, who has earned `earned` cents. Payouts change only when a test
 * changes them.
 */
export function usePayouts({ earned = EARNED, standIn, ...options }: ShopOptions & { earned?: number } = {}) {
  const shop = useCheckedShop({
    standIn: { payoutStepMs: NEVER_MS, openingBalance: 10_000_000, ...standIn },
    ...options,
  });
  const contributor = useEach(() => openContributor(shop, earned));
  return { shop, contributor, ...payoutsOf(shop, contributor) };
}
