import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import createTypedClient from 'openapi-fetch';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { createClient, VERSION } from '../../clients/typescript/src/index';
import { SERVICE_VERSION } from '../../contracts/versions';
import type { paths } from '../../clients/typescript/src/api-types';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { createCustomer, IDEA } from '../support/api';
import { useApi } from '../support/use';

// All events: clients are made for each of them, whatever a service delivers.
const { db, api } = useApi({ settings: ALL_EVENTS });

test('clients have the version of the API', () => {
  expect(VERSION).toBe(SERVICE_VERSION);
  const python = readFileSync(join(PACKAGE_ROOT, 'clients', 'python', 'noi', '_version.py'), 'utf8');
  expect(python).toContain(`VERSION = "${SERVICE_VERSION}"`);
});

test('a client generated from the document starts a run, reads it and gets a failure, all typed', async () => {
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

describe('our client', () => {
  const idsOf = async (runs: AsyncIterable<{ runId: string }>) => {
    const ids: string[] = [];
    for await (const { runId } of runs) ids.push(runId);
    return ids;
  };

  test('starts runs with metadata of their own, reads it back and selects runs, their number and cost by it', async () => {
    const { apiKey } = await createCustomer(db);
    const noi = createClient({ apiKey, baseUrl: api.url });
    const metadata = { customer: 'acme & sons', 'a[b]': '50 % ünder=1', empty: '' };
    const acme = await noi.runs.createEvaluation({ idea: IDEA, metadata });
    const other = await noi.runs.createEvaluation({ idea: IDEA, metadata: { customer: 'other' } });
    expect((await noi.runs.get(acme.runId)).metadata).toEqual(metadata);
    expect(await idsOf(noi.runs.each({ limit: 1, metadata }))).toEqual([acme.runId]);
    expect(await idsOf(noi.runs.each({ limit: 1 }))).toEqual([other.runId, acme.runId]);
    expect((await noi.runs.list({ metadata: { customer: 'nobody' } })).data).toEqual([]);
    expect((await noi.usage({ metadata })).runs.byStatus).toEqual({ queued: 1 });
    expect((await noi.usage()).runs.byStatus).toEqual({ queued: 2 });
  });

  test('manages webhooks: create, change, disable, enable, rotate, test, deliveries, delete', async () => {
    const { apiKey } = await createCustomer(db);
    const { webhooks } = createClient({ apiKey, baseUrl: api.url });
    const url = 'https://hooks.example.com/noi';
    const { signingSecret, ...created } = await webhooks.create({ url, eventTypes: ['webhook.test'] });
    const id = created.webhookId;
    const changed = await webhooks.change(id, { description: 'Staging', url: `${url}/2` });
    expect(changed).toEqual({ ...created, description: 'Staging', url: `${url}/2` });
    expect((await webhooks.disable(id)).status).toBe('disabled');
    await expect(webhooks.test(id)).rejects.toMatchObject({ status: 409, code: 'webhook_disabled' });
    expect(await webhooks.enable(id)).toEqual(changed);
    expect((await webhooks.rotate(id)).signingSecret).not.toBe(signingSecret);
    const sent = await webhooks.test(id);
    expect(await webhooks.deliveries(id).list()).toEqual({ data: [sent], nextCursor: null });
    expect(await webhooks.list()).toEqual([changed]);
    expect(await webhooks.delete(id)).toBeUndefined();
    expect(await webhooks.list()).toEqual([]);
    await expect(webhooks.delete(id)).rejects.toMatchObject({ status: 404, code: 'webhook_not_found' });
  });
});
