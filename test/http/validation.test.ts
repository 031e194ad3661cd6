/** Invalid input, first for every endpoint in the table, then for rules that the schemas do not show. */
import type { TSchema } from '@sinclair/typebox';
import { SCOPES } from '../../base/access';
import { newId } from '../../base/ids';
import type { AnyRoute } from '../../http/endpoint';
import { createKey } from '../../modules/accounts/store/keys';
import { ALL_EVENTS } from '../../modules/webhooks/contract';
import { call, createCustomer, IDEA, SEARCH, startApi, type Customer } from '../support/api';
import { allRoutes, exampleBody, nameOf, needsTestKey, requestFor } from '../support/routes';
import { CONSENTED } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi({ settings: ALL_EVENTS });
let customer: Customer;
let testKey: string;
let webhookId: string;
beforeAll(async () => {
  customer = await createCustomer(db);
  const { accountId } = customer;
  ({ secret: testKey } = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: SCOPES }));
  const { body } = await call(api, 'POST', '/v1/webhooks', {
    key: customer.apiKey,
    body: { url: 'https://hooks.example.com/', eventTypes: ['webhook.test'] },
    headers: { 'idempotency-key': 'webhook' },
  });
  webhookId = String(body.webhookId);
});

type Errors = { status: number; code: string; errors?: { pointer: string; code: string }[] };
const routes = allRoutes().filter(({ path }) => path.startsWith('/v1/'));
const named = (some: readonly AnyRoute[]) => some.map((route) => [nameOf(route), route] as const);
const withBody = routes.filter(({ body, bodyType }) => body && bodyType === undefined);
const withQuery = routes.filter(({ query, failsAs, method }) => query && !failsAs && method === 'GET');

