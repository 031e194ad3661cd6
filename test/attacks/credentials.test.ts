import { SCOPES, type Scope } from '../../contracts/access';
import { generateApiKey } from '../../contracts/api-key';
import type { AnyRoute } from '../../http/endpoint';
import { createKey } from '../../store/keys/create-key';
import { createCustomer, type Customer } from '../support/api';
import { csrfOf, signIn } from '../support/people';
import { allRoutes, exampleBody, nameOf, needsTestKey, requestFor, type RequestParts } from '../support/routes';
import { useSellingApi } from '../support/use';

// Keys, scopes, sessions and origins; derived from the tables of endpoints and pages, so additions are covered.

let customer: Customer;
let testKey: string;
let cookie: string;
let otherCsrf: string;
const { db, api } = useSellingApi();
beforeAll(async () => {
  customer = await createCustomer(db);
  const { accountId } = customer;
  ({ secret: testKey } = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: SCOPES }));
  cookie = await signIn(api, db, 'attacked@example.com');
  otherCsrf = await csrfOf(api, await signIn(api, db, 'attacker@example.com'));
});

const named = (routes: readonly AnyRoute[]) => routes.map((route) => [nameOf(route), route] as const);
const routes = allRoutes();
const keyed = routes.filter(({ auth }) => auth.type === 'key');
const writes = routes.filter(({ method }) => method === 'POST');
const forms = writes.filter(({ bodyType }) => bodyType === 'form');
const accountForms = forms.filter(({ body }) => body && 'csrf' in (body.properties as object));

async function ask(route: AnyRoute, parts: RequestParts): Promise<{ status: number; text: string; location: string }> {
  const { path, init } = requestFor(route, parts);
  const response = await fetch(api.url + path, init);
  return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' };
}

/** All scopes that a route names. */
const scopesOf = (route: AnyRoute): Scope[] =>
  Object.values(route.auth)
    .flat()
    .filter((value): value is Scope => (SCOPES as readonly unknown[]).includes(value));

// An account of its own: each may have a limited number of keys.
const keyWith = async (scopes: readonly Scope[]) => (await createCustomer(db, { scopes, credits: 0 })).apiKey;

// What relays needs the scopes of the requests that it makes.
const scoped = keyed.filter(({ relays }) => !relays);

test.each(named(scoped))('%s refuses every key that lacks its scope', async (_, route) => {
  const needed = scopesOf(route);
  expect(needed.length).toBeGreaterThan(0);
  const rest = SCOPES.filter((scope) => !needed.includes(scope));
  const refusals = await Promise.all(
    [rest, ...rest.map((scope) => [scope])].map(async (scopes) => {
      const { status, text } = await ask(route, { key: await keyWith(scopes) });
      return [scopes.length, status, text.includes('"insufficient_scope"')] as const;
    }),
  );
  expect(refusals.filter(([, status, detail]) => status !== 403 || !detail)).toEqual([]);
});

/** Malformed or misplaced keys: none is a valid key in X-Api-Key, or else as a bearer. */
const WRONG_KEYS: Record<string, (key: string) => { headers?: Record<string, string>; query?: string }> = {
  'one character of it is another': (key) => ({ headers: { 'x-api-key': swapped(key, 20) } }),
  'the checksum is another': (key) => ({ headers: { 'x-api-key': swapped(key, key.length - 1) } }),
  'its case is another': (key) => ({ headers: { 'x-api-key': key.toUpperCase() } }),
  'it is cut off': (key) => ({ headers: { 'x-api-key': key.slice(0, -1) } }),
  'it is of the other mode': (key) => ({ headers: { 'x-api-key': key.replace('_live_', '_test_') } }),
  'it is well-formed and unknown': () => ({ headers: { 'x-api-key': generateApiKey('live') } }),
  'one character of a bearer is another': (key) => ({ headers: { authorization: `Bearer ${swapped(key, 20)}` } }),
  'a wrong one comes beside a bearer': (key) => ({
    headers: { 'x-api-key': swapped(key, 20), authorization: `Bearer ${key}` },
  }),
  'it comes as a password': (key) => ({
    headers: { authorization: `Basic ${Buffer.from(`${key}:${key}`).toString('base64')}` },
  }),
  'it has no scheme': (key) => ({ headers: { authorization: key } }),
  'it comes in the query': (key) => ({ query: `api_key=${key}&x-api-key=${key}` }),
  'it comes as a cookie': (key) => ({ headers: { cookie: `x-api-key=${key}` } }),
  'two come at once': (key) => ({ headers: { 'x-api-key': `${key}, ${key}` } }),
};

