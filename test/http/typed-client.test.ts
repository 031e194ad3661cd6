import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import type { paths } from '../openapi-client/api-types';
import { createCustomer, IDEA, startApi, type TestApi } from '../support/api';
import { createTestDatabase, type TestDatabase } from '../support/database';

const FOLDER = join(PACKAGE_ROOT, 'test', 'openapi-client');

let db: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  db = await createTestDatabase();
  api = await startApi(db);
});
afterAll(async () => {
  await api.close();
  await db.close();
});

test('the committed client types are those of the document that is served', async () => {
  const document = await (await fetch(`${api.url}/openapi/v1.json`)).text();
  const types = execFileSync(process.execPath, ['generate.mjs'], { cwd: FOLDER, input: document, encoding: 'utf8' });
  // Compared without layout: the committed file is formatted.
  const bare = (text: string) => text.replace(/[\s;|"']+/g, '').replaceAll(',', '');
  expect(bare(readFileSync(join(FOLDER, 'api-types.ts'), 'utf8'))).toBe(bare(types));
});

test('a client generated from the document starts a run, reads it and is told of a failure, all typed', async () => {
  const { apiKey } = await createCustomer(db);
  const client = createClient<paths>({ baseUrl: api.url, headers: { 'X-Api-Key': apiKey } });

  const created = await client.POST('/v1/evaluations', {
    params: { header: { 'Idempotency-Key': 'typed' } },
    body: { idea: IDEA },
  });
  const run = await client.GET('/v1/runs/{id}', { params: { path: { id: created.data!.runId } } });
  const findings = await client.GET('/v1/runs/{id}/findings', { params: { path: { id: created.data!.runId } } });

  expect(run.data?.progress.total).toBe(3);
  expect(findings.error?.code).toBe('run_not_completed');
});
