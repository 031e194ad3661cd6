import { call, createCustomer } from '../support/api';
import { useApi } from '../support/use';

const MAX_PROBLEM_BYTES = 16_000;

interface Refusal {
  code: string;
  instance: string;
  errors: { pointer: string; code: string }[];
  errorsOmitted?: number;
}

const { db, api } = useApi();

const post = (body: string) => call<Refusal>(api, 'POST', '/v1/scan/status', { body });
const repeated = (part: string, times: number) => Array.from({ length: times }, () => part).join(',');
const named = (count: number, name: (i: number) => string) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), 1])));

// Without a limit, the size of the response grew with the square of the body's size: 342 MB for 62 kB.
const DEEP_AND_WIDE = `{"${'k'.repeat(31_000)}":${'['.repeat(7)}${repeated('[]', 11_000)}${']'.repeat(7)}}`;

test.each([
  ['a long name above thousands of elements nested too deep', DEEP_AND_WIDE],
  ['thousands of control characters', `{"${'k'.repeat(10_000)}":[${repeated('"\\u0000"', 6_000)}]}`],
  ['thousands of unknown fields', named(4_000, (i) => `field${i}`)],
  ['names of six bytes per character', named(60, (i) => `${i}${'\u0001'.repeat(150)}`)],
  ['names of four bytes per character', named(60, (i) => `${i}${'𝌆'.repeat(200)}`)],
  ['nested arrays', `${'['.repeat(32_000)}${']'.repeat(32_000)}`],
])('gives a small answer with at most 20 errors to a body with %s', async (_, body) => {
  const { status, text, body: problem } = await post(body);
  expect([status, problem.code]).toEqual([400, 'invalid_request']);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROBLEM_BYTES);
  expect(problem.errors.length).toBeGreaterThan(0);
  expect(problem.errors.length).toBeLessThanOrEqual(20);
  for (const { pointer } of problem.errors) {
    expect([pointer.length <= 200, pointer.isWellFormed()]).toEqual([true, true]);
  }
});

test('counts the errors that an answer omits because of number or size', async () => {
  const wide = (await post(named(500, (i) => `field${i}`))).body;
  // 500 unknown fields plus the two required ones.
  expect([wide.errors.length, wide.errorsOmitted]).toEqual([20, 482]);
  expect((await post(named(3, (i) => `field${i}`))).body.errorsOmitted).toBeUndefined();
  const { errors, errorsOmitted } = (await post(named(60, (i) => `${i}${'\u0001'.repeat(150)}`))).body;
  expect(errors.length).toBeLessThan(20);
  expect(errors.length + errorsOmitted!).toBe(60);
});

test('also limits errors about items, parameters and paths', async () => {
  const { apiKey: key } = await createCustomer(db);
  const body = { operatorProfile: 'Energy consultant in Leipzig', expertise: Array(20_000).fill(1) };
  const headers = { 'idempotency-key': 'wide' };
  const query = Array.from({ length: 100 }, (_, i) => `unknown${i}=1`).join('&');
  const items = await call<Refusal>(api, 'POST', '/v1/searches', { key, body, headers });
  const parameters = await call<Refusal>(api, 'GET', `/v1/account?${query}`, { key });
  const path = await call<Refusal>(api, 'GET', `/v1/${'p'.repeat(15_000)}`);
  for (const { text } of [items, parameters, path]) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROBLEM_BYTES);
  }
  expect([items.status, parameters.body.errorsOmitted, path.status]).toEqual([400, 80, 404]);
  expect(path.body.instance.length).toBeLessThanOrEqual(1_000);
});
