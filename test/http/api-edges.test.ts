import { sampleFindings } from '../../contracts/sample-findings';
import { SERVICE_VERSION } from '../../contracts/versions';
import { releasesOf } from '../../web/developers/texts/changes';
import { call, createCustomer, IDEA, type Customer } from '../support/api';
import { complete } from '../support/run-states';
import { useApi } from '../support/use';

const { db, api } = useApi();

let customer: Customer;
beforeEach(async () => {
  customer = await createCustomer(db);
});

const create = async (key: string) => {
  const headers = { 'idempotency-key': key };
  const options = { key: customer.apiKey, headers, body: { idea: IDEA, metadata: { key: 'all' } } };
  return (await call<{ runId: string }>(api, 'POST', '/v1/evaluations', options)).body.runId;
};

test('a key works as Authorization: Bearer as it does in X-Api-Key, which decides where both are sent', async () => {
  const bearer = (key: string, headers = {}) =>
    call(api, 'GET', '/v1/account', { headers: { authorization: `Bearer ${key}`, ...headers } });
  expect((await bearer(customer.apiKey)).body).toMatchObject({ accountId: customer.accountId });
  expect(await bearer('noi_live_nothing')).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  expect((await bearer('noi_live_nothing', { 'x-api-key': customer.apiKey })).status).toBe(200);
  const basic = { authorization: 'Basic bm9pOmtleQ==' };
  const refused = await call(api, 'GET', '/v1/account', { headers: basic });
  expect(refused).toMatchObject({ status: 401, body: { code: 'missing_api_key' } });
  for (const { headers } of [await bearer(customer.apiKey), refused]) {
    expect(headers.get('noi-version')).toBe(SERVICE_VERSION);
  }
});

test('lists select what was created in a span of time, page by page, whatever else selects', async () => {
  const old = await create('old');
  const moment = new Date();
  // Ids sort by the millisecond.
  while (Date.now() === moment.getTime());
  const [first, second] = [await create('first'), await create('second')];
  const idsOf = async (query: string) => {
    const { body } = await call<{ data: { runId: string }[] }>(api, 'GET', `/v1/runs?${query}`, {
      key: customer.apiKey,
    });
    return body.data.map(({ runId }) => runId);
  };
  const at = encodeURIComponent(new Date(moment.getTime() + 1).toISOString());
  for (const more of ['', '&status=queued', '&metadata[key]=all']) {
    expect(await idsOf(`created_after=${at}${more}`)).toEqual([second, first]);
    expect(await idsOf(`created_before=${at}${more}`)).toEqual([old]);
    expect(await idsOf(`created_after=${at}&created_before=${at}${more}`)).toEqual([]);
    expect(await idsOf(`created_after=${at}&limit=1&cursor=${second}${more}`)).toEqual([first]);
  }
  for (const path of ['/v1/orders', '/v1/runs']) {
    const refused = await call(api, 'GET', `${path}?created_after=yesterday`, { key: customer.apiKey });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '?created_after' }] } });
  }
  expect((await call(api, 'GET', `/v1/orders?created_before=${at}`, { key: customer.apiKey })).status).toBe(200);
});

test('findings have only the members that are asked for, under a tag of their own; others are refused by name', async () => {
  const runId = await create('fields');
  await complete(db, runId, sampleFindings);
  const read = (query: string, headers = {}) =>
    call(api, 'GET', `/v1/runs/${runId}/findings${query}`, { key: customer.apiKey, headers });
  const whole = await read('');
  const part = await read('?fields=verdict,%20runId');
  expect(part.body).toEqual({ runId: whole.body.runId, verdict: whole.body.verdict });
  const etag = part.headers.get('etag')!;
  expect(etag).not.toBe(whole.headers.get('etag'));
  expect((await read('?fields=runId,verdict', { 'if-none-match': etag })).status).toBe(304);
  for (const fields of ['verdict,score', 'constructor', ',']) {
    const refused = await read(`?fields=${fields}`);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '?fields', code: 'unknown_field' }] } });
  }
});

test('the feed of changes has each release with what it changes for developers', async () => {
  const { text, headers } = await call(api, 'GET', '/developers/changes.atom');
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/);
  expect(text).toMatch(/<title>1\.0\.0<\/title>\s+<updated>2026-11-01T00:00:00Z<\/updated>/);
  expect(text).toContain('&lt;li&gt;The API `v1`: OpenAPI 3.1');
  const log =
    '# C\n\n## Unreleased\n\n### For developers\n\n- No.\n\n## 2.1.0 (May 2027)\n\n### For buyers\n\n- No.\n\n### For developers\n\n- One,\n  <two>.\n- Three.\n';
  expect(releasesOf(log)).toEqual([{ version: '2.1.0', day: '2027-05-01', changes: ['One, <two>.', 'Three.'] }]);
});
