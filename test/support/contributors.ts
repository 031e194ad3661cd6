import { DEFAULT_REVENUE_SHARE_BPS, type Withdrawal } from '../../contracts/withdrawals';
import type { Mode } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import { addContributor, creditByHand } from '../../store/contributors';
import { call, createCustomer, type Customer } from './api';
import type { TestDatabase } from './database';

/** Makes a customer a contributor with this much on the balance. */
export async function createContributor(
  db: TestDatabase,
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

/** Asks for a withdrawal over HTTP. */
export function withdraw(api: { url: string }, of: Customer, body: unknown, key = `withdrawal-${keys++}`) {
  return call<Withdrawal & { code: string; errors?: { pointer: string }[] }>(api, 'POST', '/v1/withdrawals', {
    key: of.apiKey,
    body,
    headers: { 'idempotency-key': key },
  });
}
