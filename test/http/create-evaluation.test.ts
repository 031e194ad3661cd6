import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { call, createCustomer, createEvaluation, IDEA } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi();

const count = async (sql: string, ...values: unknown[]) =>
  Number((await db.pool.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values)).rows[0]!.count);

test('a creation answers 202 with a status URL, takes one credit and enqueues one workflow start', async () => {
  const customer = await createCustomer(db, { credits: 2 });

  const answer = await createEvaluation(api, customer, 'first', { idea: `  ${IDEA}\n`, geography: 'Germany' });

  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ kind: 'idea_check', status: 'queued', mode: 'live', replayed: false });
  expect(answer.headers.get('location')).toBe(`/v1/runs/${answer.body.runId}`);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await count("entitlements WHERE account_id = $1 AND status = 'consumed'", customer.accountId)).toBe(1);
  const run = await db.prisma.run.findUniqueOrThrow({ where: { id: answer.body.runId } });
  expect(run.input).toEqual({ idea: IDEA, geography: 'Germany' });
  expect(run.entitlementId).toBe(answer.body.entitlementId);
  expect(await count('outbox WHERE dedupe_key = $1', `start:evaluation/${answer.body.runId}`)).toBe(1);
  expect(api.delivered.at(-1)!.message.workflowId).toBe(`evaluation/${answer.body.runId}`);
});

test('no text of the caller is in the message to the workflow', async () => {
  const customer = await createCustomer(db);
  await createEvaluation(api, customer, 'private', { idea: 'My secret newsletter about Zanzibar spices' });
  expect(JSON.stringify(api.delivered.at(-1))).not.toContain('Zanzibar');
});

test('the same key and body get the first answer again, also from another key of the account and after the last credit', async () => {
  const customer = await createCustomer(db, { credits: 1 });
  const first = await createEvaluation(api, customer, 'again');

  const again = await createEvaluation(api, customer, 'again', { idea: `${IDEA}   ` });

  expect(again.status).toBe(202);
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await count('runs WHERE account_id = $1', customer.accountId)).toBe(1);
});

test('the same key with another body is 409 and takes nothing', async () => {
  const customer = await createCustomer(db, { credits: 2 });
  await createEvaluation(api, customer, 'reused');

  const other = await createEvaluation(api, customer, 'reused', { idea: `${IDEA}, daily` });

  expect(other.status).toBe(409);
  expect(other.body.code).toBe('idempotency_key_reused');
  expect(await count("entitlements WHERE account_id = $1 AND status = 'unused'", customer.accountId)).toBe(1);
});

test('a creation without a credit is 402 and stores nothing, so the same key works once there is one', async () => {
  const customer = await createCustomer(db, { credits: 0 });
  const refused = await createEvaluation(api, customer, 'later');
  expect([refused.status, refused.body.code]).toEqual([402, 'entitlement_required']);
  expect(await count('idempotency_records WHERE account_id = $1', customer.accountId)).toBe(0);

  await grantEntitlements(db, customer.accountId, 'idea_check', 1);

  expect((await createEvaluation(api, customer, 'later')).status).toBe(202);
});

test('200 concurrent creations on 50 credits give exactly 50 runs', async () => {
  const customer = await createCustomer(db, { credits: 50 });

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => createEvaluation(api, customer, `burst-${i}`)),
  );

  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(50);
  expect(statuses.filter((status) => status === 402)).toHaveLength(150);
  expect(await count('runs WHERE account_id = $1', customer.accountId)).toBe(50);
  expect(await count("entitlements WHERE account_id = $1 AND status = 'consumed'", customer.accountId)).toBe(50);
  expect(new Set(answers.map((answer) => answer.body.entitlementId).filter(Boolean)).size).toBe(50);
});

test('the same key 100 times at once gives one run, and every caller its answer', async () => {
  const customer = await createCustomer(db, { credits: 10 });

  const answers = await Promise.all(Array.from({ length: 100 }, () => createEvaluation(api, customer, 'twins')));

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
  expect(new Set(answers.map((answer) => answer.body.runId)).size).toBe(1);
  expect(answers.filter((answer) => !answer.body.replayed)).toHaveLength(1);
  expect(await count('runs WHERE account_id = $1', customer.accountId)).toBe(1);
});

test('a test key is refused before its credits or its body are checked', async () => {
  const customer = await createCustomer(db, { mode: 'test' });
  const answer = await createEvaluation(api, customer, 'test-mode', { nonsense: true });
  expect([answer.status, answer.body.code]).toEqual([403, 'live_key_required']);
});

