import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AnyRoute } from '../../http/endpoint';
import { createCustomer, type Customer } from '../support/api';
import { csrfOf, signIn } from '../support/people';
import { allRoutes, askRoute, exampleBody, named, nameOf, requestFor } from '../support/routes';
import { useSellingApi } from '../support/use';
import { createVictim, type Victim } from '../support/victim';

// Tests hostile text in SQL, pages and links. The cases come from the tables of endpoints and pages, so new routes are
// covered.

const SQL = [
  `'; DROP TABLE runs; --`,
  `' OR '1'='1`,
  `\\'; SELECT pg_sleep(30); --`,
  `$1); DELETE FROM accounts; --`,
  `%' UNION SELECT hash FROM api_keys --`,
];

/** This text becomes an element or an attribute if it is not escaped. */
const MARKUP = `"'><noi-needle onload=alert(1)><script>alert(1)</script>" onneedle="x`;
const UNESCAPED = /<noi-needle|<script>alert|" onneedle=/;

let customer: Customer;
let victim: Victim;
let cookie: string;
let csrf: string;
const { db, api, provider } = useSellingApi();
beforeAll(async () => {
  customer = await createCustomer(db, { credits: 200 });
  victim = await createVictim(api, db, 'live', MARKUP);
  cookie = await signIn(api, db, victim.email);
  csrf = await csrfOf(api, cookie);
});

const routes = allRoutes();
const pages = routes.filter(({ failsAs, method }) => failsAs === 'page' && method === 'GET');
const isForm = ({ bodyType }: AnyRoute) => bodyType === 'form';

/** Names of a schema's text fields, and whether each is a list. */
function textFields(schema: AnyRoute['body']): [name: string, list: boolean][] {
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, { type?: string; anyOf?: object[] }>);
  return fields.flatMap(([name, { type, anyOf }]): [string, boolean][] => {
    if (type === 'array') return [[name, true]];
    return type === 'string' || type === undefined || anyOf ? [[name, false]] : [];
  });
}

/** One request per body and query field, with the attack in that field. */
function attacks(route: AnyRoute, attack: string): { body?: object; query?: Record<string, string> }[] {
  const hasFields = route.body && route.bodyType !== 'raw';
  const example = hasFields ? exampleBody(route) : {};
  const valid = { ...example, ...('csrf' in example && { csrf }) };
  return [
    ...(hasFields ? textFields(route.body) : []).map(([name, list]) => ({
      body: { ...valid, [name]: list ? [attack] : attack },
    })),
    ...textFields(route.query).map(([name]) => ({ query: { [name]: attack } })),
  ];
}

/** A route's responses. The only server error allowed is 503, for parts that are not configured. */
async function answers(route: AnyRoute, sent: ReturnType<typeof attacks>, id?: string) {
  const all = [];
  for (const { body, query } of sent) {
    // The session keeps forms and pages from redirecting to the sign-in page.
    const key = route.auth.type === 'key' ? customer.apiKey : undefined;
    all.push(await askRoute(api, route, { key, cookie, body, id }, query));
  }
  expect(all.filter(({ status }) => status >= 500 && status !== 503).map((each) => each.text)).toEqual([]);
  return all;
}
const unescaped = (all: Awaited<ReturnType<typeof answers>>) =>
  all.filter((each) => each.isHtml && UNESCAPED.test(each.text)).map((each) => each.text);

test.each(named(routes.filter((route) => attacks(route, 'x').length > 0)))(
  '%s never treats text as SQL',
  async (_, route) => {
    await answers(
      route,
      SQL.flatMap((sql) => attacks(route, sql)),
    );
    expect(api.logged.filter((line) => /syntax error|"42601"|internal_error/.test(line))).toEqual([]);
  },
);

// Parameters that a page might read without declaring them.
const GUESSES = 'product return next email token order session_id q error kind cursor'.split(' ');

test.each(named(pages))('%s escapes stored and submitted text', async (_, route) => {
  const guesses = GUESSES.map((name) => ({ query: { [name]: MARKUP } }));
  for (const id of (route.id && victim.owned[route.id.prefix]) ?? [undefined]) {
    expect(unescaped(await answers(route, [{}, ...attacks(route, MARKUP), ...guesses], id))).toEqual([]);
  }
});

test('escapes submitted text in forms', async () => {
  for (const route of routes.filter(isForm)) {
    expect([nameOf(route), unescaped(await answers(route, attacks(route, MARKUP)))]).toEqual([nameOf(route), []]);
  }
});

/** Sends the path and headers unchanged; `fetch` would normalize them. Returns the response's headers and text. */
function sendRaw(path: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (answer) => {
      text(answer).then((body) => resolve(JSON.stringify(answer.headers) + body), reject);
    })
      .on('error', reject)
      .end();
  });
}

test('never repeats the host that a request claims', async () => {
  const claims = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const { path, init } = requestFor(route, { key: customer.apiKey, cookie });
    const answer = await sendRaw(path, { ...(init.headers as Record<string, string>), ...claims });
    expect([nameOf(route), answer.includes('evil.example')]).toEqual([nameOf(route), false]);
  }
});

const AWAY = ['https://evil.example/', '//evil.example', '/\\evil.example', '/%09/evil.example', 'javascript:alert(1)'];

test.each(named(routes.filter(({ failsAs }) => failsAs === 'page' || failsAs === 'negotiated')))(
  '%s never redirects or links to another site',
  async (_, route) => {
    for (const to of AWAY) {
      const query = Object.fromEntries(['return', 'returnPath', 'next', 'redirect', 'url'].map((name) => [name, to]));
      const example = route.body ? exampleBody(route) : null;
      // The session keeps forms from redirecting to the sign-in page. Signing out would end the session for the next
      // cases.
      const own = example && 'csrf' in example && route.path !== '/sign-out' && { csrf };
      const body = example ? { ...example, returnPath: to, ...own } : undefined;
      const answer = await askRoute(api, route, { cookie, body }, query);
      const { origin } = new URL(answer.headers.get('location') ?? '/', api.url);
      expect([api.url, provider.url]).toContain(origin);
      expect(answer.text).not.toMatch(/(href|action|src)="(https?:)?[/\\]{2}evil|href="javascript/i);
    }
  },
);

test('never links to another site from the retry link of a failed address', async () => {
  for (const path of ['//evil.example/', '/\\evil.example/', 'http://evil.example/', 'http://evil.example\\@x/']) {
    expect(await sendRaw(path, { accept: 'text/html' })).not.toMatch(/href="[^"]*evil/);
  }
});