/** Sends a valid request, with `change` applied. */
async function send(route: AnyRoute, change: { body?: unknown; query?: string; headers?: Record<string, string> }) {
  const id = route.id?.prefix === 'whk' ? webhookId : undefined;
  const key = needsTestKey(route) ? testKey : customer.apiKey;
  const { path, init } = requestFor(route, { id, key });
  const body = change.body === undefined ? init.body : change.body;
  const answer = await fetch(api.url + (change.query ? `${path.split('?')[0]}?${change.query}` : path), {
    ...init,
    headers: { ...init.headers, ...change.headers } as Record<string, string>,
    ...(body !== undefined && body !== null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return /problem\+json/.test(answer.headers.get('content-type') ?? '')
    ? (JSON.parse(text) as Errors)
    : { status: answer.status, code: text.slice(0, 80) };
}

/** Counts the rows of all tables that a rejected request must leave unchanged. */
const rows = async () =>
  Number(
    (
      await db.pool.query<{ sum: string }>(
        ['runs', 'orders', 'withdrawals', 'webhooks', 'free_scans', 'account_links', 'support_requests', 'outbox']
          .map((table) => `SELECT count(*) FROM ${table}`)
          .join(' UNION ALL ')
          .replace(/^/, 'SELECT sum(count) FROM (')
          .concat(') AS counts'),
      )
    ).rows[0]!.sum,
  );

/** White space, ignorable characters, Hangul fillers and an empty Braille pattern. */
const INVISIBLE = [
  '\u200b',
  '\ufffc',
  '\u{1d159}',
  '\u00ad',
  '\u2060',
  '\u3164',
  '\uffa0',
  '\u2800',
  '\u{e0020}',
  '\ufe0f',
  '\u180e',
  '\u3000',
];

/** Invalid times that some parsers accept: leap seconds, other separators, and nonexistent days and offsets. */
const NO_MOMENTS = [
  '2016-12-31T23:59:60Z',
  '2026-11-21t00:00:00z',
  '2026-11-21 00:00:00Z',
  '2026-11-21T00:00:00',
  '2026-11-21T24:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-02-00T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-21T00:00Z',
  '2026-11-21T00:00:00+24:00',
  '2026-11-21T00:00:00+0100',
  '2026-11-21',
];

function excludedBy(schema: TSchema, isRequired: boolean): [string, unknown][] {
  const { type, format, minLength = 0, maxLength, minItems = 0, maxItems, minimum, maximum, items } = schema;
  const isReadable = type === 'string' && minLength > 0 && !schema.writeOnly;
  const item = type === 'array' ? [exampleBody({ body: items } as never)].flat()[0] : null;
  return [
    ['another type', type === 'object' ? 'text' : { a: 1 }],
    ...(isRequired ? [['nothing', undefined] as [string, undefined]] : []),
    ...(type === 'string' ? [['a control character', 'a text with a \u0000 in it'] as [string, string]] : []),
    ...(isReadable && isRequired
      ? INVISIBLE.map((mark): [string, string] => ['text that nobody sees', mark.repeat(minLength)])
      : []),
    ...(format === 'date-time' ? NO_MOMENTS.map((text): [string, string] => ['no moment', text]) : []),
    ...(minLength > 1 ? [['too short a text', 'x'.repeat(minLength - 1)] as [string, string]] : []),
    ...(maxLength ? [['too long a text', 'x'.repeat(maxLength + 1)] as [string, string]] : []),
    ...(minItems > 0 ? [['too few items', []] as [string, []]] : []),
    ...(maxItems && item !== null ? [['too many items', Array(maxItems + 1).fill(item)] as [string, unknown[]]] : []),
    ...(minimum === undefined ? [] : [['too small a number', minimum - 1] as [string, number]]),
    ...(maximum === undefined ? [] : [['too large a number', maximum + 1] as [string, number]]),
    ...(type === 'integer' ? [['a fraction', (minimum ?? 0) + 0.5] as [string, number]] : []),
  ];
}

test.each(named(withBody))('%s names each wrong field of its body and stores nothing', async (_, route) => {
  const before = await rows();
  const { properties = {}, required = [] } = route.body as TSchema;
  const accepted: unknown[] = [];
  for (const [field, schema] of Object.entries(properties as Record<string, TSchema>)) {
    for (const [what, value] of excludedBy(schema, (required as string[]).includes(field))) {
      const { status, code, errors = [] } = await send(route, { body: { ...exampleBody(route), [field]: value } });
      const isNamed = errors.some(
        ({ pointer }) => pointer.startsWith(`/${field}`) || (pointer === '' && what === 'nothing'),
      );
      if (status !== 400 || code !== 'invalid_request' || !isNamed) accepted.push([field, what, status, code, errors]);
    }
  }
  expect(accepted).toEqual([]);
  const unknown = await send(route, { body: { ...exampleBody(route), 'no/such': 1 } });
  expect(unknown.errors).toContainEqual(expect.objectContaining({ pointer: '/no~1such', code: 'unknown_field' }));
  expect(await rows()).toBe(before);
});

test.each(named(withBody))('%s rejects bodies that are not a JSON object of limited size', async (_, route) => {
  const example = exampleBody(route);
  for (const [body, headers, status, code] of [
    ['{"a": ', {}, 400, 'invalid_json'],
    ['{"__proto__": {"x": 1}}', {}, 400, 'invalid_json'],
    ['[]', {}, 400, 'invalid_request'],
    ['null', {}, 400, 'invalid_request'],
    [example, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [{ ...example, x: 'x'.repeat(70_000) }, {}, 413, 'payload_too_large'],
  ] as const) {
    expect([body, await send(route, { body, headers })]).toMatchObject([body, { status, code }]);
  }
});

test.each(named(routes.filter(({ idempotent }) => idempotent === true)))(
  '%s rejects a missing or malformed Idempotency-Key',
  async (_, route) => {
    for (const key of ['', 'k'.repeat(256), 'schl\u00fcssel']) {
      const refused = { status: 400, code: 'invalid_idempotency_key' };
      expect([key, await send(route, { headers: { 'idempotency-key': key } })]).toMatchObject([key, refused]);
    }
  },
);

const LIST_FLAWS = ['limit=0', 'limit=101', 'limit=x', 'limit=', 'limit=1.5', 'limit=1&limit=2', 'cursor=x', 'cursor='];
test.each(named(withQuery))('%s names each wrong parameter of its query', async (_, route) => {
  const { properties = {} } = route.query as TSchema;
  const moments = ['yesterday', ...NO_MOMENTS].map((text) => `created_after=${encodeURIComponent(text)}`);
  const wrong = [...LIST_FLAWS, ...moments, 'status=no-such', 'kind=scan'].filter((flaw) =>
    Object.hasOwn(properties as object, flaw.split('=')[0]!),
  );
  for (const query of [...wrong, 'nonsense=1']) {
    const { status, code, errors } = await send(route, { query });
    expect([query, status, code]).toEqual([query, 400, 'invalid_request']);
    expect(errors!.map(({ pointer }) => pointer)).toContain(`?${query.split('=')[0]}`);
  }
});

const check = { product: 'idea_check', ...CONSENTED };
const money = { amount: 25_000, currency: 'usd' };
const hook = { url: 'https://hooks.example.com/', eventTypes: ['webhook.test'] };
const link = { email: 'reader@example.com' };
const support = { ...link, subject: 'My run', message: 'It does not end.' };
test.each<[path: string, body: unknown, pointer: string, code: string]>([
  ['/v1/evaluations', { idea: `   ${'x'.repeat(9)}   ` }, '/idea', 'too_short'],
  ['/v1/evaluations', { idea: `${IDEA}\u001b[2J` }, '/idea', 'invalid_characters'],
  ['/v1/evaluations', `{"idea": "${IDEA} \\ud800"}`, '/idea', 'invalid_characters'],
  ['/v1/evaluations', { idea: IDEA, a: JSON.parse('['.repeat(50) + ']'.repeat(50)) }, '/a/0/0/0/0/0/0/0', 'too_deep'],
  ['/v1/evaluations', { idea: IDEA, metadata: { '': 'x' } }, '/metadata/', 'too_short'],
  ['/v1/evaluations', { idea: IDEA, metadata: { key: 7 } }, '/metadata/key', 'wrong_type'],
  ['/v1/evaluations', { idea: IDEA, metadata: { key: 'x'.repeat(501) } }, '/metadata/key', 'too_long'],
  ['/v1/evaluations/batch', { items: [{ idea: IDEA, tone: 'dry' }] }, '/items/0/tone', 'unknown_field'],
  ['/v1/searches', { ...SEARCH, expertise: ['law', ' law '] }, '/expertise', 'duplicate_items'],
  ['/v1/checkout-sessions', { ...check, immediateAccessConsent: false }, '/immediateAccessConsent', 'not_allowed'],
  [
    '/v1/checkout-sessions',
    { ...check, withdrawalLossAcknowledgment: 'true' },
    '/withdrawalLossAcknowledgment',
    'not_allowed',
  ],
  ['/v1/checkout-sessions', { ...check, opportunityId: 'opp_1' }, '/opportunityId', ''],
  ['/v1/checkout-sessions', { ...check, product: 'opportunity' }, '/opportunityId', ''],
  ['/v1/checkout-sessions', { ...check, quantity: 2 }, '/quantity', ''],
  ['/v1/checkout-sessions', { ...check, product: 'opportunity', opportunityId: 'opp_1', quantity: 3 }, '/quantity', ''],
  ['/v1/withdrawals', { ...money, currency: 'USD' }, '/currency', 'not_allowed'],
  ['/v1/webhooks', { ...hook, eventTypes: ['run.failed', 'run.failed'] }, '/eventTypes', 'duplicate_items'],
  ['/v1/webhooks/{id}', {}, '', 'required'],
  [
    '/v1/webhooks/{id}/replay',
    { since: '2026-11-22T00:00:00.000Z', until: '2026-11-21T00:00:00.000Z' },
    '/until',
    'invalid_replay',
  ],
  ['/v1/webhooks/{id}/replay', { deliveryId: newId('whd') }, '/deliveryId', 'unknown_delivery'],
  ['/v1/scan', { email: 'a@example.com\nbcc:b@example.com', idea: IDEA }, '/email', 'invalid_format'],
  ['/v1/scan', { email: 'Reader <reader@example.com>', idea: IDEA }, '/email', 'invalid_format'],
  ['/v1/auth/sign-in-link', { ...link, returnPath: '//evil.example' }, '/returnPath', 'invalid_format'],
  ['/v1/support-requests', { ...support, subject: 'a\r\nBcc: b@example.com' }, '/subject', 'invalid_format'],
])('POST %s rejects %j at %j', async (path, body, pointer, code) => {
  const route = routes.find((one) => one.path === path && one.method === 'POST')!;
  const answer = await send(route, { body });
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.errors).toContainEqual(expect.objectContaining({ pointer, ...(code && { code }) }));
});

test.each([
  ['metadata=acme', '?metadata', 'wrong_type'],
  ['metadata[customer]=a&metadata[customer]=b', '?metadata[customer]', 'wrong_type'],
  ['metadata[customer=x', '?metadata[customer', 'unknown_field'],
])('rejects the metadata filter %s', async (query, pointer, code) => {
  const { body } = await call(api, 'GET', `/v1/runs?${query}`, { key: customer.apiKey });
  expect(body).toMatchObject({ status: 400, errors: [{ pointer, code }] });
});

test('answers 413 to a free scan larger than 16 KiB', async () => {
  const body = (length: number) => ({ ...link, idea: 'x'.repeat(length) });
  expect((await call(api, 'POST', '/v1/scan', { body: body(15_000) })).status).toBe(400);
  expect((await call(api, 'POST', '/v1/scan', { body: body(17_000) })).status).toBe(413);
});

test('answers 503 on routes of an unconfigured service before reading their body', async () => {
  const off = await startApi(db, { settings: { mail: null, mailWebhookSecret: null }, webhooks: null });
  const before = await rows();
  const needing = allRoutes().filter(({ needs, path }) => needs && !path.startsWith('/account') && path !== '/mcp');
  const answered: unknown[] = [];
  for (const route of needing) {
    const { path, init } = requestFor(route, { key: needsTestKey(route) ? testKey : customer.apiKey });
    const body = route.body && route.bodyType !== 'form' ? { body: 'not JSON' } : {};
    const { status } = await fetch(off.url + path, { ...init, ...body });
    if (status !== 503) answered.push([nameOf(route), status]);
  }
  expect(answered).toEqual([]);
  expect(needing.length).toBeGreaterThan(15);
  expect(await rows()).toBe(before);
  await off.close();
});
