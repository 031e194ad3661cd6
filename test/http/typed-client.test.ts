import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import createTypedClient from 'openapi-fetch';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { VERSION } from '../../clients/typescript/src/index';
import { SERVICE_VERSION } from '../../contracts/versions';
import type { paths } from '../../clients/typescript/src/api-types';
import { createCustomer, IDEA } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi();

test('clients have the version of the API', () => {
  expect(VERSION).toBe(SERVICE_VERSION);
  const python = readFileSync(join(PACKAGE_ROOT, 'clients', 'python', 'noi', '_version.py'), 'utf8');
  expect(python).toContain(`VERSION = "${SERVICE_VERSION}"`);
});

test('a generated client starts a run, reads it and gets a failure, all typed', async () => {
  const { apiKey } = await createCustomer(db);
  const client = createTypedClient<paths>({ baseUrl: api.url, headers: { 'X-Api-Key': apiKey } });

  const created = await client.POST('/v1/evaluations', {
    params: { header: { 'Idempotency-Key': 'typed' } },
    body: { idea: IDEA },
  });
  const run = await client.GET('/v1/runs/{id}', { params: { path: { id: created.data!.runId } } });
  const findings = await client.GET('/v1/runs/{id}/findings', { params: { path: { id: created.data!.runId } } });

  expect(run.data?.progress.total).toBe(3);
  expect(findings.error?.code).toBe('run_not_completed');
});
