import { call, createCustomer, createEvaluation } from '../support/api';
import { useApi } from '../support/use';

/** Largest Problem Details in bytes (docs/interface.md, Statuses). */
const MAX_PROBLEM_BYTES = 16_000;

interface Refusal {
  code: string;
  detail: string;
  instance: string;
  errors: { pointer: string; code: string; detail: string }[];
  errorsOmitted?: number;
}

const { db, api } = useApi();

const post = (body: string, path = '/v1/scan/status') => call<Refusal>(api, 'POST', path, { body });
const repeated = (part: string, times: number) => Array.from({ length: times }, () => part).join(',');
const named = (count: number, name: (i: number) => string) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), 1])));
const CONTROL = '"\\u0000"';

// Without a bound the answer grew with the square of the body: 342 MB for 62 kB.
const DEEP_AND_WIDE = `{"${'k'.repeat(31_000)}":${'['.repeat(7)}${repeated('[]', 11_000)}${']'.repeat(7)}}`;

test.each([
  ['a long name over thousands of elements that are too deep', DEEP_AND_WIDE],
  ['thousands of elements with control characters', `{"${'k'.repeat(10_000)}":[${repeated(CONTROL, 6_000)}]}`],
  ['thousands of unknown fields', named(4_000, (i) => `field${i}`)],
  ['unknown fields with long names', named(20, (i) => `${i}${'n'.repeat(3_000)}`)],
  ['unknown fields whose names need six bytes a character', named(60, (i) => `${i}${'\u0001'.repeat(150)}`)],
  ['unknown fields whose names need four bytes a character', named(60, (i) => `${i}${'𝌆'.repeat(200)}`)],
  ['unknown fields whose names are all slashes', named(30, (i) => `${i}${'~/'.repeat(800)}`)],
  ['arrays in arrays to the end of the body', `${'['.repeat(32_000)}${']'.repeat(32_000)}`],
])('a body of %s gets a small answer that names at most 20 errors', async (_, body) => {
  const { status, text, body: problem } = await post(body);

  expect([status, problem.code]).toEqual([400, 'invalid_request']);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROBLEM_BYTES);
  expect(problem.errors.length).toBeGreaterThan(0);
  expect(problem.errors.length).toBeLessThanOrEqual(20);
  for (const { pointer } of problem.errors) {
    expect(pointer.length).toBeLessThanOrEqual(200);
    expect(pointer.isWellFormed()).toBe(true);
  }
});

test('omitted errors are counted', async () => {
  const wide = (await post(named(500, (i) => `field${i}`))).body;
  // 500 unknown fields plus the two required ones.
  expect([wide.errors.length, wide.errorsOmitted]).toEqual([20, 482]);
  const few = (await post(named(3, (i) => `field${i}`))).body;
  expect([few.errors.length, few.errorsOmitted]).toEqual([5, undefined]);
});

test('errors that are left out because their names are too large are counted as well', async () => {
  const { errors, errorsOmitted } = (await post(named(60, (i) => `${i}${'\u0001'.repeat(150)}`))).body;
  expect(errors.length).toBeLessThan(20);
  expect(errors.length + errorsOmitted!).toBe(60);
});

test('the first element that is too deep ends the search for others', async () => {
  const { errors } = (await post(DEEP_AND_WIDE)).body;
  expect(errors.map(({ code }) => code)).toEqual(['too_deep']);
});

test('items, parameters and paths are bounded as fields are', async () => {
  const customer = await createCustomer(db);
  const search = {
    operatorProfile: 'Energy consultant in Leipzig',
    expertise: Array.from({ length: 20_000 }, () => 1),
  };
  const items = await call<Refusal>(api, 'POST', '/v1/searches', {
    key: customer.apiKey,
    body: search,
    headers: { 'idempotency-key': 'wide' },
  });
  const query = (count: number) => Array.from({ length: count }, (_, i) => `unknown${i}=1`).join('&');
  const parameters = await call<Refusal>(api, 'GET', `/v1/account?${query(100)}`, { key: customer.apiKey });
  const many = await call<Refusal>(api, 'GET', `/v1/account?${query(900)}`, { key: customer.apiKey });
  const long = await call<Refusal>(api, 'GET', `/v1/account?${'n'.repeat(14_000)}=1`, { key: customer.apiKey });
  const path = await call<Refusal>(api, 'GET', `/v1/${'p'.repeat(15_000)}`);

  const all = [items, parameters, many, long, path];
  expect(all.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404]);
  expect([many, long].map(({ body }) => body.code)).toEqual(['query_too_long', 'query_too_long']);
  for (const { text } of all) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROBLEM_BYTES);
  }
  expect(parameters.body.errorsOmitted).toBe(80);
  expect(path.body.instance.length).toBeLessThanOrEqual(1_000);
});

test('a valid request is answered while they are processed', async () => {
  const customer = await createCustomer(db);
  const [answer] = await Promise.all([createEvaluation(api, customer, 'honest'), post(DEEP_AND_WIDE)]);
  expect(answer.status).toBe(202);
});
