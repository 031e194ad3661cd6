import { newId } from '../../base/ids';
import { call, createCustomer, IDEA, SEARCH, type Customer } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi();

const post = (customer: Customer, path: string, body: object, key: string = newId('run')) =>
  call(api, 'POST', path, { key: customer.apiKey, body, headers: { 'idempotency-key': key } });

const EVALUATIONS = '/v1/sandbox/evaluations';

test('answers and replays a sandbox evaluation like a live one, in test mode', async () => {
  const tester = await createCustomer(db, { mode: 'test', credits: 0 });
  const first = await post(tester, EVALUATIONS, { idea: IDEA, metadata: { a: 'b' } }, 'same');
  const again = await post(tester, EVALUATIONS, { idea: IDEA, metadata: { a: 'b' } }, 'same');

  expect(first.status).toBe(202);
  expect(first.body).toMatchObject({ kind: 'idea_check', status: 'queued', mode: 'test', replayed: false });
  expect(first.body.entitlementId).toMatch(/^ent_/);
  expect(first.headers.get('location')).toBe(first.body.statusUrl);
  expect(first.headers.get('ratelimit-policy')).toContain('"sandbox-runs"');
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(api.delivered.at(-1)!.message).toMatchObject({ input: { mode: 'test' }, search: { mode: 'test' } });
  expect(await db.prisma.entitlement.count({ where: { accountId: tester.accountId } })).toBe(0);
});

test('refuses test keys at live endpoints, pointing to the sandbox, and live keys there', async () => {
  const [tester, live] = [await createCustomer(db, { mode: 'test' }), await createCustomer(db)];
  const refused = await post(tester, '/v1/searches', SEARCH);
  expect([refused.status, refused.body.code]).toEqual([403, 'live_key_required']);
  expect(refused.body.detail).toContain('POST /v1/sandbox/searches');
  const other = await post(live, EVALUATIONS, { idea: IDEA });
  expect([other.status, other.body.code]).toEqual([403, 'test_key_required']);
});

test('refuses a run like a live one when its text asks for that, and frees its key', async () => {
  const tester = await createCustomer(db, { mode: 'test' });
  const credit = await post(tester, EVALUATIONS, { idea: `${IDEA} sandbox:no-credit` }, 'one');
  expect([credit.status, credit.body.code]).toEqual([402, 'entitlement_required']);
  const limited = await post(tester, '/v1/sandbox/searches', {
    ...SEARCH,
    operatorProfile: `${SEARCH.operatorProfile} sandbox:limited`,
  });
  expect([limited.status, limited.body.code, limited.body.limitLevel]).toEqual([429, 'rate_limited', 'endpoint']);
  expect(limited.headers.get('retry-after')).toBe('1');
  const unknown = await post(tester, EVALUATIONS, { idea: `${IDEA} sandbox:unheard-of` });
  expect(unknown.status).toBe(400);
  expect(unknown.body.errors).toEqual([expect.objectContaining({ pointer: '/idea', code: 'unknown_outcome' })]);
  expect((await post(tester, EVALUATIONS, { idea: IDEA }, 'one')).status).toBe(202);
});
