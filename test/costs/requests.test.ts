import { Agent, request } from 'node:http';
import { SCOPES } from '../../base/access';
import type { AnyRoute } from '../../http/endpoint';
import { MAX_QUERY_LENGTH, MAX_QUERY_PARAMETERS } from '../../http/query-string';
import { createKey } from '../../modules/accounts/store/keys';
import { createCustomer, TEST_MAIL_WEBHOOK_SECRET } from '../support/api';
import { growingTooFast, leastCpu, type Sized } from '../support/measures';
import { allRoutes, exampleBody, nameOf, needsTestKey, requestFor } from '../support/routes';
import { WEBHOOK_SECRETS } from '../support/shop';
import { use, useSellingApi } from '../support/use';
import { mailHeaders, stripeHeaders } from '../support/webhooks';

// CPU time must not grow faster than the input, on any route and for any kind of input: four times the input may take
// about four times the CPU.

const { db, api } = useSellingApi();
const keys = use(async () => {
  const { accountId, apiKey } = await createCustomer(db, { plan: 'partner' });
  const test = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: SCOPES });
  return { live: apiKey, test: test.secret };
});

/** `HEAD` is just below Node's limit for request headers. */
const HEAD = 14_000;
const BODY = 64_000;
const SIGNED_BODY = 256_000;

/** Strings to repeat: separators that parsers split at, and characters whose length changes when normalized. */
const PUMPS = ' |a|a,|,|;|a;|a=|a=b;|"|\\"|a/b,|a/b;q=0.1,|*/*,|W/"a",|.a|@'.split('|');
const WORDS = [...PUMPS, '-', '<', '%41', '\u0301', 'e\u0301', '\u0301\u0323', '😀', 'İ', '\n', '\u0000'];

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

function send({ method, path, headers, body }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(api.url + path, { method, agent, headers }, (answer) => {
      answer.on('error', reject).on('end', resolve).resume();
    });
    sent.on('error', reject).end(body);
  });
}

function plain(route: AnyRoute): Sent {
  const key = needsTestKey(route) ? keys.test : keys.live;
  const { path, init } = requestFor(route, { key, ...(route.idIsToken && { id: 'a-token' }) });
  const headers = init.headers as Record<string, string>;
  return { method: init.method!, path, headers, ...(init.body && { body: Buffer.from(init.body as string) }) };
}

/** Repeats `pump` as many whole times as fit into `size` bytes. */
const filled = (pump: string, size: number) => pump.repeat(size / pump.length);

const ROUTES = allRoutes().filter(({ uncounted }) => !uncounted);

type Case = Pick<Sized, 'name' | 'most'> & { sent(size: number): Sent };

/** Cases that cost too much compared with a valid request to the same route. */
async function tooExpensive(routes: readonly AnyRoute[], casesOf: (route: AnyRoute) => Case[]) {
  const found = [];
  for (const route of routes) {
    const inputs = casesOf(route).map(({ name, most, sent }) => ({
      name: `${nameOf(route)}: ${name}`,
      most,
      read: (size: number) => send(sent(size)),
    }));
    found.push(...(await growingTooFast(inputs, await leastCpu(() => send(plain(route)), { looks: 8 }))));
  }
  return found;
}

/** Headers that our code and its libraries parse, each with the start of a value. */
const HEADERS: Readonly<Record<string, string>> = {
  accept: 'text/html;',
  'accept-encoding': 'gzip;q=1,',
  authorization: 'Bearer ',
  'content-type': 'application/json; charset=',
  cookie: 'noi_session=',
  'idempotency-key': 'k',
  'if-none-match': 'W/"a",',
  origin: 'http://',
  prefer: 'wait=',
  'stripe-signature': 't=1,v1=',
  'svix-signature': 'v1,',
  'user-agent': 'Mozilla/5.0 (',
  'x-api-key': 'noi_live_',
  'x-forwarded-for': '[',
  'x-request-id': 'a',
};
const HEADER_ROUTES = ['GET /opportunities', 'GET /v1/account', 'POST /v1/evaluations', 'POST /webhooks/stripe'];