test('a key without the scope is refused with the name of the one it lacks', async () => {
  const customer = await createCustomer(db, { scopes: ['runs:read'] });
  const answer = await createEvaluation(api, customer, 'scope');
  expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
  expect(answer.text).toContain('evaluations:create');
});

describe('a batch', () => {
  const createBatch = (customer: { apiKey: string }, idempotencyKey: string, items: unknown) =>
    call<{ runs: { runId: string; entitlementId: string; statusUrl: string; replayed: boolean }[]; code: string }>(
      api,
      'POST',
      '/v1/evaluations/batch',
      { key: customer.apiKey, body: { items }, headers: { 'idempotency-key': idempotencyKey } },
    );
  const ideas = (length: number) => Array.from({ length }, (_, i) => ({ idea: `${IDEA}, part ${i}` }));

  test('starts a run for each item, in their order, and takes a credit for each', async () => {
    const customer = await createCustomer(db, { credits: 5 });
    const items = [{ idea: `${IDEA}, first`, metadata: { client: '1' } }, { idea: `${IDEA}, second` }, { idea: IDEA }];
    const { status, body, headers } = await createBatch(customer, 'three', items);
    expect(status).toBe(202);
    expect(headers.get('retry-after')).toBe('2');
    expect(body.runs).toHaveLength(3);
    for (const [i, run] of body.runs.entries()) {
      expect(run).toMatchObject({
        status: 'queued',
        mode: 'live',
        replayed: false,
        statusUrl: `/v1/runs/${run.runId}`,
      });
      const { input, metadata } = await db.prisma.run.findUniqueOrThrow({ where: { id: run.runId } });
      expect({ input, metadata }).toEqual({ input: { idea: items[i]!.idea }, metadata: items[i]!.metadata ?? {} });
      expect(await count('outbox WHERE dedupe_key = $1', `start:evaluation/${run.runId}`)).toBe(1);
    }
    expect(new Set(body.runs.map(({ entitlementId }) => entitlementId)).size).toBe(3);
    expect(await count("entitlements WHERE account_id = $1 AND status = 'unused'", customer.accountId)).toBe(2);
    const started = api.delivered.slice(-3).map(({ message }) => message.workflowId);
    expect(started).toEqual(body.runs.map(({ runId }) => `evaluation/${runId}`));

    const again = await createBatch(customer, 'three', items);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.runs).toEqual(body.runs.map((run) => ({ ...run, replayed: true })));
    expect((await createBatch(customer, 'three', items.slice(1))).body.code).toBe('idempotency_key_reused');
  });

  test('that lacks a credit, or the budget, for its last item starts nothing', async () => {
    const customer = await createCustomer(db, { credits: 3 });
    const refused = await createBatch(customer, 'four', ideas(4));
    expect([refused.status, refused.body.code]).toEqual([402, 'entitlement_required']);
    await db.prisma.account.update({ where: { id: customer.accountId }, data: { monthlyBudgetCents: 1_500 } });
    const spent = await createBatch(customer, 'budget', ideas(3));
    expect([spent.status, spent.body.code]).toEqual([402, 'budget_spent']);
    expect(await count('runs WHERE account_id = $1', customer.accountId)).toBe(0);
    expect(await count("entitlements WHERE account_id = $1 AND status = 'unused'", customer.accountId)).toBe(3);
    expect(await count('idempotency_records WHERE account_id = $1', customer.accountId)).toBe(0);
  });

  test('beside others never takes a credit twice: ten of ten on fifty credits give five', async () => {
    const customer = await createCustomer(db, { credits: 50 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => createBatch(customer, `beside-${i}`, ideas(10))),
    );
    const answered = (wanted: number) => answers.filter(({ status }) => status === wanted);
    expect([answered(202).length, answered(402).length]).toEqual([5, 5]);
    const runs = answers.flatMap(({ body }) => body.runs ?? []);
    expect(new Set(runs.map(({ entitlementId }) => entitlementId)).size).toBe(50);
    expect(await count('runs WHERE account_id = $1', customer.accountId)).toBe(50);
  });

  test.each<[string, unknown, string]>([
    ['no items', [], '/items'],
    ['more than a hundred', ideas(101), '/items'],
    ['an idea that is too short', [{ idea: IDEA }, { idea: 'short' }], '/items/1/idea'],
    ['an unknown member', [{ idea: IDEA, tone: 'dry' }], '/items/0/tone'],
  ])('of %s is refused, which names the place', async (name, items, pointer) => {
    const customer = await createCustomer(db);
    const { status, body } = await createBatch(customer, name.replaceAll(' ', '-'), items);
    expect(status).toBe(400);
    expect((body as unknown as { errors: unknown[] }).errors).toMatchObject([{ pointer }]);
    expect(await count('runs WHERE account_id = $1', customer.accountId)).toBe(0);
  });
});

