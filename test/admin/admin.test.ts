import { spawnSync } from 'node:child_process';
import { built } from '../../local/programs';
import { recordMailEvent } from '../../store/suppressions';
import { call, createEvaluation, startApi, type TestApi } from '../support/api';
import { createTestDatabase, type TestDatabase } from '../support/database';

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

function admin(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [built('local/admin/main'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: db.url },
  });
}

/** The one JSON value that a command prints. */
function json<T = Record<string, unknown>>(...args: string[]): T {
  const { status, stdout, stderr } = admin(...args, '--json');
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

test('an operator makes an account, a key and credits, and the key then works', async () => {
  const account = json<{ id: string; plan: string }>(
    'accounts',
    'create',
    '--email',
    'Op@Example.com',
    '--plan',
    'pro',
  );
  expect(account.plan).toBe('pro');
  const key = json<{ apiKey: string; scopes: string[] }>('keys', 'create', '--account', account.id, '--name', 'ci');
  json('entitlements', 'grant', '--account', account.id, '--kind', 'idea_check', '--count', '2');

  const answer = await createEvaluation(api, key, 'by-hand');

  expect(answer.status).toBe(202);
  expect(json('accounts', 'show', account.id)).toMatchObject({
    email: 'op@example.com',
    entitlements: [
      { kind: 'idea_check', unused: 1, consumed: 1 },
      { kind: 'custom_search', unused: 0 },
    ],
  });
  expect(json('runs', 'show', answer.body.runId)).toMatchObject({ status: 'queued', progress: '0/3' });
  expect(json<{ id: string }[]>('runs', 'list', '--account', account.id)).toMatchObject([{ id: answer.body.runId }]);
});

test('the same address twice is one account', () => {
  const first = json('accounts', 'create', '--email', 'one@example.com');
  expect(json('accounts', 'create', '--email', 'ONE@example.com', '--plan', 'partner')).toEqual(first);
});

test('a budget is set, shown and taken away', () => {
  const { id } = json<{ id: string }>('accounts', 'create', '--email', 'thrifty@example.com');
  expect(json('accounts', 'budget', id, '--monthly', '5000')).toMatchObject({ id, monthlyBudgetCents: 5000 });
  expect(json('accounts', 'show', id)).toMatchObject({ monthlyBudgetCents: 5000 });
  expect(json('accounts', 'budget', id, '--monthly', 'none')).toMatchObject({ monthlyBudgetCents: null });
});

test('scopes, mode, plan and expiry of a key are as asked for', async () => {
  const { id } = json<{ id: string }>('accounts', 'create', '--email', 'scoped@example.com', '--plan', 'pro');
  const key = json<{ apiKey: string; expiresAt: string }>(
    ...['keys', 'create', '--account', id, '--name', 'narrow', '--mode', 'test', '--scopes', 'runs:read,findings:read'],
    ...['--plan', 'starter', '--expires-in', '90d'],
  );
  expect(key).toMatchObject({ mode: 'test', scopes: ['runs:read', 'findings:read'], plan: 'starter' });
  expect(key.apiKey).toMatch(/^noi_test_/);
  expect(Date.parse(key.expiresAt) - Date.now()).toBeGreaterThan(89 * 86_400_000);
  const answer = await call(api, 'GET', '/v1/runs', { key: key.apiKey });
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  expect(answer.status).toBe(200);
});

test('keys are rotated, revoked and listed without their secrets', () => {
  const { id } = json<{ id: string }>('accounts', 'create', '--email', 'keys@example.com');
  const first = json<{ id: string; apiKey: string }>('keys', 'create', '--account', id, '--name', 'a');
  const second = json<{ id: string; apiKey: string }>('keys', 'rotate', first.id, '--grace', '0');
  json('keys', 'revoke', second.id);
  const list = json<{ id: string; revokedAt: string | null }[]>('keys', 'list', '--account', id);
  expect(list.map((key) => key.id)).toEqual([second.id, first.id]);
  expect(list.every((key) => key.revokedAt !== null)).toBe(true);
  for (const secret of [first.apiKey, second.apiKey]) expect(JSON.stringify(list)).not.toContain(secret);
});

test.each([
  [['accounts', 'create'], '--email'],
  [['accounts', 'create', '--email', 'nobody'], 'e-mail'],
  [['accounts', 'create', '--email', 'a@example.com', '--plan', 'gold'], 'free, starter'],
  [['accounts', 'show', 'acc_unknown'], 'No account acc_unknown'],
  [['accounts', 'budget', 'acc_unknown', '--monthly', '1'], 'No account acc_unknown'],
  [['accounts', 'budget', 'acc_unknown', '--monthly', '-1'], 'whole number'],
  [['keys', 'create', '--account', 'acc_unknown', '--name', 'x'], 'No account'],
  [['keys', 'create', '--account', 'x', '--name', 'x', '--scopes', 'everything'], 'runs:read'],
  [['keys', 'create', '--account', 'x', '--name', 'x', '--expires-in', 'soon'], 'duration'],
  [['keys', 'rotate', 'key_unknown', '--grace', '31d'], '30d'],
  [['keys', 'rotate', 'key_unknown'], 'No valid key'],
  [['keys', 'revoke', 'key_unknown'], 'No key'],
  [['entitlements', 'grant', '--account', 'acc_unknown', '--kind', 'idea_check'], 'No account'],
  [['entitlements', 'grant', '--account', 'x', '--kind', 'scan'], 'idea_check'],
  [['entitlements', 'grant', '--account', 'x', '--kind', 'idea_check', '--count', '0'], 'whole number'],
  [['runs', 'show', 'run_unknown'], 'No run'],
  [['nonsense'], 'unknown command'],
])('%j exits non-zero and says what is wrong, on standard error only', (args, says) => {
  const { status, stdout, stderr } = admin(...args);
  expect(status).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(says);
});

test('an address that bounced is shown with its reason, and written to again once an operator says so', async () => {
  const email = 'back@example.com';
  await recordMailEvent(db, { id: 'msg_1', type: 'email.bounced', reason: 'bounce', addresses: [email] });
  expect(json('mail', 'suppressed', '--email', 'Back@example.com')).toMatchObject([{ scope: 'all', reason: 'bounce' }]);
  expect(json('mail', 'allow', '--email', email)).toEqual({ email, lifted: 1 });
  expect(json('mail', 'suppressed', '--email', email)).toEqual([]);
});

test('no command shows what a password is held against', async () => {
  const { id } = json<{ id: string }>('accounts', 'create', '--email', 'secret@example.com');
  await db.prisma.account.update({ where: { id }, data: { passwordHash: '$argon2id$' } });
  expect(JSON.stringify(json('accounts', 'show', id))).not.toMatch(/argon2|passwordHash/);
});

test.each([[[]], [['accounts']], [['keys', 'create']], [['agents']], [['mail']]])(
  '%j --help explains itself',
  (args) => {
    const { status, stdout } = admin(...args, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: admin');
  },
);
