import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  childSettings,
  needsAgentStandIn,
  needsMailStandIn,
  needsPaymentStandIn,
  standInSettings,
} from '../../local/child-settings';
import { composeService } from '../../local/cluster/compose';
import { composeVariables, productSettings } from '../../local/cluster/settings';
import { takeLock } from '../../local/lock';
import { identify } from '../../local/process/identity';
import { readReadyFile, writeReadyFile, type ReadyFile } from '../../local/ready-file';
import { withSecretFiles } from '../../local/secret-files';
import { linkAccess, senderAccess } from '../../platform/mail-settings';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { readSecretFiles, SECRET_SETTINGS } from '../../platform/secret-files';
import { secretsFrom } from '../../platform/secrets';
import { temporalAccess } from '../../providers/temporal-access';
import { documentedCombinations, mergedCompose, serverSettings } from '../support/compose';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'noi-files-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const GONE = 2 ** 22 + 1;

describe('the lock of a folder', () => {
  test('is held once, names its holder and is freed', () => {
    const file = join(folder, 'lock');
    const first = takeLock(file);
    expect(first.taken).toBe(true);
    expect(takeLock(file)).toMatchObject({ taken: false, holder: { pid: process.pid } });
    if (first.taken) first.release();
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ['of a process that is gone', { pid: GONE, identity: 'x' }],
    ['of a process whose id was used again', { pid: process.pid, identity: 'another process' }],
    ['that is damaged', 'not an object'],
  ])('%s is taken over', (_name, content) => {
    const file = join(folder, 'lock');
    writeFileSync(file, JSON.stringify(content));
    expect(takeLock(file).taken).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, identity: identify(process.pid) });
  });
});

