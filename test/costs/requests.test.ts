import { Agent, request } from 'node:http';
import { SCOPES } from '../../contracts/access';
import type { AnyRoute } from '../../http/endpoint';
import { MAX_QUERY_LENGTH, MAX_QUERY_PARAMETERS } from '../../http/query-string';
import { createKey } from '../../store/keys/create-key';
import { createCustomer, TEST_MAIL_WEBHOOK_SECRET } from '../support/api';
import { flawOfCost, leastCpu, twentyMs } from '../support/cpu-cost';
import { WEBHOOK_SECRETS } from '../support/shop';
import { mailHeaders, stripeHeaders } from '../support/signed-events';
import { allRoutes, exampleBody, nameOf, needsTestKey, requestFor } from '../support/routes';
import { readSources } from '../support/store-source';
import { use, useSellingApi } from '../support/use';

const { db, api } = useSellingApi();
const keys = use(async () => {
  const { accountId, apiKey } = await createCustomer(db, { plan: 'partner' });
  const test = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: SCOPES });
  return { live: apiKey, test: test.secret };
});

/** Near the limit of Node for the head of a request. */
const HEAD = 14_000;
const BODY = 64_000;
const SIGNED_BODY = 256_000;

/** What is repeated: each kind of mark that a parser divides by, and texts that change their length when normalised. */
const PUMPS = [
  ' ',
  'a',
  'a,',
  ',',
  ';',
  'a;',
  'a=',
  'a=b;',
  '"',
  '\\"',
  'a/b,',
  'a/b;q=0.1,',
  '*/*,',
  'W/"a",',
  '.a',
  '@',
];
const WORDS = [...PUMPS, '-', '<', '%41', '\u0301', 'e\u0301', '\u0301\u0323', '😀', 'İ', '\n', '\u0000'];

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

function send({ method, path, headers, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(api.url + path, { method, agent, headers }, (answer) => {
      answer
        .on('error', reject)
        .on('end', () => resolve(answer.statusCode!))
        .resume();
    });
    sent.on('error', reject).end(body);
  });
}

/** A request to a route as it accepts it. */
function plain(route: AnyRoute): Sent {
  const key = needsTestKey(route) ? keys.test : keys.live;
  const { path, init } = requestFor(route, { key, ...(route.idIsToken && { id: 'a-token' }) });
  const headers = init.headers as Record<string, string>;
  return { method: init.method!, path, headers, ...(init.body && { body: Buffer.from(init.body as string) }) };
}

interface Case {
  route: AnyRoute;
  name: string;
  most: number;
  sent(size: number): Sent;
}

const plainCosts = new Map<AnyRoute, number>();

/** What a route costs with nothing hostile. */
async function plainCost(route: AnyRoute): Promise<number> {
  const cost = plainCosts.get(route) ?? (await leastCpu(() => send(plain(route)), { looks: 8 }));
  plainCosts.set(route, cost);
  return cost;
}

/** The cases that cost more than 20 ms above what their route costs anyway, or more than twice as much for twice the size. */
async function tooDear(cases: readonly Case[]) {
  const cheap = (await twentyMs()) / 5;
  const found: object[] = [];
  for (const { route, name, most, sent } of cases) {
    const measured = {
      most,
      read: (size: number) => send(sent(size)),
      nothing: await plainCost(route),
      limit: twentyMs,
    };
    const flaw = await flawOfCost(measured, cheap);
    if (flaw) found.push({ input: `${nameOf(route)}, ${name}`, ...flaw });
  }
  return found;
}

/** Whole pumps of about this size together. */
const filled = (pump: string, size: number) => pump.repeat(size / pump.length);

const ROUTES = allRoutes().filter(({ uncounted }) => !uncounted);
const withBody = ROUTES.filter(({ body }) => body);

/** Headers that our code and its libraries read, with how a value of theirs begins. */
const HEADERS: Readonly<Record<string, string>> = {
  accept: 'text/html;',
  'accept-encoding': 'gzip;q=1,',
  authorization: 'Bearer ',
  'content-encoding': 'gzip',
  'content-type': 'application/json; charset=',
  cookie: 'noi_session=',
  host: 'localhost',
  'idempotency-key': 'k',
  'if-modified-since': 'Wed, ',
  'if-none-match': 'W/"a",',
  'last-event-id': '1',
  'mcp-protocol-version': '2025-',
  origin: 'http://',
  prefer: 'wait=',
  'sec-fetch-site': 'none',
  'stripe-signature': 't=1,v1=',
  'svix-id': 'msg_',
  'svix-signature': 'v1,',
  'svix-timestamp': '1',
  'user-agent': 'Mozilla/5.0 (',
  'x-api-key': 'noi_live_',
  'x-forwarded-for': '[',
  'x-request-id': 'a',
};

/** Read by Node itself, or of what browsers cannot set. */
const NOT_PARSED = ['content-length'];

