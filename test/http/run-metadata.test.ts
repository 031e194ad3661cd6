import { randomUUID } from 'node:crypto';
import { createKey } from '../../store/keys/create-key';
import { eraseRows } from '../../store/retention/erase-rows';
import { retryRun } from '../../store/runs/retry-run';
import { transaction } from '../../prisma/client';
import { call, createCustomer, createEvaluation, createSearch, IDEA, SEARCH } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi();

type Metadata = Record<string, string>;
interface Run {
  runId: string;
  metadata: Metadata;
}
interface RunList {
  data: Run[];
  nextCursor: string | null;
}

const withMetadata = async (customer: { apiKey: string }, metadata: unknown, key: string = randomUUID()) =>
  createEvaluation(api, customer, key, { idea: IDEA, metadata });
const start = async (customer: { apiKey: string }, metadata?: Metadata) =>
  (await withMetadata(customer, metadata)).body.runId;
const get = async <T>({ apiKey }: { apiKey: string }, path: string) =>
  (await call<T>(api, 'GET', path, { key: apiKey })).body;
const found = async (customer: { apiKey: string }, query: string) =>
  (await get<RunList>(customer, `/v1/runs?${query}`)).data.map(({ runId }) => runId);

test('metadata comes back in status and lists as it was sent, and as {} where there was none', async () => {
  const customer = await createCustomer(db);
  const metadata = { customer: 'acme', empty: '', 日本: '語 😀', __proto__x: 'y', 'a[b]': '"quoted" \\ text' };
  const runId = await start(customer, metadata);
  const without = await start(customer);
  expect((await get<Run>(customer, `/v1/runs/${runId}`)).metadata).toEqual(metadata);
  expect((await get<Run>(customer, `/v1/runs/${without}`)).metadata).toEqual({});
  const { data } = await get<RunList>(customer, '/v1/runs');
  expect(data.map((run) => run.metadata)).toEqual([{}, metadata]);
});

test('names that objects have by themselves are names like any other; what could change objects is refused', async () => {
  const customer = await createCustomer(db);
  const metadata = { constructor: 'a', toString: 'b' };
  const runId = await start(customer, metadata);
  expect((await get<Run>(customer, `/v1/runs/${runId}`)).metadata).toEqual(metadata);
  expect(await found(customer, 'metadata[constructor]=a&metadata[toString]=b')).toEqual([runId]);
  expect(await found(customer, 'metadata[__proto__]=a')).toEqual([]);
  const body = `{"idea": ${JSON.stringify(IDEA)}, "metadata": {"__proto__": "a"}}`;
  expect((await createEvaluation(api, customer, 'proto', body)).status).toBe(400);
});

