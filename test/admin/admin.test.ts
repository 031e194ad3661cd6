import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '../../admin/program';
import { sampleFindings } from '../../contracts/sample-findings';
import { writeOperatorFile } from '../../local/operator-file';
import { built } from '../../local/programs';
import { createKey } from '../../store/keys/create-key';
import { recordMailEvent } from '../../store/mail/record-mail-event';
import { recordFlaws } from '../../store/runs/record-flaws';
import { call, createEvaluation } from '../support/api';
import { complete } from '../support/run-states';
import { adminJson, runAdmin } from '../support/operator';
import { useApi } from '../support/use';

const { db, api } = useApi();

const admin = (...args: string[]) => runAdmin(args, { DATABASE_URL: db.url });
const json = <T = Record<string, unknown>>(...args: string[]) => adminJson<T>(args, { DATABASE_URL: db.url });

test('an operator makes an account, a key and credits, and the key then works', async () => {
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

test('the figures of a run are computed again from their inputs, and one that differs is named with exit code 1', async () => {
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

test('an address in another case belongs to the same account', async () => {
  const first = await json('accounts', 'create', '--email', 'one@example.com');
  expect(await json('accounts', 'create', '--email', 'ONE@example.com', '--plan', 'partner')).toEqual(first);
});

test('a budget is set, shown and removed', async () => {
  const { id } = await json<{ id: string }>('accounts', 'create', '--email', 'thrifty@example.com');
  expect(await json('accounts', 'budget', id, '--monthly', '5000')).toMatchObject({ id, monthlyBudgetCents: 5000 });
  expect(await json('accounts', 'show', id)).toMatchObject({
    monthlyBudgetCents: 5000,
    budget: { limitCents: 5000, spentCents: 0, reservedCents: 0, remainingCents: 5000 },
  });
  expect(await json('accounts', 'budget', id, '--monthly', 'none')).toMatchObject({ monthlyBudgetCents: null });
});

test('a key gets the scopes, mode, plan and expiry that were requested', async () => {
  const { id } = await json<{ id: string }>('accounts', 'create', '--email', 'scoped@example.com', '--plan', 'pro');
  const key = await json<{ apiKey: string; expiresAt: string }>(
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

test('a key expires after 90 days by default, and a preset names its scopes', async () => {
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

test.each([
  [['accounts', 'create'], '--email'],
  [['accounts', 'create', '--email', 'nobody'], 'e-mail'],
  [['accounts', 'create', '--email', 'a@example.com', '--plan', 'gold'], 'free, starter'],
  [['accounts', 'show', 'acc_unknown'], 'No account acc_unknown'],
  [['accounts', 'budget', 'acc_unknown', '--monthly', '1'], 'No account acc_unknown'],
  [['accounts', 'budget', 'acc_unknown', '--monthly', '-1'], 'whole number'],
  [['keys', 'create', '--account', 'acc_unknown', '--name', 'x', '--scopes', 'all'], 'No account'],
  [['keys', 'create', '--account', 'x', '--name', 'x'], '--scopes'],
  [['keys', 'create', '--account', 'x', '--name', 'x', '--scopes', 'all', '--expires', '0'], 'above 0'],
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
  [['nonsense', '--help'], 'unknown command'],
  [['--actor', 'ada', 'nonsense', '--help'], 'unknown command'],
])('%j exits non-zero and says what is wrong, on standard error only', async (args, says) => {
  const { status, stdout, stderr } = await admin(...args);
  expect(status).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(says);
});

test('the fifty-first active key is refused in words, and nothing is printed that looks like a key', async () => {
  const { id: accountId } = await json<{ id: string }>('accounts', 'create', '--email', 'many-keys@example.com');
  for (let i = 0; i < 50; i++) await createKey(db, { accountId, name: `key ${i}`, mode: 'live', scopes: [] });
  const { status, stdout, stderr } = await admin(
    ...['keys', 'create', '--account', accountId, '--name', 'one more', '--scopes', 'all'],
  );
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('An account may have 50 active keys; one that was replaced counts until its grace ends.');
  expect(stderr).not.toMatch(/noi_live_|\n\s+at /);
});

test('an address that bounced is shown with its reason, and mailed again once an operator lifts the suppression', async () => {
  const email = 'back@example.com';
  await recordMailEvent(db, { id: 'msg_1', type: 'email.bounced', reason: 'bounce', addresses: [email] });
  expect(await json('mail', 'suppressed', '--email', 'Back@example.com')).toMatchObject([
    { scope: 'all', reason: 'bounce' },
  ]);
  expect(await json('mail', 'allow', '--email', email)).toEqual({ email, lifted: 1 });
  expect(await json('mail', 'suppressed', '--email', email)).toEqual([]);
});

test('no command shows a password hash', async () => {
  const { id } = await json<{ id: string }>('accounts', 'create', '--email', 'secret@example.com');
  await db.prisma.account.update({ where: { id }, data: { passwordHash: '$argon2id$' } });
  expect(JSON.stringify(await json('accounts', 'show', id))).not.toMatch(/argon2|passwordHash/);
});

test.each([[[]], [['accounts']], [['keys', 'create']], [['agents']], [['mail']], [['payments']], [['help']]])(
  '%j --help explains itself',
  async (args) => {
    const { status, stdout } = await admin(...args, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: admin');
  },
);

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

  test('a command without a recorded environment names the variable to set', async () => {
    const { status, stdout, stderr } = inFolder(join(folder, 'nothing-here'));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Set DATABASE_URL');
  });
});

test.each([
  ['accounts', 'suspend', 'acc_x', '--reason', 'x'],
  ['accounts', 'list'],
])('a database that is away is said in one line by %s %s, and what to do', async (...args) => {
  const { status, stdout, stderr } = await runAdmin(args, { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/c' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^error: PostgreSQL did not answer \(.*127\.0\.0\.1:9\)\. A change may have been made .*\.\n$/,
  );
});

test('a Temporal that is away is said in one line by deploy status, and what to do', async () => {
  const { status, stdout, stderr } = await runAdmin(['deploy', 'status'], { TEMPORAL_ADDRESS: '127.0.0.1:9' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: Temporal did not answer \(.+\)\. A change may have been made .*\.\n$/);
}, 30_000);

test('a group is found by each of its words, without the others', async () => {
  const words = (await createProgram()).commands.flatMap((group) => [group.name(), ...group.aliases()]);
  for (const word of words) {
    const { commands } = await createProgram(['--actor', 'ada', word]);
    expect(commands.some((group) => [group.name(), ...group.aliases()].includes(word))).toBe(true);
    expect(commands.length).toBeLessThanOrEqual(2);
  }
});