test('parses headers in linear time', async () => {
  const found = await tooExpensive(
    ROUTES.filter((route) => HEADER_ROUTES.includes(nameOf(route))),
    (route) =>
      Object.entries(HEADERS).flatMap(([header, begins]) =>
        PUMPS.map((pump) => ({
          name: `${header}: ${begins}${pump}`,
          most: HEAD,
          sent(size) {
            const { headers, ...rest } = plain(route);
            return { ...rest, headers: { ...headers, [header]: begins + filled(pump, size) } };
          },
        })),
      ),
  );
  expect(found).toEqual([]);
});

test('parses queries in linear time', async () => {
  const found = await tooExpensive(ROUTES, (route) => {
    const declared = Object.keys(route.query?.properties ?? { a: 1 });
    // Undeclared parameters are never read, so one pump is enough.
    return (route.query ? WORDS : ['a']).map(encodeURIComponent).map((pump) => ({
      name: `?${declared[0]}=${pump}`,
      most: MAX_QUERY_LENGTH,
      sent(size) {
        const { path, ...rest } = plain(route);
        const each = Math.floor(size / MAX_QUERY_PARAMETERS);
        const parameters = Array.from({ length: MAX_QUERY_PARAMETERS }, (_, i) =>
          `${declared[i % declared.length]}=${filled(pump, each)}`.slice(0, each),
        );
        return { ...rest, path: `${path.split('?')[0]}?${parameters.join('&')}`.slice(0, MAX_QUERY_LENGTH) };
      },
    }));
  });
  expect(found).toEqual([]);
});

test('parses IDs and tokens in paths in linear time', async () => {
  const found = await tooExpensive(
    ROUTES.filter(({ path }) => path.includes('{id}')),
    (route) =>
      WORDS.map(encodeURIComponent).map((pump) => ({
        name: `path of ${pump}`,
        most: HEAD,
        sent: (size) => ({ ...plain(route), path: route.path.replace('{id}', `a${filled(pump, size)}`) }),
      })),
  );
  expect(found).toEqual([]);
});

function bodiesOf(route: AnyRoute): [name: string, write: (size: number) => string][] {
  const isForm = route.bodyType === 'form';
  const example = exampleBody(route);
  const texts = Object.entries(example).filter(([, value]) => typeof value === 'string');
  const written = (fields: object) =>
    isForm ? new URLSearchParams(fields as Record<string, string>).toString() : JSON.stringify(fields);
  const inEachField = WORDS.map((pump): [string, (size: number) => string] => [
    `fields of ${JSON.stringify(pump)}`,
    (size) => {
      const each = Math.floor((size / (texts.length || 1) / written({ pump }).length) * pump.length);
      const fields = texts.map(([name, value]) => [name, `${String(value)}${filled(pump, each)}`] as const);
      return written({ ...example, ...Object.fromEntries(fields) });
    },
  ]);
  if (isForm) {
    const pumps = ['a=&', 'a[]=&', 'a[b][c]=&', '[', '&='];
    return [...inEachField, ...pumps.map((pump): (typeof inEachField)[0] => [pump, (size) => filled(pump, size)])];
  }
  return [
    ...inEachField,
    ['depth', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['objects in objects', (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
    ['a long list', (size) => `{"a":[${filled('[],', Math.max(0, size - 10))}1]}`],
    ['many names', (size) => `{${Array.from({ length: size / 12 }, (_, i) => `"n${i}":0,`).join('')}"a":1}`],
    ['a long name', (size) => `{"${'n'.repeat(size)}":1}`],
    ['a long number', (size) => `{"a":${'9'.repeat(size + 1)}}`],
    ['escapes', (size) => `{"a":"${'\\u0301'.repeat(size / 6)}"}`],
  ];
}

function signatureOf({ signedBy = [] }: AnyRoute, body: Buffer): Record<string, string> {
  if (signedBy.includes('stripe-signature')) return stripeHeaders(body, WEBHOOK_SECRETS.test);
  return signedBy.length > 0 ? mailHeaders(body, TEST_MAIL_WEBHOOK_SECRET, 'msg_1') : {};
}

test('parses bodies in linear time', async () => {
  const found = await tooExpensive(
    ROUTES.filter(({ body }) => body),
    (route) =>
      bodiesOf(route).map(([name, write]) => ({
        name,
        most: route.signedBy ? SIGNED_BODY : (route.maxBodyBytes ?? BODY),
        sent(size) {
          const body = Buffer.from(write(size));
          const { headers, ...rest } = plain(route);
          return { ...rest, headers: { ...headers, ...signatureOf(route, body) }, body };
        },
      })),
  );
  expect(found).toEqual([]);
});
