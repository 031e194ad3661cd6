import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DeveloperPortal } from '../../contracts/developer';
import { call } from '../support/api';
import { useStack } from '../support/use';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'noi-samples-'));

const stack = useStack();
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

/** Output of a sample pasted into a shell; rejects with the body of a refused request. */
async function paste(sample: string, runId: string): Promise<string> {
  const env = { PATH: process.env.PATH, NOI_API_KEY: stack.customer.apiKey, RUN_ID: runId };
  const { stdout } = await run('sh', ['-c', sample], { cwd: folder, env, maxBuffer: 10_000_000 });
  return stdout;
}

test('every code sample of GET /v1/developer does what it says, in its order', async () => {
  const { codeSamples } = (await call<DeveloperPortal>(stack.api, 'GET', '/v1/developer')).body;
  const printed: string[] = [];
  let runId = '';
  for (const sample of codeSamples) {
    const output = await paste(sample, runId);
    printed.push(output);
    if (!sample.includes('/v1/evaluations')) continue;
    ({ runId } = JSON.parse(output) as { runId: string });
    await stack.finished(runId);
  }

  const [sampleFindings, account, evaluation, search, status, findings, dossier, archive, usage] = printed.map(
    (output) => (output ? (JSON.parse(output) as Record<string, unknown>) : null),
  );
  expect(printed).toHaveLength(9);
  expect(sampleFindings).toMatchObject({ schemaVersion: '1.2.0' });
  expect(account).toMatchObject({ accountId: stack.customer.accountId });
  expect(evaluation).toMatchObject({ kind: 'idea_check', status: 'queued' });
  expect(search).toMatchObject({ kind: 'custom_search', status: 'queued' });
  expect(status).toMatchObject({ runId, status: 'completed' });
  expect(findings).toMatchObject({ runId, schemaVersion: '1.2.0' });
  expect([dossier, archive]).toEqual([null, null]);
  expect(readFileSync(join(folder, 'dossier.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  expect(readFileSync(join(folder, 'run.zip')).subarray(0, 2).toString()).toBe('PK');
  expect(usage).toMatchObject({ apiKeyId: stack.customer.keyId, cost: { currency: 'usd' } });
});

test('pasted into one shell in their order the samples end with the documents of the run, and a failure leaves no file', async () => {
  const { codeSamples } = (await call<DeveloperPortal>(stack.api, 'GET', '/v1/developer')).body;
  for (const file of ['dossier.pdf', 'run.zip']) rmSync(join(folder, file), { force: true });
  await paste(codeSamples.join('\n'), '');
  expect(readFileSync(join(folder, 'dossier.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  expect(readFileSync(join(folder, 'run.zip')).subarray(0, 2).toString()).toBe('PK');

  rmSync(join(folder, 'dossier.pdf'));
  const save = codeSamples.find((sample) => sample.includes('-o dossier.pdf'))!;
  await expect(paste(save, 'run_unknown')).rejects.toThrow('404');
  expect(existsSync(join(folder, 'dossier.pdf'))).toBe(false);
});

test('the portal names what the specification does', async () => {
  const { status, body } = await call<DeveloperPortal>(stack.api, 'GET', '/v1/developer');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    findingsSchemaUrl: '/openapi/v1.json',
    findingsJsonSchemaUrl: '/v1/findings-schema',
    endpointCatalogueUrl: '/v1/endpoint-catalog',
    apiKeyManagement: { hashAlgorithm: 'SHA-512', rotationSupported: true, revocationSupported: true },
    usageDashboardUrl: '/v1/usage',
    webhookConfigurationUrl: '/v1/webhooks',
    sandbox: { testKeyPrefix: 'noi_test_', sampleFindingsUrl: '/v1/runs/sample/findings', computeSpendUsd: 0 },
  });
  expect(body.apiKeyManagement.plans).toEqual(['free', 'starter', 'pro', 'partner', 'admin']);
  expect(body.apiKeyManagement.scopes).toHaveLength(15);
  for (const sample of body.codeSamples) expect(sample).not.toContain(stack.customer.apiKey);
});