function swapped(key: string, at: number): string {
  return key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
}

test.each(named(keyed))('%s takes a key in X-Api-Key, or as a bearer, as it is, and nothing else', async (_, route) => {
  const answers = await Promise.all(
    Object.entries(WRONG_KEYS).map(async ([how, send]) => {
      const { headers, query } = send(customer.apiKey);
      const { path, init } = requestFor(route, headers ? { headers } : {});
      const { status } = await fetch(api.url + path + (query ? `${path.includes('?') ? '&' : '?'}${query}` : ''), init);
      return [how, status] as const;
    }),
  );
  expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
});

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

test.each(named(forms))(
  '%s refuses what a page of another site sends, with the browser’s own cookies',
  async (_, route) => {
    const answers = await Promise.all(FOREIGN.map((headers) => ask(route, { cookie, headers })));
    expect(
      answers.filter(({ status, text }) => status !== 400 || !/another site|origin_not_allowed/.test(text)),
    ).toEqual([]);
  },
);

test.each(named(writes.filter(({ bodyType, body }) => body && bodyType === undefined)))(
  '%s takes no body that a page of another site can send without being asked',
  async (_, route) => {
    const key = needsTestKey(route) ? testKey : customer.apiKey;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status } = await ask(route, { key, headers: { 'content-type': type } });
      expect([type, status]).toEqual([type, 415]);
    }
  },
);

test('the account pages have forms to attack', () => {
  expect(accountForms.length).toBeGreaterThan(3);
});

const KEEPS_TEXT = ['/account/runs/new', '/account/webhooks'];

test.each(named(accountForms))(
  '%s is refused without the token of its own session, and leads to sign-in without one',
  async (_, route) => {
    const example = exampleBody(route);
    for (const csrf of ['', 'x'.repeat(43), otherCsrf]) {
      const { status, text } = await ask(route, { cookie, body: { ...example, csrf } });
      expect(status).toBe(400);
      expect(text).toMatch(/out of date/i);
    }
    for (const session of ['session=', `session=${'a'.repeat(43)}`, `session=${otherCsrf}`]) {
      const { status, location, text } = await ask(route, { cookie: session, body: { ...example, csrf: otherCsrf } });
      // A form of long texts asks for a sign-in in another tab, so that they are not lost.
      const keepsText = KEEPS_TEXT.includes(route.path);
      expect([status, location, text.includes('Sign in to continue')]).toEqual(
        keepsText ? [403, '', true] : [303, '/sign-in', false],
      );
      expect(text).not.toContain(otherCsrf);
    }
  },
);

test('a session that an attacker chose is never taken over by who signs in', async () => {
  const chosen = `session=${'f'.repeat(43)}`;
  const signedIn = await signIn(api, db, 'fixed@example.com');
  expect(signedIn).not.toBe(chosen);
  const { status } = await ask(
    routes.find((route) => nameOf(route) === 'GET /account')!,
    { cookie: chosen },
  );
  expect(status).toBe(303);
});

test('no credential that was sent is in the log', () => {
  const log = api.logged.join('\n');
  const [, session] = cookie.split('=');
  for (const secret of [customer.apiKey, customer.apiKey.toUpperCase(), session!, otherCsrf]) {
    expect(log).not.toContain(secret);
  }
  expect(log.length).toBeGreaterThan(1_000);
});
