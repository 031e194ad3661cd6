import { SCOPES, type Scope } from '../../base/access';
import type { AnyRoute } from '../../http/endpoint';
import { generateApiKey } from '../../modules/accounts/contract';
import { createKey } from '../../modules/accounts/store/keys';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { call, createCustomer, createEvaluation, createSearch, type Customer } from '../support/api';
import { csrfOf, signIn } from '../support/people';
import { allRoutes, askRoute, exampleBody, named, type RequestParts } from '../support/routes';
import { complete } from '../support/runs';
import { useSellingApi } from '../support/use';

// Tests keys, scopes, sessions and origins. The cases come from the endpoint and page tables, so new routes are
// covered.

let customer: Customer;
let cookie: string;
let otherCsrf: string;
const { db, api } = useSellingApi();
beforeAll(async () => {
  customer = await createCustomer(db);
  cookie = await signIn(api, db, 'attacked@example.com');
  otherCsrf = await csrfOf(api, await signIn(api, db, 'attacker@example.com'));
});

const routes = allRoutes();
const keyed = routes.filter(({ auth }) => auth.type === 'key');
const writes = routes.filter(({ method }) => method === 'POST');
const forms = writes.filter(({ bodyType }) => bodyType === 'form');
const accountForms = forms.filter(({ body }) => body && 'csrf' in (body.properties as object));
const ask = (route: AnyRoute, parts: RequestParts, query?: Record<string, string>) =>
  askRoute(api, route, parts, query);

const scopesOf = (route: AnyRoute): Scope[] =>
  Object.values(route.auth)
    .flat()
    .filter((value): value is Scope => (SCOPES as readonly unknown[]).includes(value));

// Each key gets its own account, because an account can have only a few keys.
const keyWith = async (scopes: readonly Scope[]) => (await createCustomer(db, { scopes, credits: 0 })).apiKey;

// Endpoints that relay requests declare no scope, because we check the scope of each relayed request.
test.each(named(keyed.filter(({ relays }) => !relays)))('%s refuses keys without its scope', async (_, route) => {
  const needed = scopesOf(route);
  expect(needed.length).toBeGreaterThan(0);
  const rest = SCOPES.filter((scope) => !needed.includes(scope));
  for (const scopes of [rest, ...rest.map((scope) => [scope])]) {
    const { status, text } = await ask(route, { key: await keyWith(scopes) });
    expect([scopes, status, text.includes('"insufficient_scope"')]).toEqual([scopes, 403, true]);
  }
});

const swapped = (key: string, at: number) => key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);

const WRONG_KEYS: Record<string, (key: string) => [headers: Record<string, string>, query?: Record<string, string>]> = {
  'a wrong character': (key) => [{ 'x-api-key': swapped(key, 20) }],
  'a wrong checksum': (key) => [{ 'x-api-key': swapped(key, key.length - 1) }],
  'another case': (key) => [{ 'x-api-key': key.toUpperCase() }],
  'cut off': (key) => [{ 'x-api-key': key.slice(0, -1) }],
  'the other mode': (key) => [{ 'x-api-key': key.replace('_live_', '_test_') }],
  'well-formed and unknown': () => [{ 'x-api-key': generateApiKey('live') }],
  'a wrong bearer': (key) => [{ authorization: `Bearer ${swapped(key, 20)}` }],
  'a wrong key beside a bearer': (key) => [{ 'x-api-key': swapped(key, 20), authorization: `Bearer ${key}` }],
  'a password': (key) => [{ authorization: `Basic ${Buffer.from(`${key}:${key}`).toString('base64')}` }],
  'no scheme': (key) => [{ authorization: key }],
  'the query': (key) => [{}, { api_key: key, 'x-api-key': key }],
  'a cookie': (key) => [{ cookie: `x-api-key=${key}` }],
  'two at once': (key) => [{ 'x-api-key': `${key}, ${key}` }],
};

test.each(named(keyed))('%s accepts a key only as X-Api-Key or bearer, exactly as issued', async (_, route) => {
  for (const [how, send] of Object.entries(WRONG_KEYS)) {
    const [headers, query] = send(customer.apiKey);
    expect([how, (await ask(route, { headers }, query)).status]).toEqual([how, 401]);
  }
});

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

test.each(named(forms))('%s refuses a form sent by another site', async (_, route) => {
  for (const headers of FOREIGN) {
    const { status, text } = await ask(route, { cookie, headers });
    expect([headers, status]).toEqual([headers, 400]);
    expect(text).toMatch(/another site|origin_not_allowed/);
  }
});

const KEEPS_TEXT = /runs\/new|\/(webhooks|keys|passkeys)$|webhooks\/{id}(\/replay)?$|rename|erase|earnings/;

test.each(named(accountForms))('%s requires a session and its own CSRF token', async (_, route) => {
  const example = exampleBody(route);
  for (const csrf of ['', 'x'.repeat(43), otherCsrf]) {
    const { status, text } = await ask(route, { cookie, body: { ...example, csrf } });
    expect([status, /out of date/i.test(text)]).toEqual([400, true]);
  }
  for (const session of ['session=', `session=${'a'.repeat(43)}`, `session=${otherCsrf}`]) {
    const { status, headers, text } = await ask(route, { cookie: session, body: { ...example, csrf: otherCsrf } });
    // A form with text fields asks the user to sign in from another tab, so that the text is not lost.
    const expected = KEEPS_TEXT.test(route.path) ? [403, null, true] : [303, '/sign-in', false];
    expect([status, headers.get('location'), text.includes('Sign in to continue')]).toEqual(expected);
    expect(text).not.toContain(otherCsrf);
  }
});

const keyFor = async (accountId: string, scopes: Scope[]) =>
  (await createKey(db, { accountId, name: 'key', mode: 'live', scopes })).secret;

test('exports a run only to keys that may read findings and dossiers', async () => {
  const { accountId, apiKey } = await createCustomer(db);
  const { runId } = (await createEvaluation(api, { apiKey }, 'export')).body;
  await complete(db, runId, {});
  const codeFor = async (scopes: Scope[]) =>
    (await call(api, 'GET', `/v1/runs/${runId}/export`, { key: await keyFor(accountId, scopes) })).body?.code;
  for (const scopes of [['runs:read'], ['runs:read', 'findings:read'], ['dossiers:read']] as Scope[][]) {
    expect(await codeFor(scopes)).toBe('insufficient_scope');
  }
  expect(await codeFor(['findings:read', 'dossiers:read'])).not.toBe('insufficient_scope');
});

test('lets a key cancel only runs of the kinds that it may create', async () => {
  const { accountId, apiKey } = await createCustomer(db, { credits: 3 });
  await grantEntitlements(db, accountId, 'custom_search', 3);
  const check = (await createEvaluation(api, { apiKey }, 'check')).body.runId;
  const search = (await createSearch(api, { apiKey }, 'search')).body.runId;
  const cancel = async (runId: string, scope: Scope) =>
    (await call(api, 'POST', `/v1/runs/${runId}/cancel`, { key: await keyFor(accountId, [scope]) })).status;
  expect([await cancel(check, 'runs:read'), await cancel(check, 'searches:create')]).toEqual([403, 403]);
  expect(await cancel(search, 'evaluations:create')).toBe(403);
  expect([await cancel(check, 'evaluations:create'), await cancel(search, 'searches:create')]).toEqual([202, 202]);
});
