import type { Scope } from '../../contracts/access';
import { createKey } from '../../store/keys/create-key';
import { call, createCustomer, createEvaluation, createSearch, startApi } from '../support/api';
import { complete } from '../support/run-states';
import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { useApi } from '../support/use';

const { db, api } = useApi();

const keyWith = async (accountId: string, scopes: Scope[]) =>
  (await createKey(db, { accountId, name: scopes.join(' ') || 'none', mode: 'live', scopes })).secret;

test('the archive of a run opens only to keys that may read findings and dossiers', async () => {
  const customer = await createCustomer(db);
  const { runId } = (await createEvaluation(api, customer, 'export')).body;
  await complete(db, runId, {});
  const statusOf = async (scopes: Scope[]) => {
    const key = await keyWith(customer.accountId, scopes);
    const { status, body } = await call(api, 'GET', `/v1/runs/${runId}/export`, { key });
    return [status, body?.code ?? null];
  };
  expect(await statusOf(['runs:read'])).toEqual([403, 'insufficient_scope']);
  expect(await statusOf(['runs:read', 'findings:read'])).toEqual([403, 'insufficient_scope']);
  expect(await statusOf(['dossiers:read'])).toEqual([403, 'insufficient_scope']);
  expect((await statusOf(['findings:read', 'dossiers:read']))[0]).not.toBe(403);
});

test('a key stops only runs of the kinds that it may create', async () => {
  const customer = await createCustomer(db, { credits: 3 });
  await grantEntitlements(db, customer.accountId, 'custom_search', 3);
  const check = (await createEvaluation(api, customer, 'check')).body.runId;
  const search = (await createSearch(api, customer, 'search')).body.runId;
  const cancel = async (runId: string, scopes: Scope[]) => {
    const key = await keyWith(customer.accountId, scopes);
    return (await call(api, 'POST', `/v1/runs/${runId}/cancel`, { key })).status;
  };
  expect(await cancel(check, ['runs:read', 'findings:read'])).toBe(403);
  expect(await cancel(check, ['searches:create'])).toBe(403);
  expect(await cancel(search, ['evaluations:create'])).toBe(403);
  expect(await cancel(check, ['evaluations:create'])).toBe(202);
  expect(await cancel(search, ['searches:create'])).toBe(202);
});

test('a caller who has used up the limit of creations can still cancel every run', async () => {
  const limited = await startApi(db, { limitsScale: 1 });
  const customer = await createCustomer(db, { credits: 20 });
  const runs: string[] = [];
  for (let i = 0; i < 10; i++) runs.push((await createEvaluation(limited, customer, `run-${i}`)).body.runId);
  expect((await createEvaluation(limited, customer, 'one more')).status).toBe(429);
  const cancel = (runId: string) => call(limited, 'POST', `/v1/runs/${runId}/cancel`, { key: customer.apiKey });
  const stopped = await Promise.all(runs.map(cancel));
  expect(stopped.map(({ status }) => status)).toEqual(Array(10).fill(202));
  expect(stopped[0]!.headers.get('ratelimit-policy')).toContain('"run-cancel";q=60;w=60');
  await limited.close();
});

test('the descriptions name every scope that is needed, and those of which one is enough', async () => {
  const catalogue = (
    await call<{ method: string; path: string; requiredScope: string | null }[]>(api, 'GET', '/v1/endpoint-catalog')
  ).body;
  const scopeOf = (path: string) => catalogue.find((one) => one.path === path)!.requiredScope;
  expect(scopeOf('/v1/runs/{id}/export')).toBe('findings:read dossiers:read');
  expect(scopeOf('/v1/runs/{id}/cancel')).toBe('evaluations:create|searches:create');
  expect(scopeOf('/v1/runs/{id}')).toBe('runs:read');
  expect(scopeOf('/v1/opportunities')).toBeNull();
  interface Document {
    paths: Record<string, Record<string, { 'x-required-scope'?: string }>>;
  }
  const { paths } = (await call<Document>(api, 'GET', '/openapi/v1.json')).body;
  expect(paths['/v1/runs/{id}/export']!.get!['x-required-scope']).toBe('findings:read dossiers:read');
  expect(paths['/v1/runs/{id}/cancel']!.post!['x-required-scope']).toBe('evaluations:create|searches:create');
});
