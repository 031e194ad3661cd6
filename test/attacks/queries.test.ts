import { SCOPES } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import { createKey } from '../../store/keys/create-key';
import { call, createCustomer } from '../support/api';
import { dearer } from '../support/dearer';
import { allRoutes, nameOf, needsTestKey, requestFor } from '../support/routes';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi();

/** Near the limit of Node for the head of a request. */
const LONG = 14_000;

// Forms are found by their page; what is sent with a body is read in the same way.
const ROUTES = allRoutes().filter(({ linkToken, uncounted }) => !linkToken && !uncounted);

test.each([
  ['of more than a hundred parameters', 'a&'.repeat(LONG / 2)],
  ['of more than 4,096 characters', `a=${'x'.repeat(LONG)}`],
])('no route reads a query %s', async (_, query) => {
  const answers: [string, number, boolean][] = [];
  const { accountId, apiKey } = await createCustomer(db, { plan: 'partner' });
  const test = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: SCOPES });
  for (const route of ROUTES.filter(({ signedBy }) => !signedBy)) {
    const key = needsTestKey(route) ? test.secret : apiKey;
    const { path, init } = requestFor(route, { key, ...(route.idIsToken && { id: 'a-token' }) });
    const response = await fetch(`${api.url}${path.split('?')[0]}?${query}`, init);
    const text = await response.text();
    const says = route.failsAs === 'page' ? 'This address is too long' : 'query_too_long';
    answers.push([nameOf(route), response.status, text.includes(says)]);
  }
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter(([, status, said]) => status !== 400 || !said)).toEqual([]);
});

test.each(['/opportunities', '/sign-in', '/v1/opportunities', '/v1/scan/confirm'])(
  'the longest query costs %s no more than a few plain requests',
  async (path) => {
    const accept = { headers: { accept: 'text/html' } };
    const ask = (query: string) => () => call(api, 'GET', `${path}?${query}`, accept);
    expect(await dearer(ask('a&'.repeat(LONG / 2)), ask('a'))).toBeLessThan(5);
  },
);

test('the longest query that is read costs no more than a few plain requests', async () => {
  const ask = (query: string) => () =>
    call(api, 'GET', `/opportunities?${query}`, { headers: { accept: 'text/html' } });
  const answer = await ask(`${'a&'.repeat(99)}a=${'x'.repeat(3_800)}`)();
  expect(answer.status).toBe(200);
  expect(await dearer(ask(`${'a&'.repeat(99)}a=${'x'.repeat(3_800)}`), ask('a'))).toBeLessThan(5);
});

test('a Prefer header as long as Node lets through costs no more than a few plain requests', async () => {
  const { apiKey: key } = await createCustomer(db);
  const ask = (prefer: string) => () => call(api, 'GET', `/v1/runs/${newId('run')}`, { key, headers: { prefer } });
  for (const near of [`wait=${' '.repeat(LONG)}"a"b`, `wait${' '.repeat(LONG)}=`, 'wait=,'.repeat(LONG / 6)]) {
    expect((await ask(near)()).status).toBe(404);
    expect(await dearer(ask(near), ask('wait=0'))).toBeLessThan(5);
  }
});