test('each header that the code reads is among those that are attacked', () => {
  const READ = /(?:ctx\.get|[^.\w]header|request\.header)\(\s*'([a-z-]+)'\)|headers\['([a-z-]+)'\]/g;
  const sources = ['http', 'api', 'web', 'commands', 'server'].flatMap(readSources);
  const read = sources.flatMap(({ text }) => [...text.matchAll(READ)].map(([, a, b]) => (a ?? b)!));
  const signed = ROUTES.flatMap(({ signedBy = [] }) => signedBy);
  expect(read.length).toBeGreaterThan(15);
  expect([...read, ...signed].filter((name) => !(name in HEADERS) && !NOT_PARSED.includes(name))).toEqual([]);
});

const byName = (name: string) => ROUTES.find((route) => nameOf(route) === name)!;

test.each(['GET /opportunities', 'GET /v1/account', 'POST /sign-in', 'POST /v1/evaluations', 'POST /webhooks/stripe'])(
  'no header costs %s more than 20 ms, or more than twice as much for twice the size',
  async (name) => {
    const cases = Object.entries(HEADERS).flatMap(([header, begins]) =>
      PUMPS.map((pump) => ({
        route: byName(name),
        name: `${header}: ${begins}${pump}`,
        most: HEAD,
        sent(size: number) {
          const { headers, ...rest } = plain(byName(name));
          return { ...rest, headers: { ...headers, [header]: size === 0 ? begins : begins + filled(pump, size) } };
        },
      })),
    );
    expect(await tooDear(cases)).toEqual([]);
  },
);

test('no query costs a route more than 20 ms, or more than twice as much for twice the size', async () => {
  const cases = ROUTES.flatMap((route) => {
    const declared = Object.keys(route.query?.properties ?? { a: 1 });
    // What is not declared is looked at nowhere.
    return (route.query ? WORDS : ['a']).map(encodeURIComponent).map((pump) => ({
      route,
      name: `?${declared[0]}=${pump}`,
      most: MAX_QUERY_LENGTH,
      sent(size: number) {
        const { path, ...rest } = plain(route);
        const each = Math.floor(size / MAX_QUERY_PARAMETERS);
        const parameters = Array.from({ length: size === 0 ? 0 : MAX_QUERY_PARAMETERS }, (_, i) =>
          `${declared[i % declared.length]}=${filled(pump, each)}`.slice(0, each),
        );
        return { ...rest, path: `${path.split('?')[0]}?${parameters.join('&')}`.slice(0, MAX_QUERY_LENGTH) };
      },
    }));
  });
  expect(await tooDear(cases)).toEqual([]);
});

test('no id or token in a path costs more than 20 ms, or more than twice as much for twice the size', async () => {
  const cases = ROUTES.filter(({ path }) => path.includes('{id}')).flatMap((route) =>
    WORDS.map(encodeURIComponent).map((pump) => ({
      route,
      name: `path of ${pump}`,
      most: HEAD,
      sent: (size: number) => ({ ...plain(route), path: route.path.replace('{id}', `a${filled(pump, size)}`) }),
    })),
  );
  expect(cases.length).toBeGreaterThan(100);
  expect(await tooDear(cases)).toEqual([]);
});

/** Bodies of a size, by the way in which they are hostile. */
function bodiesOf(route: AnyRoute): [string, (size: number) => string][] {
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
  const inForms: [string, string][] = [
    ['names', 'a=&'],
    ['a list', 'a[]=&'],
    ['nested names', 'a[b][c]=&'],
    ['brackets', '['],
    ['marks of the form', '&='],
  ];
  const inJson: [string, (size: number) => string][] = [
    ['depth', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['objects in objects', (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
    ['a long list', (size) => `{"a":[${filled('[],', Math.max(0, size - 10))}1]}`],
    ['many names', (size) => `{${Array.from({ length: size / 12 }, (_, i) => `"n${i}":0,`).join('')}"a":1}`],
    ['a long name', (size) => `{"${'n'.repeat(size)}":1}`],
    ['a long number', (size) => `{"a":${'9'.repeat(size + 1)}}`],
    ['escapes', (size) => `{"a":"${'\\u0301'.repeat(size / 6)}"}`],
  ];
  return [
    ...inEachField,
    ...(isForm
      ? inForms.map(([name, pump]): [string, (size: number) => string] => [name, (size) => filled(pump, size)])
      : inJson),
  ];
}

/** The headers by which the provider of a signed body signs it. */
function signatureOf({ signedBy = [] }: AnyRoute, body: Buffer): Record<string, string> {
  if (signedBy.includes('stripe-signature')) return stripeHeaders(body, WEBHOOK_SECRETS.test);
  return signedBy.length > 0 ? mailHeaders(body, TEST_MAIL_WEBHOOK_SECRET, 'msg_1') : {};
}

test('no body costs a route more than 20 ms, or more than twice as much for twice the size', async () => {
  expect(withBody.length).toBeGreaterThan(30);
  const cases = withBody.flatMap((route) =>
    bodiesOf(route).map(([name, write]) => ({
      route,
      name,
      most: route.signedBy ? SIGNED_BODY : (route.maxBodyBytes ?? BODY),
      sent(size: number) {
        const body = Buffer.from(write(size));
        const { headers, ...rest } = plain(route);
        return { ...rest, headers: { ...headers, ...signatureOf(route, body) }, body };
      },
    })),
  );
  expect(await tooDear(cases)).toEqual([]);
});