const long = (length: number) => 'ä'.repeat(length);
test.each<[string, unknown, string, string]>([
  ['an empty body', '', '', 'wrong_type'],
  ['a list', [], '', 'wrong_type'],
  ['null', null, '', 'wrong_type'],
  ['no idea', {}, '/idea', 'required'],
  ['an idea that is a number', { idea: 1 }, '/idea', 'wrong_type'],
  ['an idea that is null', { idea: null }, '/idea', 'wrong_type'],
  ['an idea of 9 characters', { idea: 'x'.repeat(9) }, '/idea', 'too_short'],
  ['an idea of 9 characters and spaces', { idea: `   ${'x'.repeat(9)}   ` }, '/idea', 'too_short'],
  ['an idea of 4001 characters', { idea: long(4001) }, '/idea', 'too_long'],
  ['an idea with a NUL', { idea: `${IDEA}\u0000` }, '/idea', 'invalid_characters'],
  ['an idea with an escape', { idea: `${IDEA}\u001b[2J` }, '/idea', 'invalid_characters'],
  ['an idea with half a surrogate pair', `{"idea": "${IDEA} \\ud800"}`, '/idea', 'invalid_characters'],
  ['an audience that is a list', { idea: IDEA, audience: ['a'] }, '/audience', 'wrong_type'],
  ['an audience of 501 characters', { idea: IDEA, audience: long(501) }, '/audience', 'too_long'],
  ['a geography of 121 characters', { idea: IDEA, geography: long(121) }, '/geography', 'too_long'],
  ['a geography that is a boolean', { idea: IDEA, geography: true }, '/geography', 'wrong_type'],
  ['an unknown field', { idea: IDEA, 'no/such': 1 }, '/no~1such', 'unknown_field'],
  ['a deep body', { idea: IDEA, a: JSON.parse('['.repeat(50) + ']'.repeat(50)) }, '/a/0/0/0/0/0/0/0', 'too_deep'],
])('%s is 400 that names the field, and takes nothing', async (name, body, pointer, code) => {
  const customer = await createCustomer(db, { credits: 1 });

  const answer = await createEvaluation(api, customer, `bad ${name}`, body);

  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toMatch('application/problem+json');
  expect(answer.body).toMatchObject({ code: 'invalid_request', retryable: false, instance: '/v1/evaluations' });
  expect((answer.body as unknown as { errors: object[] }).errors).toContainEqual(
    expect.objectContaining({ pointer, code }),
  );
  expect(await count("entitlements WHERE account_id = $1 AND status = 'unused'", customer.accountId)).toBe(1);
});

test('lengths are characters, not bytes: 4000 of two bytes each are accepted', async () => {
  const customer = await createCustomer(db);
  expect((await createEvaluation(api, customer, 'long', { idea: long(4000) })).status).toBe(202);
});

test.each<[string, Record<string, string>, unknown, number, string]>([
  ['a missing Idempotency-Key', {}, { idea: IDEA }, 400, 'invalid_idempotency_key'],
  ['one of 256 characters', { 'idempotency-key': 'k'.repeat(256) }, { idea: IDEA }, 400, 'invalid_idempotency_key'],
  ['one that is not ASCII', { 'idempotency-key': 'schl\u00fcssel' }, { idea: IDEA }, 400, 'invalid_idempotency_key'],
  ['broken JSON', { 'idempotency-key': 'k' }, '{"idea": ', 400, 'invalid_json'],
  ['a prototype', { 'idempotency-key': 'k' }, `{"idea": "${IDEA}", "__proto__": {"x": 1}}`, 400, 'invalid_json'],
  ['no body at all', { 'idempotency-key': 'k' }, undefined, 415, 'unsupported_media_type'],
  [
    'another media type',
    { 'idempotency-key': 'k', 'content-type': 'text/plain' },
    'idea',
    415,
    'unsupported_media_type',
  ],
  ['a body above 64 KiB', { 'idempotency-key': 'k' }, { idea: 'x'.repeat(70_000) }, 413, 'payload_too_large'],
  ['a query', { 'idempotency-key': 'k', 'x-path': '?x=1' }, { idea: IDEA }, 400, 'invalid_request'],
])('%s is refused', async (_name, headers, body, status, code) => {
  const { apiKey } = await createCustomer(db);
  const { 'x-path': query = '', ...rest } = headers;
  const answer = await call(api, 'POST', `/v1/evaluations${query}`, { key: apiKey, body, headers: rest });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});
