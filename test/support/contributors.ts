import { DEFAULT_REVENUE_SHARE_BPS, type Withdrawal } from '../../contracts/withdrawals';
import type { Mode } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import { addContributor } from '../../store/ledger/add-contributor';
import { creditByHand } from '../../store/ledger/credit-by-hand';
import { call, createCustomer, type Customer } from './api';
import { eventually } from './eventually';
import { clientOf, type Provider, type Shop } from './shop';
import type { Database } from '../../prisma/client';
import type { TestDatabase } from './database';

/** Makes a customer a contributor with this balance. */
export async function createContributor(
  db: Database,
  options: { mode?: Mode; balance?: number; connectedAccountId?: string; of?: Customer } = {},
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
  return call<Withdrawal & { code: string; errors?: { pointer: string }[] }>(api, 'POST', '/v1/withdrawals', {
    key: of.apiKey,
    body,
    headers: { 'idempotency-key': key },
  });
}

/** Opens a provider account for a contributor, in dollars and with payouts enabled by default. */
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

/** Waits until a withdrawal is in a state; returns it. */
export function withdrawalIn(shop: Shop, of: Customer, id: string, status: string): Promise<Withdrawal> {
  return eventually(`withdrawal ${id} is ${status}`, async () => {
    const { body } = await call<Withdrawal>(shop.api, 'GET', `/v1/withdrawals/${id}`, { key: of.apiKey });
    return body.status === status && body;
  });
}

/** Moves the payout of a withdrawal to a state at the provider. */
export async function advancePayoutTo(provider: Provider, withdrawalId: string, status: string): Promise<void> {
  const payout = (await provider.ledger()).payouts.find((each) => each.withdrawalId === withdrawalId)!;
  await provider.control(`payouts/${payout.id}`, { status });
}

/** Backdates a withdrawal, as if nothing had changed for hours. */
export async function forgetWithdrawal(db: TestDatabase, id: string): Promise<void> {
  const updatedAt = new Date(Date.now() - 2 * 3_600_000);
  await db.prisma.withdrawal.update({ where: { id }, data: { updatedAt } });
}

/** Sells an opportunity of a contributor, crediting the share; returns the order. */
export async function sellFor(shop: Shop, contributor: Customer): Promise<string> {
  const opportunityId = await shop.offer('live', contributor.accountId);
  const buyer = await shop.buyer();
  const { body } = await shop.purchase(opportunityId, buyer);
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled'], buyer);
  return body.orderId;
}
