import { createClient } from '../../clients/typescript/src/index';
import { endRun } from '../../modules/runs/store/end';
import { ALL_EVENTS } from '../../modules/webhooks/contract';
import { createCustomer, createEvaluation, type Customer } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi({ settings: ALL_EVENTS });
const recording = () => ({ ...db, productEvents: true });

const startedRun = async (customer: Customer, key: string) => (await createEvaluation(api, customer, key)).body.runId;
const expire = (runId: string) => endRun(recording(), runId, 'expired', 'queue_expired', null);

test('lists events by page, per account and mode', async () => {
  const [customer, other] = await Promise.all([createCustomer(db, { credits: 3 }), createCustomer(db)]);
  const runs: string[] = [];
  for (const key of ['a', 'b', 'c']) {
    const runId = await startedRun(customer, key);
    await expire(runId);
    runs.push(runId);
  }
  const noi = createClient({ apiKey: customer.apiKey, baseUrl: api.url });
  const first = await noi.events.list({ limit: 2 });
  expect(first.data.map(({ data }) => data.subject)).toEqual([runs[2], runs[1]]);
  const rest = await noi.events.list({ limit: 2, cursor: first.nextCursor! });
  expect([rest.data.map(({ data }) => data.subject), rest.nextCursor]).toEqual([[runs[0]], null]);
  const none = createClient({ apiKey: other.apiKey, baseUrl: api.url });
  expect((await none.events.list()).data).toEqual([]);
});
