import {
  childSettings,
  needsAgentStandIn,
  needsMailStandIn,
  needsPaymentStandIn,
  standInSettings,
} from '../../local/child-settings';
import { join } from 'node:path';
import { findTemporal } from '../../local/temporal/find-temporal';
import { refuseWherePublic } from '../../platform/public-deployment';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { temporalAccess } from '../../providers/temporal-access';
import { linkAccess, senderAccess } from '../../platform/mail-settings';
import { secretsFrom } from '../../platform/secrets';

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

const mailOf = ({ MAIL, TOKEN_SECRET, RESEND_API_KEY }: NodeJS.ProcessEnv) => ({
  MAIL,
  TOKEN_SECRET: secretsFrom(TOKEN_SECRET!),
  RESEND_API_KEY,
});

test('mail is on for API and worker, with one secret for links that the user may replace', () => {
  const { api, worker } = childSettings({}, parts, KEPT);
  expect(linkAccess(mailOf(api))).toMatchObject({ tokenSecrets: [{ value: SECRET }] });
  expect(senderAccess(mailOf(worker))).toMatchObject({ tokenSecrets: [{ value: SECRET }] });
  const own = { TOKEN_SECRET: 'another secret of the user, of some length' };
  expect(childSettings(own, parts, KEPT).api).toMatchObject(own);
});

test('the key of the mail provider reaches the worker only', () => {
  for (const env of [{}, { RESEND_API_KEY: 'real-r', RESEND_BASE_URL: 'https://mail.example' }]) {
    const { api, worker } = childSettings(env, parts, KEPT);
    expect(worker.RESEND_API_KEY).toBeTruthy();
    expect(Object.keys(api).filter((name) => name.startsWith('RESEND_') && name !== 'RESEND_WEBHOOK_SECRET')).toEqual(
      [],
    );
  }
});

