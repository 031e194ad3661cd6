import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childSettings, needsAgentStandIn, needsMailStandIn, needsPaymentStandIn } from '../../local/child-settings';
import { takeLock } from '../../local/lock';
import { identify } from '../../local/process/identity';
import { readReadyFile, writeReadyFile, type ReadyFile } from '../../local/ready-file';
import { temporalAccess } from '../../providers/temporal-access';
import { filesWithServer, serverSettings } from '../support/compose';

const folder = mkdtempSync(join(tmpdir(), 'noi-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GONE = 2 ** 22 + 1;

test('a folder is locked once, until its holder releases it', () => {
  const file = join(folder, 'lock');
  const first = takeLock(file);
  expect(takeLock(file)).toMatchObject({ taken: false, holder: { pid: process.pid } });
  if (first.taken) first.release();
  expect([first.taken, existsSync(file)]).toEqual([true, false]);
});

test.each([
  ['of a process that is gone', { pid: GONE, identity: 'x' }],
  ['of a process whose id was used again', { pid: process.pid, identity: 'another process' }],
  ['that is damaged', 'not an object'],
])('a lock %s is taken over', (_, content) => {
  const file = join(folder, 'stale');
  writeFileSync(file, JSON.stringify(content));
  expect(takeLock(file).taken).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, identity: identify(process.pid) });
});

test('ready.json is for its owner only and counts while its processes live', () => {
  const file = join(folder, 'ready.json');
  expect(readReadyFile(file)).toBeNull();
  const ready = { api: 'http://a', keys: { live: 'l', test: 't' }, pids: { supervisor: process.pid } };
  writeReadyFile(file, ready as unknown as ReadyFile);
  expect(readReadyFile(file)).toEqual(ready);
  expect(statSync(file).mode & 0o077).toBe(0);
  writeReadyFile(file, { ...ready, pids: { api: GONE } } as unknown as ReadyFile);
  expect(readReadyFile(file)).toBeNull();
});

describe('the settings of a process', () => {
  const parts = {
    database: 'postgresql://db',
    databaseOwner: 'postgresql://owner@db',
    temporal: '127.0.0.1:7233',
    api: { host: '127.0.0.1', port: 3000, url: 'http://127.0.0.1:3000' },
    metrics: { api: 9464, worker: 9465 },
    mail: 'http://127.0.0.1:3100',
    agents: 'http://127.0.0.1:3200',
    payments: 'http://127.0.0.1:3300',
  };
  const KEPT = { webhookKey: 'key', tokenSecret: 'a secret of this machine that is kept in LOCAL_DIR' };

  test('hold the mail key in the worker only and name the page with keys with stand-ins only', () => {
    const { api, worker } = childSettings({}, parts, KEPT, '/x/ready.json');
    expect(worker.RESEND_API_KEY).toBe('local-mail-key');
    expect(api).not.toHaveProperty('RESEND_API_KEY');
    expect(api.LOCAL_READY_FILE).toBe('/x/ready.json');
    for (const real of ['mail', 'agents', 'payments']) {
      const { api: public_ } = childSettings({}, { ...parts, [real]: null }, KEPT, '/x/ready.json');
      expect(public_.LOCAL_READY_FILE).toBeUndefined();
    }
  });

  test('never hold the connection of the database owner', () => {
    const env = { DATABASE_URL: 'postgresql://mine', MIGRATION_DATABASE_URL: 'postgresql://owner@mine' };
    expect(JSON.stringify(childSettings(env, parts, KEPT))).not.toContain('owner@');
  });

  test('give the embedded Temporal nothing of a server elsewhere', () => {
    const elsewhere = { TEMPORAL_NAMESPACE: 'prod', TEMPORAL_TLS: 'true', TEMPORAL_API_KEY: 'key of the user' };
    const { worker } = childSettings(elsewhere, parts, KEPT);
    expect(temporalAccess(worker)).toMatchObject({ connection: { address: parts.temporal }, namespace: 'default' });
    expect(JSON.stringify(worker)).not.toContain('key of the user');
    const named = { ...elsewhere, TEMPORAL_ADDRESS: parts.temporal };
    expect(childSettings(named, parts, KEPT).worker).toMatchObject(named);
  });

  test('send a real key to the real provider and a local key to its stand-in', () => {
    const env = { ANTHROPIC_API_KEY: 'real-a', RESEND_API_KEY: 'real-r', STRIPE_SECRET_KEY_TEST: 'sk_test_real' };
    expect([needsMailStandIn(env), needsAgentStandIn(env), needsPaymentStandIn(env)]).toEqual([false, false, false]);
    const real = childSettings(env, { ...parts, mail: null, agents: null, payments: null }, KEPT).worker;
    expect(real).toMatchObject(env);
    expect(Object.keys(real).filter((name) => name.endsWith('_BASE_URL'))).toEqual([]);
    expect(childSettings({}, parts, KEPT).worker).toMatchObject({
      STRIPE_BASE_URL: parts.payments,
      STRIPE_SECRET_KEY_LIVE: 'sk_live_local_stand_in',
      ANTHROPIC_BASE_URL: parts.agents,
      RESEND_BASE_URL: parts.mail,
    });
  });
});

test.each(filesWithServer())('PostgreSQL of %s admits Temporal, two APIs and three workers', (file) => {
  // Four services with a pool of 20 for the store and of 10 for visibility; ours have 20, and one to listen.
  expect(Number(serverSettings(file).max_connections)).toBeGreaterThan(4 * 30 + 5 * 21);
});
