import { randomUUID } from 'node:crypto';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { createCustomer, IDEA, type Customer } from '../../test/support/api';
import { offer } from '../../test/support/shop';
import { closedLoop, compare } from './measure';
import { besideFloor, startServer } from './processes';

/** Few, so that requests are timed and not a queue. */
const CONNECTIONS = 4;
const CREATES = 600;

const acceptance = (url: string, { apiKey, accountId, keyId }: Customer) =>
  closedLoop(CREATES, CONNECTIONS, () => ({
    url: `${url}/v1/evaluations`,
    headers: { 'x-api-key': apiKey, 'x-account': accountId, 'x-key': keyId, 'idempotency-key': randomUUID() },
    body: { idea: IDEA },
  }));

/** (b) Acceptance of an Idea Check against the same statements in one bare transaction. */
export const benchCreates = (): Promise<string[]> =>
  besideFloor({}, async (db, api, bare) => {
    const [one, other] = [await createCustomer(db, { credits: 5_000 }), await createCustomer(db, { credits: 5_000 })];
    const sides = { ours: () => acceptance(api, one), floor: () => acceptance(bare, other), unit: 'ms' };
    return [await compare('(b) POST evaluation / one bare transaction, p50', ['<=', 1.2], sides)];
  });

const PURCHASES = 150;
const CONSENTS = { immediateAccessConsent: true, withdrawalLossAcknowledgment: true };

/** (h) A purchase against one bare transaction and one call of the payment provider. */
export async function benchPurchases(): Promise<string[]> {
  const provider = await startServer('stand-ins/payments/main', {}, '/_control/faults');
  const env = {
    STRIPE_BASE_URL: provider.url,
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_WEBHOOK_SECRETS_LIVE: 'whsec_bench',
  };
  const rows = besideFloor(env, async (db, api, bare) => {
    const buyers: Customer[] = [];
    while (buyers.length < PURCHASES / 2) buyers.push(await createCustomer(db, { credits: 0 }));
    let sent = 0;
    const p50 = (urlOf: (opportunityId: string) => string) => async () => {
      const offers = await Promise.all(Array.from({ length: PURCHASES }, () => offer(db)));
      // A buyer can hold two at most: release those of the round before.
      await db.pool.query(`UPDATE orders SET status = 'expired' WHERE status IN ('creating', 'pending_payment')`);
      return closedLoop(PURCHASES, CONNECTIONS, () => {
        const [id, { apiKey, accountId }] = [offers.pop()!, buyers[sent++ % buyers.length]!];
        const headers = { 'x-api-key': apiKey, 'x-account': accountId, 'idempotency-key': `key-${sent}` };
        return { url: urlOf(id), headers, body: CONSENTS };
      });
    };
    const path = (id: string) => `/v1/opportunities/${id}/purchase`;
    const sides = { ours: p50((id) => api + path(id)), floor: p50((id) => bare + path(id)), unit: 'ms', warmUps: 4 };
    return [await compare('(h) purchase / transaction and call, p50', ['<=', 1.1], sides)];
  });
  return rows.finally(() => provider.stop());
}