test('mail is on with the secret of links, off where it is said, and never half on', () => {
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

test('the page with keys and a first run is there with stand-ins only: no real provider is used by a click', () => {
  const fileOf = (more: object) => childSettings({}, { ...parts, ...more }, KEPT, '/x/ready.json').api.LOCAL_READY_FILE;
  expect(fileOf({})).toBe('/x/ready.json');
  for (const real of ['mail', 'agents', 'payments']) expect(fileOf({ [real]: null })).toBeUndefined();
  expect(childSettings({}, parts, KEPT, '/x/ready.json').worker.LOCAL_READY_FILE).toBeUndefined();
});

test('webhooks reach receivers on this machine, unless the public reaches the service through a tunnel', () => {
  expect(childSettings({}, parts, KEPT).api.WEBHOOK_ALLOW_PRIVATE).toBe('true');
  const tunnel = childSettings({ PUBLIC_URL: 'https://noi.example', TRUSTED_HOPS: '1' }, parts, KEPT);
  expect([tunnel.api.WEBHOOK_ALLOW_PRIVATE, tunnel.worker.WEBHOOK_ALLOW_PRIVATE]).toEqual([undefined, undefined]);
  for (const env of [tunnel.api, tunnel.worker])
    expect(() =>
      refuseWherePublic({ ...env, PUBLIC_URL: env.PUBLIC_URL!, WEBHOOK_ALLOW_PRIVATE: false }),
    ).not.toThrow();
});

test('API and worker show metrics and health on ports of their own, on loopback', () => {
  const { api, worker } = childSettings({ METRICS_PORT: '1' }, parts, KEPT);
  expect([api.METRICS_PORT, worker.METRICS_PORT]).toEqual(['9464', '9465']);
  expect([api.METRICS_HOST, worker.METRICS_HOST]).toEqual([undefined, undefined]);
});

test('no child gets the connection of the owner, not even where the user named one', () => {
  const env = { DATABASE_URL: 'postgresql://mine', MIGRATION_DATABASE_URL: 'postgresql://owner@mine' };
  for (const child of Object.values(childSettings(env, parts, KEPT))) {
    expect(JSON.stringify(child)).not.toContain('owner@');
  }
});

test('without keys both providers are stand-ins, at their addresses', () => {
  expect([needsMailStandIn({}), needsAgentStandIn({})]).toEqual([true, true]);
  expect(childSettings({}, parts, KEPT).worker).toMatchObject({
    ANTHROPIC_BASE_URL: parts.agents,
    RESEND_BASE_URL: parts.mail,
    DATABASE_URL: parts.database,
    TEMPORAL_ADDRESS: parts.temporal,
    TEMPORAL_NAMESPACE: 'default',
    PUBLIC_URL: parts.api.url,
  });
});

test('the embedded Temporal gets none of the settings of a server elsewhere; a server that is named gets all', () => {
  const elsewhere = { TEMPORAL_NAMESPACE: 'prod', TEMPORAL_TLS: 'true', TEMPORAL_API_KEY: 'key of the user' };
  const { api, worker } = childSettings(elsewhere, parts, KEPT);
  for (const child of [api, worker]) {
    expect(temporalAccess(child)).toMatchObject({ connection: { address: parts.temporal }, namespace: 'default' });
    expect(JSON.stringify(child)).not.toContain('key of the user');
  }
  const named = { ...elsewhere, TEMPORAL_ADDRESS: parts.temporal };
  expect(childSettings(named, parts, KEPT).worker).toMatchObject(named);
});

test('a profile of Temporal’s own configuration names a server, with its namespace', async () => {
  const TEMPORAL_CONFIG_FILE = join(PACKAGE_ROOT, 'test', 'fixtures', 'tls', 'profiles.toml');
  const env = { TEMPORAL_CONFIG_FILE, TEMPORAL_PROFILE: 'hosted' };
  const found = await findTemporal({ env });
  expect(found).toEqual({ kind: 'server', address: 'hosted.example:7233' });
  const { worker } = childSettings(env, { ...parts, temporal: 'hosted.example:7233' }, KEPT);
  expect(temporalAccess(worker)).toMatchObject({
    connection: { address: 'hosted.example:7233', apiKey: 'of the file' },
    namespace: 'newsletters',
  });
});

test('a real key goes to the real provider: no address of ours is set with it', () => {
  const env = { ANTHROPIC_API_KEY: 'real-a', RESEND_API_KEY: 'real-r' };
  expect([needsMailStandIn(env), needsAgentStandIn(env)]).toEqual([false, false]);
  const { worker } = childSettings(env, { ...parts, mail: null, agents: null }, KEPT);
  expect(worker).toMatchObject(env);
  expect(worker).not.toHaveProperty('ANTHROPIC_BASE_URL');
  expect(worker).not.toHaveProperty('RESEND_BASE_URL');
});

test('an address that the user names is kept, with a key that is no secret if there is none', () => {
  const env = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
  expect(needsAgentStandIn(env)).toBe(false);
  const { worker } = childSettings(env, { ...parts, agents: null }, KEPT);
  expect(worker).toMatchObject({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_API_KEY: 'local-agents-key' });
});

test('every other setting of the user passes through, and wins over our defaults', () => {
  const env = { RUN_QUEUE_EXPIRY: '5s', LIMITS_SCALE: '10', LOG_LEVEL: 'debug', PUBLIC_URL: 'https://x', PORT: '1' };
  const { api, worker } = childSettings(env, parts, KEPT);
  expect(worker).toMatchObject({
    RUN_QUEUE_EXPIRY: '5s',
    LIMITS_SCALE: '10',
    LOG_LEVEL: 'debug',
    PUBLIC_URL: 'https://x',
  });
  expect(api).toMatchObject({ CHECK_RESPONSES: 'true', HOST: '127.0.0.1', PORT: '3000', LIMITS_SCALE: '10' });
});

test('a stand-in sees none of the user’s secrets', () => {
  const env = { PATH: '/bin', ANTHROPIC_API_KEY: 'real', DATABASE_URL: 'postgresql://secret' };
  expect(standInSettings(env, { PORT: '1' })).toEqual({ PATH: '/bin', PORT: '1' });
});

test('payments go to the stand-in with its own keys, unless the user has a key of either mode or an address', () => {
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
