import { allEndpoints } from '../../api/endpoints/table';
import { newId } from '../../base/ids';
import { createKey } from '../../modules/accounts/store/keys';
import { withAnswers } from '../../tools/openapi/description';
import { call, createCustomer, type Customer } from '../support/api';
import { LATER_ROWS, SPEC_ROWS, statusesBeyond, type SpecRow } from '../support/specification';
import { useApi } from '../support/use';

interface Operation {
  responses: Record<string, { content?: object; 'x-only-if-asked'?: true }>;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { example: object }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const endpoints = allEndpoints('http://x');
const named = ({ row, method, path }: SpecRow) => `${row === null ? 'later' : `row ${row}`}: ${method} ${path}`;
const rows = [...SPEC_ROWS, ...LATER_ROWS].map((row) => [named(row), row] as const);
const keyed = rows.filter(([, { scope }]) => scope !== null);

let document: Document;
let customer: Customer;
const { db, api } = useApi();
beforeAll(async () => {
  document = withAnswers((await call<Document>(api, 'GET', '/openapi/v1.json')).body);
  customer = await createCustomer(db);
});

const operationOf = ({ method, path }: SpecRow) => document.paths[path]![method.toLowerCase()]!;

/** Sends a request that is valid for the row, except for `headers` and the key. */
function send(row: SpecRow, key: string | null, headers: Record<string, string> = {}) {
  const content = operationOf(row).requestBody?.content['application/json'];
  const prefix = endpoints.find(({ path }) => path === row.path)?.id?.prefix ?? 'run';
  return call(api, row.method, row.path.replace('{id}', newId(prefix)), {
    ...(key && { key }),
    ...(content && { body: content.example }),
    headers,
  });
}

test('has all thirty specified endpoints in the table', () => {
  expect(SPEC_ROWS.map(({ row }) => row)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  const paths = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  const missing = rows.filter(([, { method, path }]) => !paths.has(`${method} ${path}`));
  expect(missing.map(([name]) => name)).toEqual([]);
});

test.each(rows)('%s requires the key, scope, mode and Idempotency-Key of its row', (_, row) => {
  const endpoint = endpoints.find(({ method, path }) => method === row.method && path === row.path)!;
  const { auth, idempotent = false } = endpoint;
  expect(auth).toEqual(
    row.scope ? { type: 'key', scopes: [row.scope], match: 'every', mode: row.live ? 'live' : null } : { type: 'open' },
  );
  expect(idempotent === true).toBe(row.idempotent ?? false);
  const header = operationOf(row).parameters.find(({ name }) => name === 'Idempotency-Key');
  expect(header?.required ?? false).toBe(row.idempotent ?? false);
});

test.each(rows)('%s declares every status of its row and no others', (_, row) => {
  const { default: _others, ...responses } = operationOf(row).responses;
  // Excludes statuses that a caller gets only by asking for something beyond the specification.
  const declared = Object.keys(responses)
    .filter((status) => !responses[status]!['x-only-if-asked'])
    .map(Number);
  const wanted = [...row.success, ...row.errors, 429, 500];
  expect(declared).toEqual(expect.arrayContaining(wanted));
  const allowed = [...wanted, ...statusesBeyond(row)];
  expect(declared.filter((status) => !allowed.includes(status))).toEqual([]);
});

test.each(keyed.filter(([, { live }]) => live))('%s answers 403 to a test key', async (_, row) => {
  const { accountId } = customer;
  const { secret } = await createKey(db, { accountId, name: 'sandbox', mode: 'test', scopes: [row.scope!] });
  expect((await send(row, secret)).body).toMatchObject({ status: 403, code: 'live_key_required' });
});

test.each(rows)('%s answers with a status and type that its description declares', async (_, row) => {
  const { apiKey } = row.scope ? customer : { apiKey: null };
  const { status, headers } = await send(row, apiKey, { 'idempotency-key': named(row), accept: '*/*' });
  const response = operationOf(row).responses[status];
  expect([status, response]).toEqual([status, expect.anything()]);
  expect(status).not.toBe(500);
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  expect(Object.keys(response!.content ?? { '': null })).toContain(type);
});