describe('ready.json', () => {
  const content = (pids: Record<string, number>): ReadyFile => ({
    api: 'http://a',
    temporal: 't',
    temporalWeb: null,
    database: 'd',
    databaseOwner: 'o',
    traces: null,
    mail: null,
    agents: null,
    payments: null,
    metrics: { api: 'http://m', worker: 'http://n' },
    keys: { live: 'l', test: 't' },
    account: { id: 'i', email: 'e' },
    pids,
  });

  test('is readable by its owner only, while its processes live', () => {
    const path = join(folder, 'ready.json');
    writeReadyFile(path, content({ supervisor: process.pid }));
    expect(readReadyFile(path)).toEqual(content({ supervisor: process.pid }));
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test('is ignored when a process is gone', () => {
    const path = join(folder, 'ready.json');
    expect(readReadyFile(path)).toBeNull();
    writeReadyFile(path, content({ supervisor: process.pid, api: GONE }));
    expect(readReadyFile(path)).toBeNull();
  });
});

describe('settings of processes', () => {
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

  const SECRET = 'a secret of this machine that is kept in LOCAL_DIR';
  const KEPT = { webhookKey: 'key', tokenSecret: SECRET };

  test('the key of the mail provider reaches the worker only', () => {
    for (const env of [{}, { RESEND_API_KEY: 'real-r', RESEND_BASE_URL: 'https://mail.example' }]) {
      const { api, worker } = childSettings(env, parts, KEPT);
      expect(worker.RESEND_API_KEY).toBeTruthy();
      expect(Object.keys(api).filter((name) => name.startsWith('RESEND_') && name !== 'RESEND_WEBHOOK_SECRET')).toEqual(
        [],
      );
    }
  });

  test('mail is on with a link secret, off when told, and never half on', () => {
    const key = { RESEND_API_KEY: 're_1' };
    const TOKEN_SECRET = secretsFrom(SECRET);
    expect(linkAccess({ MAIL: undefined, TOKEN_SECRET })).toEqual({ tokenSecrets: TOKEN_SECRET });
    expect(linkAccess({ MAIL: undefined, TOKEN_SECRET: undefined })).toBeNull();
    expect(linkAccess({ MAIL: 'off', TOKEN_SECRET })).toBeNull();
    expect(senderAccess({ MAIL: 'off', TOKEN_SECRET, RESEND_API_KEY: undefined })).toBeNull();
    expect(() => linkAccess({ MAIL: 'on', TOKEN_SECRET: undefined })).toThrow('TOKEN_SECRET');
    expect(() => senderAccess({ MAIL: undefined, TOKEN_SECRET, RESEND_API_KEY: undefined })).toThrow('MAIL=off');
    expect(senderAccess({ MAIL: 'on', TOKEN_SECRET, ...key })).toEqual({ tokenSecrets: TOKEN_SECRET, apiKey: 're_1' });
  });

  test('the page with keys is there with stand-ins only', () => {
    const fileOf = (more: object) =>
      childSettings({}, { ...parts, ...more }, KEPT, '/x/ready.json').api.LOCAL_READY_FILE;
    expect(fileOf({})).toBe('/x/ready.json');
    for (const real of ['mail', 'agents', 'payments']) expect(fileOf({ [real]: null })).toBeUndefined();
    expect(childSettings({}, parts, KEPT, '/x/ready.json').worker.LOCAL_READY_FILE).toBeUndefined();
  });

  test('no process gets the connection of the database owner', () => {
    const env = { DATABASE_URL: 'postgresql://mine', MIGRATION_DATABASE_URL: 'postgresql://owner@mine' };
    for (const child of Object.values(childSettings(env, parts, KEPT))) {
      expect(JSON.stringify(child)).not.toContain('owner@');
    }
  });

  test('the embedded Temporal gets no settings of a server elsewhere', () => {
    const elsewhere = { TEMPORAL_NAMESPACE: 'prod', TEMPORAL_TLS: 'true', TEMPORAL_API_KEY: 'key of the user' };
    const { api, worker } = childSettings(elsewhere, parts, KEPT);
    for (const child of [api, worker]) {
      expect(temporalAccess(child)).toMatchObject({ connection: { address: parts.temporal }, namespace: 'default' });
      expect(JSON.stringify(child)).not.toContain('key of the user');
    }
    const named = { ...elsewhere, TEMPORAL_ADDRESS: parts.temporal };
    expect(childSettings(named, parts, KEPT).worker).toMatchObject(named);
  });

  test('a real key goes to the real provider only', () => {
    const env = { ANTHROPIC_API_KEY: 'real-a', RESEND_API_KEY: 'real-r' };
    expect([needsMailStandIn(env), needsAgentStandIn(env)]).toEqual([false, false]);
    const { worker } = childSettings(env, { ...parts, mail: null, agents: null }, KEPT);
    expect(worker).toMatchObject(env);
    expect(worker).not.toHaveProperty('ANTHROPIC_BASE_URL');
    expect(worker).not.toHaveProperty('RESEND_BASE_URL');
  });

  test('a stand-in sees none of the secrets', () => {
    const env = { PATH: '/bin', ANTHROPIC_API_KEY: 'real', DATABASE_URL: 'postgresql://secret' };
    expect(standInSettings(env, { PORT: '1' })).toEqual({ PATH: '/bin', PORT: '1' });
  });

  test('payments go to the stand-in unless a key or an address is set', () => {
    expect(needsPaymentStandIn({})).toBe(true);
    expect(childSettings({}, parts, KEPT).api).toMatchObject({
      STRIPE_BASE_URL: parts.payments,
      STRIPE_SECRET_KEY_LIVE: 'sk_live_local_stand_in',
      STRIPE_SECRET_KEY_TEST: 'sk_test_local_stand_in',
    });
    for (const name of ['STRIPE_SECRET_KEY_LIVE', 'STRIPE_SECRET_KEY_TEST', 'STRIPE_BASE_URL']) {
      expect(needsPaymentStandIn({ [name]: 'of the user' })).toBe(false);
    }
    const { api } = childSettings({ STRIPE_SECRET_KEY_TEST: 'sk_test_real' }, { ...parts, payments: null }, KEPT);
    expect(api).toMatchObject({ STRIPE_SECRET_KEY_TEST: 'sk_test_real' });
    expect(api).not.toHaveProperty('STRIPE_BASE_URL');
    expect(api).not.toHaveProperty('STRIPE_SECRET_KEY_LIVE');
  });
});

describe('cluster', () => {
  const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
  const compose = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { image?: string; environment?: Record<string, string | null> }>;
  };
  const addresses = { 'postgres:5432': '127.0.0.1:5001', 'temporal:7233': '127.0.0.1:5002' };
  const valuesOf = (env: NodeJS.ProcessEnv) => ({
    variables: composeVariables(env, 'https://127.0.0.1:4000'),
    addresses,
  });
  const internet = { NODE_OPTIONS: '--require=/preload.js', STAND_IN_INTERNET: '5003 /authority.pem' };

  test.each(['temporal', 'temporal-schema', 'temporal-namespace', 'databases', 'migrate', 'api', 'worker'])(
    'gives %s every variable of docker-compose.yml',
    (name) => {
      const declared = compose.services[name]!.environment!;
      // Those that are passed on have a value here.
      const passedOn = Object.entries(declared).flatMap(([key, text]) => (text === null ? [[key, 'x']] : []));
      const { environment } = composeService(name, valuesOf(Object.fromEntries(passedOn) as NodeJS.ProcessEnv));
      expect(Object.keys(environment).sort()).toEqual(Object.keys(declared).sort());
      expect(Object.values(environment).filter((value) => /\$\{|postgres:5432|temporal:7233/.test(value))).toEqual([]);
      const plain = Object.entries(declared).filter(
        ([, text]) => text !== null && !/\$|postgres:5432|temporal:7233|^\/deploy/.test(text),
      );
      expect(environment).toMatchObject(Object.fromEntries(plain));
    },
  );

  test('passes no real key or provider address on', () => {
    const real = {
      ANTHROPIC_API_KEY: 'real',
      ANTHROPIC_BASE_URL: 'https://real.example',
      STRIPE_SECRET_KEY_LIVE: 'real',
      STRIPE_BASE_URL: 'https://real.example',
      RESEND_API_KEY: 'real',
      RESEND_BASE_URL: 'https://real.example',
      DATABASE_URL: 'postgresql://real',
      TEMPORAL_ADDRESS: 'real:7233',
      TEMPORAL_API_KEY: 'real',
    };
    for (const service of ['api', 'worker'] as const) {
      const settings = productSettings(service, real, valuesOf(real), internet);
      expect(Object.entries(settings).filter(([, value]) => value?.includes('real'))).toEqual([]);
    }
  });

  test('keeps secrets in files and no setting of a single machine', () => {
    const folder = mkdtempSync(join(tmpdir(), 'noi-secrets-'));
    for (const service of ['api', 'worker'] as const) {
      const settings = productSettings(service, {}, valuesOf({}), internet);
      const given = withSecretFiles(settings, folder);
      expect(given.PUBLIC_URL).toMatch(/^https:/);
      const onlyHere = /_BASE_URL$|^CITED_PAGES_ORIGIN$|^WEBHOOK_ALLOW_PRIVATE$|^LOCAL_READY_FILE$/;
      expect(Object.keys(given).filter((name) => onlyHere.test(name))).toEqual([]);
      expect(SECRET_SETTINGS.filter((name) => given[name] !== undefined)).toEqual([]);
      readSecretFiles(given);
      expect(given).toEqual(settings);
    }
    rmSync(folder, { recursive: true });
  });

  test.each(documentedCombinations().map((files) => ({ name: files.join(', '), files })))(
    'PostgreSQL of $name admits all connections of two APIs and three workers',
    ({ files }) => {
      // Four services with a pool of 20 for the store and of 10 for visibility; ours have 20, and one to listen.
      const wanted = 4 * 30 + 5 * 21;
      const { max_connections } = serverSettings(mergedCompose(files).services.postgres!);
      expect(Number(max_connections)).toBeGreaterThan(wanted);
    },
  );
});
