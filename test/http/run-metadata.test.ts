import { transaction } from '../../prisma/client';
import { eraseRows } from '../../store/retention/erase-rows';
import { retryRun } from '../../store/runs/retry-run';
import { call, createCustomer, createEvaluation, IDEA, type Customer } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi();

type Metadata = Record<string, string>;
interface RunList {
  data: { runId: string; metadata: Metadata }[];
  nextCursor: string | null;
}

let created = 0;
const start = async (customer: Customer, metadata?: Metadata) =>
  (await createEvaluation(api, customer, `run-${created++}`, { idea: IDEA, metadata })).body.runId;
const get = async <T>({ apiKey }: Customer, path: string) => (await call<T>(api, 'GET', path, { key: apiKey })).body;
const found = async (customer: Customer, query: string) =>
  (await get<RunList>(customer, `/v1/runs?${query}`)).data.map(({ runId }) => runId);
const end = ({ accountId }: Customer) =>
  db.pool.query(`UPDATE runs SET status = 'failed', completed_at = now() WHERE account_id = $1`, [accountId]);

test('metadata comes back unchanged in status and lists', async () => {
  const customer = await createCustomer(db);
  const metadata = { customer: 'acme', empty: '', 日本: '語 😀', constructor: 'y', 'a[b]': '"quoted" \\ text' };
  const runId = await start(customer, metadata);
  await start(customer);
  expect(await get(customer, `/v1/runs/${runId}`)).toMatchObject({ metadata });
  const { data } = await get<RunList>(customer, '/v1/runs');
  expect(data.map((run) => run.metadata)).toEqual([{}, metadata]);
  expect(await found(customer, 'metadata[constructor]=y')).toEqual([runId]);
});

test('runs are listed by metadata, combined with status and kind, page by page', async () => {
  const customer = await createCustomer(db, { credits: 20 });
  const acme: string[] = [];
  for (let i = 0; i < 5; i++) {
    acme.unshift(await start(customer, { customer: 'acme', batch: i % 2 ? 'odd' : 'even' }));
    await start(customer, { customer: 'other', batch: 'even' });
  }
  expect(await found(customer, 'metadata%5Bcustomer%5D=acme&metadata[batch]=odd')).toEqual([acme[1], acme[3]]);
  expect(await found(customer, 'metadata[customer]=ACME')).toEqual([]);
  expect(await found(customer, 'metadata[customer]=acme&status=queued&kind=idea_check')).toEqual(acme);
  expect(await found(customer, 'metadata[customer]=acme&status=failed')).toEqual([]);
  expect(await found(await createCustomer(db), 'metadata[customer]=acme')).toEqual([]);
  const first = await get<RunList>(customer, '/v1/runs?metadata[customer]=acme&limit=3');
  const second = await get<RunList>(customer, `/v1/runs?metadata[customer]=acme&limit=3&cursor=${first.nextCursor}`);
  expect([...first.data, ...second.data].map(({ runId }) => runId)).toEqual(acme);
  expect(second.nextCursor).toBeNull();
});

test('a repeated run keeps its metadata, and an erasure leaves none', async () => {
  const customer = await createCustomer(db);
  const runId = await start(customer, { customer: 'acme' });
  await end(customer);
  const repeated = await retryRun(db, runId, {
    grant: true,
    queueExpiryMs: 3_600_000,
    reservation: () => ({ mostCents: 100, leastCents: 1 }),
    start: (_run, id) => ({ ...api.delivered.at(-1)!.message, workflowId: `evaluation/${id}` }),
  });
  expect(await found(customer, 'metadata[customer]=acme')).toEqual([repeated.runId, runId]);
  await end(customer);
  await transaction(db, (tx) => eraseRows(tx, customer.accountId));
  const left = await db.prisma.run.findMany({ where: { accountId: customer.accountId }, select: { metadata: true } });
  expect(left).toEqual([{ metadata: {} }, { metadata: {} }]);
  expect(await db.prisma.runLabel.count({ where: { accountId: customer.accountId } })).toBe(0);
});
