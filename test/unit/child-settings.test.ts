import {
  childSettings,
  needsAgentStandIn,
  needsMailStandIn,
  needsPaymentStandIn,
  standInSettings,
} from '../../local/child-settings';
import { mailAccess } from '../../contracts/mail-settings';

const parts = {
  database: 'postgresql://db',
  temporal: '127.0.0.1:7233',
  api: { host: '127.0.0.1', port: 3000, url: 'http://127.0.0.1:3000' },
  mail: 'http://127.0.0.1:3100',
  agents: 'http://127.0.0.1:3200',
  payments: 'http://127.0.0.1:3300',
};

const SECRET = 'a secret of this machine, kept in LOCAL_DIR';
const KEPT = { webhookKey: 'key', tokenSecret: SECRET };

test('mail is on for API and worker, with one secret for links that the user may replace', () => {
  for (const child of Object.values(childSettings({}, parts, KEPT))) {
    expect(mailAccess({ RESEND_API_KEY: child.RESEND_API_KEY, TOKEN_SECRET: child.TOKEN_SECRET })).toMatchObject({
      tokenSecret: SECRET,
    });
  }
  const own = { TOKEN_SECRET: 'another secret of the user, of some length' };
  expect(childSettings(own, parts, KEPT).api).toMatchObject(own);
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

test('a real key goes to the real provider: no address of ours is set beside it', () => {
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
