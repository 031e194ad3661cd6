import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleFindings } from '../../contracts/sample-findings';
import { writeOperatorFile } from '../../local/operator-file';
import { built } from '../../local/programs';
import { recordFlaws } from '../../store/runs/record-flaws';
import { createEvaluation } from '../support/api';
import { complete } from '../support/runs';
import { adminJson, runAdmin } from '../support/operator';
import { useApi } from '../support/use';

const { db, api } = useApi();

const admin = (...args: string[]) => runAdmin(args, { DATABASE_URL: db.url });
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

test('recomputing a run names each figure that differs, and exits 1', async () => {
  const { id } = await json<{ id: string }>('accounts', 'create', '--email', 'figures@example.com');
  const key = await json<{ apiKey: string }>('keys', 'create', '--account', id, '--name', 'ci', '--scopes', 'all');
  await json('entitlements', 'grant', '--account', id, '--kind', 'idea_check', '--count', '2');
  const sound = (await createEvaluation(api, key, 'figures-sound')).body.runId;
  const changed = (await createEvaluation(api, key, 'figures-changed')).body.runId;
  await complete(db, sound, sampleFindings);
  await complete(db, changed, { ...sampleFindings, audienceSizing: { ...sampleFindings.audienceSizing, people: 1 } });

  expect((await json<{ agrees: boolean }[]>('runs', 'recompute', sound)).every(({ agrees }) => agrees)).toBe(true);
  const { status, stdout } = await admin('runs', 'recompute', changed, '--json');
  expect(status).toBe(1);
  expect((JSON.parse(stdout) as { agrees: boolean }[]).filter(({ agrees }) => !agrees)).toEqual([
    { figure: '/audienceSizing/people', stored: 1, recomputed: 180_000, agrees: false },
  ]);
  expect((await admin('runs', 'recompute', 'run_unknown')).status).not.toBe(0);
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

test('keys are rotated, revoked and listed without their secrets', async () => {
  const { id } = await json<{ id: string }>('accounts', 'create', '--email', 'keys@example.com');
  const first = await json<{ id: string; apiKey: string }>(
    ...['keys', 'create', '--account', id, '--name', 'a', '--scopes', 'runs:read'],
  );
  const second = await json<{ id: string; apiKey: string }>('keys', 'rotate', first.id, '--grace', '0');
  await json('keys', 'revoke', second.id);
  const list = await json<{ id: string; revokedAt: string | null }[]>('keys', 'list', '--account', id);
  expect(list.map((key) => key.id)).toEqual([second.id, first.id]);
  expect(list.every((key) => key.revokedAt !== null)).toBe(true);
  for (const secret of [first.apiKey, second.apiKey]) expect(JSON.stringify(list)).not.toContain(secret);
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

test('a command says in one line that the database is away', async () => {
  const args = ['accounts', 'suspend', 'acc_x', '--reason', 'x'];
  const { status, stdout, stderr } = await runAdmin(args, { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/c' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^error: PostgreSQL did not answer \(.*127\.0\.0\.1:9\)\. A change may have been made .*\.\n$/,
  );
});

test('deploy status says in one line that Temporal is away', async () => {
  const { status, stdout, stderr } = await runAdmin(['deploy', 'status'], { TEMPORAL_ADDRESS: '127.0.0.1:9' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: Temporal did not answer \(.+\)\. A change may have been made .*\.\n$/);
}, 30_000);
