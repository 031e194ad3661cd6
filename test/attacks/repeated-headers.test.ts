import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { SCOPES } from '../../contracts/access';
import type { AnyRoute } from '../../http/endpoint';
import { createKey } from '../../store/keys/create-key';
import { countEntitlements } from '../../store/entitlements/count-entitlements';
import { createCustomer, createEvaluation, IDEA, TEST_MAIL_WEBHOOK_SECRET, type Customer } from '../support/api';
import { WEBHOOK_SECRETS } from '../support/shop';
import { allRoutes, named, nameOf, needsTestKey, requestFor, type RequestParts } from '../support/routes';
import { useSellingApi } from '../support/use';
import { mailHeaders, stripeHeaders } from '../support/webhooks';

let customer: Customer;
let testKey: string;
const { db, api } = useSellingApi();
beforeAll(async () => {
  customer = await createCustomer(db);
  ({ secret: testKey } = await createKey(db, { ...customer, name: 'test', mode: 'test', scopes: SCOPES }));
});

type Line = [name: string, value: string];

interface Answer {
  status: number;
  body: { code?: string; errors?: { pointer: string }[] };
}

/** Sends header lines as they are, which `fetch` would join. */
function send(method: string, path: string, lines: Line[], body = ''): Promise<Answer> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const headers = [...lines, ['Host', hostname], ['Content-Length', `${Buffer.byteLength(body)}`]].flat();
    request({ hostname, port, method, path, headers }, (answer) => {
      text(answer).then(
        (sent) => resolve({ status: answer.statusCode!, body: JSON.parse(sent || '{}') as Answer['body'] }),
        reject,
      );
    })
      .on('error', reject)
      .end(body);
  });
}

/** Sends a valid request of the table, with one of its headers replaced by these lines. */
function ask(route: AnyRoute, lines: Line[], parts: RequestParts = {}): Promise<Answer> {
  const { path, init } = requestFor(route, parts);
  const replaced = new Set(lines.map(([name]) => name.toLowerCase()));
  const others = Object.entries(init.headers as Record<string, string>).filter(([name]) => !replaced.has(name));
  return send(init.method!, path, [...others, ...lines], (init.body as string | undefined) ?? '');
}

/** Ways to repeat a header: equal, different, in another case, empty. */
const repeated = (name: string, value: string): Line[][] =>
  [
    [name, value],
    [name, `${value}2`],
    [name.toUpperCase(), value],
    [name, ''],
  ].map((second) => [[name, value], second as Line]);

const routes = allRoutes();
const keyFor = (route: AnyRoute) => (needsTestKey(route) ? testKey : customer.apiKey);

test.each(named(routes.filter(({ idempotent }) => idempotent)))(
  '%s rejects a repeated Idempotency-Key',
  async (_, route) => {
    for (const lines of repeated('Idempotency-Key', 'K')) {
      expect(await ask(route, lines, { key: keyFor(route) })).toMatchObject({
        status: 400,
        body: { code: 'invalid_idempotency_key', errors: [{ pointer: 'Idempotency-Key' }] },
      });
    }
  },
);

test('a repeated Idempotency-Key spends no credit, and works once sent once', async () => {
  const unused = async () => (await countEntitlements(db, customer.accountId, 'live'))[0]!.unused;
  const before = await unused();
  const create = routes.find((route) => nameOf(route) === 'POST /v1/evaluations')!;
  const twice = repeated('Idempotency-Key', 'K')[0]!;
  expect((await ask(create, twice, { key: customer.apiKey, body: { idea: IDEA } })).status).toBe(400);
  expect(await unused()).toBe(before);
  expect((await createEvaluation(api, customer, 'K')).status).toBe(202);
  expect(await unused()).toBe(before - 1);
});

test.each(named(routes.filter(({ streams }) => streams)))('%s rejects a repeated Last-Event-ID', async (_, route) => {
  for (const lines of repeated('Last-Event-ID', '1')) {
    expect(await ask(route, lines, { key: keyFor(route) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: 'Last-Event-ID' }] },
    });
  }
});

const EVENT = JSON.stringify({ id: 'evt_1', type: 'x', livemode: true, created: 1, data: { object: {} } });
const SIGNED: Record<string, Record<string, string>> = {
  '/webhooks/stripe': stripeHeaders(Buffer.from(EVENT), WEBHOOK_SECRETS.live),
  '/webhooks/resend': mailHeaders(Buffer.from(EVENT), TEST_MAIL_WEBHOOK_SECRET, 'msg_1'),
};
const signatures = routes.flatMap(({ path, signedBy = [] }) => signedBy.map((name) => [path, name] as const));

test.each(signatures)('POST %s rejects a repeated %s', async (path, name) => {
  const headers = SIGNED[path]!;
  const others = Object.entries(headers).filter(([other]) => other !== name);
  expect(await send('POST', path, Object.entries(headers), EVENT)).toMatchObject({ status: 200 });
  for (const lines of repeated(name, headers[name]!)) {
    expect(await send('POST', path, [...others, ...lines], EVENT)).toMatchObject({ status: 400 });
  }
});

test.each(named(routes.filter(({ auth }) => auth.type === 'key')))('%s answers 401 to two keys', async (_, route) => {
  for (const [name, value] of [
    ['X-Api-Key', keyFor(route)],
    ['Authorization', `Bearer ${keyFor(route)}`],
  ] as const) {
    for (const lines of repeated(name, value)) expect((await ask(route, lines)).status).toBe(401);
  }
});