test('metadata of a search comes back, too, and neither the agent nor its task sees any', async () => {
  const customer = await createCustomer(db, { kind: 'custom_search' });
  const { runId } = (await createSearch(api, customer, 'search', { ...SEARCH, metadata: { team: 'north' } })).body;
  expect((await get<Run>(customer, `/v1/runs/${runId}`)).metadata).toEqual({ team: 'north' });
  const { input } = await db.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  expect(input).toEqual({ ...SEARCH, candidateCount: 10 });
});

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i}`, 'x']));
test.each([
  ['seventeen keys', many(17), '/metadata', 'too_many_items'],
  ['an empty key', { '': 'x' }, '/metadata/', 'too_short'],
  ['a key of 41 characters', { ['k'.repeat(41)]: 'x' }, `/metadata/${'k'.repeat(41)}`, 'too_long'],
  ['a value of 501 characters', { key: 'x'.repeat(501) }, '/metadata/key', 'too_long'],
  ['a number', { key: 7 }, '/metadata/key', 'wrong_type'],
  ['an object in it', { key: { deeper: 'x' } }, '/metadata/key', 'wrong_type'],
  ['a list', ['x'], '/metadata', 'wrong_type'],
  ['null', null, '/metadata', 'wrong_type'],
  ['a control character', { key: 'a\u0000b' }, '/metadata/key', 'invalid_characters'],
])('%s is refused, and takes no credit', async (_, metadata, pointer, code) => {
  const customer = await createCustomer(db, { credits: 1 });
  const { status, body } = await withMetadata(customer, metadata);
  expect([status, body]).toMatchObject([400, { code: 'invalid_request', errors: [{ pointer, code }] }]);
  expect((await withMetadata(customer, { ...many(15), ['k'.repeat(40)]: 'v'.repeat(500) })).status).toBe(202);
});

test('a repetition with other metadata is another request', async () => {
  const customer = await createCustomer(db);
  const first = await withMetadata(customer, { customer: 'acme' }, 'same');
  const again = await withMetadata(customer, { customer: 'acme' }, 'same');
  expect([again.body.runId, again.body.replayed]).toEqual([first.body.runId, true]);
  expect((await withMetadata(customer, { customer: 'other' }, 'same')).body.code).toBe('idempotency_key_reused');
  expect((await createEvaluation(api, customer, 'same')).body.code).toBe('idempotency_key_reused');
});

test('runs are found by all of the metadata asked for, page by page, combined with status and kind', async () => {
  const customer = await createCustomer(db, { credits: 20 });
  const acme: string[] = [];
  for (let i = 0; i < 5; i++) {
    acme.unshift(await start(customer, { customer: 'acme', batch: i % 2 ? 'odd' : 'even' }));
    await start(customer, { customer: 'other', batch: 'even' });
  }
  expect(await found(customer, 'metadata[customer]=acme')).toEqual(acme);
  expect(await found(customer, 'metadata%5Bcustomer%5D=acme&metadata[batch]=odd')).toEqual([acme[1], acme[3]]);
  expect(await found(customer, 'metadata[customer]=ACME')).toEqual([]);
  expect(await found(customer, 'metadata[acme]=customer')).toEqual([]);
  expect(await found(customer, 'metadata[customer]=acme&status=queued&kind=idea_check')).toEqual(acme);
  expect(await found(customer, 'metadata[customer]=acme&status=failed')).toEqual([]);
  expect(await found(customer, 'metadata[customer]=acme&kind=custom_search')).toEqual([]);

  const first = await get<RunList>(customer, '/v1/runs?metadata[customer]=acme&limit=3');
  const second = await get<RunList>(customer, `/v1/runs?metadata[customer]=acme&limit=3&cursor=${first.nextCursor}`);
  expect([...first.data, ...second.data].map(({ runId }) => runId)).toEqual(acme);
  expect(second.nextCursor).toBeNull();
});

test.each([
  ['metadata=acme', '?metadata', 'wrong_type'],
  ['metadata[customer]=a&metadata[customer]=b', '?metadata[customer]', 'wrong_type'],
  ['metadata[]=x', '?metadata[]', 'too_short'],
  ['metadata[customer=x', '?metadata[customer', 'unknown_field'],
  ['meta[customer]=x', '?meta[customer]', 'unknown_field'],
])('the filter %s is refused', async (query, pointer, code) => {
  const { apiKey } = await createCustomer(db);
  const { status, body } = await call(api, 'GET', `/v1/runs?${query}`, { key: apiKey });
  expect([status, body.errors]).toMatchObject([400, [{ pointer, code }]]);
});

test('the same metadata of another account, or of the other mode, finds nothing', async () => {
  const owner = await createCustomer(db);
  await start(owner, { customer: 'acme' });
  const { secret } = await createKey(db, {
    accountId: owner.accountId,
    name: 'test',
    mode: 'test',
    scopes: ['runs:read'],
  });
  for (const other of [await createCustomer(db), { apiKey: secret }]) {
    expect(await found(other, 'metadata[customer]=acme')).toEqual([]);
  }
});

test('usage counts the runs and the cost of the metadata asked for, and says so', async () => {
  const customer = await createCustomer(db);
  const [acme] = [await start(customer, { customer: 'acme' }), await start(customer, { customer: 'other' })];
  await db.pool.query(
    `UPDATE runs SET status = 'failed', cost_micros = 20000, completed_at = now() WHERE account_id = $1`,
    [customer.accountId],
  );
  const usage = (query: string) =>
    get<{ metadata: Metadata; runs: object; cost: { computeSpend: number } }>(customer, `/v1/usage${query}`);
  expect(await usage('?metadata[customer]=acme')).toMatchObject({
    metadata: { customer: 'acme' },
    runs: { byStatus: { failed: 1 } },
    cost: { computeSpend: 2 },
  });
  expect(await usage('')).toMatchObject({ metadata: {}, runs: { byStatus: { failed: 2 } }, cost: { computeSpend: 4 } });
  expect(acme).toMatch(/^run_/);
});

test('a run that an operator repeats keeps its metadata, and an erasure leaves none', async () => {
  const customer = await createCustomer(db);
  const runId = await start(customer, { customer: 'acme' });
  await db.pool.query(`UPDATE runs SET status = 'failed', completed_at = now() WHERE id = $1`, [runId]);
  const repeated = await retryRun(db, runId, {
    grant: true,
    queueExpiryMs: 3_600_000,
    reservation: () => ({ mostCents: 100, leastCents: 1 }),
    start: (_run, id) => ({ ...api.delivered.at(-1)!.message, workflowId: `evaluation/${id}` }),
  });
  expect(await found(customer, 'metadata[customer]=acme')).toEqual([repeated.runId, runId]);

  await db.pool.query(`UPDATE runs SET status = 'failed', completed_at = now() WHERE id = $1`, [repeated.runId]);
  await transaction(db, (tx) => eraseRows(tx, customer.accountId));
  expect(
    await db.prisma.run.findMany({ where: { accountId: customer.accountId }, select: { metadata: true } }),
  ).toEqual([{ metadata: {} }, { metadata: {} }]);
  expect(await db.prisma.runLabel.count({ where: { accountId: customer.accountId } })).toBe(0);
});
