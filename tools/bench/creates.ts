import { randomUUID } from 'node:crypto';
import { createCustomer, IDEA, type Customer } from '../../test/support/api';
import { closedLoop, compare, type Row } from './measure';
import { besideFloor } from './processes';

/** Few, so that requests are timed and not a queue. */
const CONNECTIONS = 4;
const REQUESTS = 600;

const p50 = (url: string, { apiKey, accountId, keyId }: Customer) =>
  closedLoop(REQUESTS, CONNECTIONS, () => ({
    url: `${url}/v1/evaluations`,
    headers: { 'x-api-key': apiKey, 'x-account': accountId, 'x-key': keyId, 'idempotency-key': randomUUID() },
    body: { idea: IDEA },
  }));

/** (b) Acceptance of an Idea Check against the same statements in one bare transaction. */
export const benchCreates = (): Promise<Row[]> =>
  besideFloor({}, async (db, api, bare) => {
    const [one, other] = [await createCustomer(db, { credits: 5_000 }), await createCustomer(db, { credits: 5_000 })];
    const sides = { ours: () => p50(api, one), floor: () => p50(bare, other), unit: 'ms' };
    return [await compare('(b) POST evaluation / one bare transaction, p50', { atMost: 1.2 }, sides)];
  });
