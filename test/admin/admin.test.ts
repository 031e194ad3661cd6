import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOperatorFile } from '../../local/files';
import { built } from '../../local/process/launch';
import { recordFlaws } from '../../modules/runs/store/submissions';
import { createEvaluation } from '../support/api';
import { adminJson, runAdmin } from '../support/operator';
import { useApi } from '../support/use';

const { db, api } = useApi();

const json = <T = Record<string, unknown>>(...args: string[]) => adminJson<T>(args, { DATABASE_URL: db.url });

test('an operator creates an account, a key and credits, and the key works', async () => {
  const account = await json<{ id: string; plan: string }>(
    'accounts',
    'create',
    '--email',
    'Op@Example.com',
    '--plan',
    'pro',
  );
  expect(account.plan).toBe('pro');
  const key = await json<{ apiKey: string; scopes: string[] }>(
    ...['keys', 'create', '--account', account.id, '--name', 'ci', '--scopes', 'all'],
  );
  await json('entitlements', 'grant', '--account', account.id, '--kind', 'idea_check', '--count', '2');

  const answer = await createEvaluation(api, key, 'by-hand');

  expect(answer.status).toBe(202);
  expect(await json('accounts', 'show', account.id)).toMatchObject({
    email: 'op@example.com',
    entitlements: [
      { kind: 'idea_check', unused: 1, consumed: 1 },
      { kind: 'custom_search', unused: 0 },
    ],
  });
  const { runId } = answer.body;
  expect(await json('runs', 'show', runId)).toMatchObject({ status: 'queued', progress: '0/3', flaws: [] });
  const flaw = { pointer: '/evidence/0/sourceUrl', detail: 'must be an absolute http or https address' };
  await recordFlaws(db.pool, { runId, candidateId: null }, [flaw]);
  expect(await json('runs', 'show', runId)).toMatchObject({ flaws: [flaw] });
  expect(await json<{ id: string }[]>('runs', 'list', '--account', account.id)).toMatchObject([
    { id: answer.body.runId },
  ]);
});

test('a key expires after 90 days by default, with the scopes of its preset', async () => {
  const { id } = await json<{ id: string }>('accounts', 'create', '--email', 'careful@example.com');
  const create = (...more: string[]) =>
    json<{ scopes: string[]; expiresAt: string | null }>('keys', 'create', '--account', id, '--name', 'x', ...more);
  const days = (at: string | null) => Math.round((Date.parse(at!) - Date.now()) / 86_400_000);
  const reader = await create('--scopes', 'read-only');
  expect(reader.scopes).toContain('findings:read');
  expect(reader.scopes.filter((scope) => !scope.endsWith(':read'))).toEqual([]);
  expect(days(reader.expiresAt)).toBe(90);
  expect((await create('--scopes', 'runs')).scopes).toEqual(
    expect.arrayContaining(['evaluations:create', 'searches:create']),
  );
  expect(days((await create('--scopes', 'runs', '--expires', '7d')).expiresAt)).toBe(7);
  expect((await create('--scopes', 'runs:read', '--expires', 'never')).expiresAt).toBeNull();
});

describe('without DATABASE_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noi-operator-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const inFolder = (LOCAL_DIR: string) =>
    spawnSync(process.execPath, [built('admin/main'), 'accounts', 'create', '--email', 'a@example.com', '--json'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LOCAL_DIR },
    });

  test('a command uses the environment that npm start recorded', async () => {
    writeOperatorFile(join(folder, 'operator.env'), { DATABASE_URL: db.url });
    const { status, stdout } = inFolder(folder);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ email: 'a@example.com' });
  });
});

test('a command reports an unreachable database in one line', async () => {
  const args = ['accounts', 'suspend', 'acc_x', '--reason', 'x'];
  const { status, stdout, stderr } = await runAdmin(args, { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/c' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^error: PostgreSQL did not answer \(.*127\.0\.0\.1:9\)\. The change may have been made anyway\. .*\.\n$/,
  );
});
