import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { str } from 'envalid';
import { linkAccess, senderAccess } from '../../base/mail-settings';
import { refuseWherePublic } from '../../base/public-deployment';
import { readSecretFiles, SECRET_SETTINGS, secretsFrom } from '../../base/secrets';
import { databaseUrl, duration, flag, misspelled, positiveNumber, readSettings, url } from '../../base/settings';
import { apiSettings, rateLimitStore, settingsOf } from '../../http/settings';
import { built } from '../../local/process/launch';
import { openPayments } from '../../vendors/payments/open-payments';
import { temporalAccess } from '../../vendors/temporal-client';
import { createAlertReceiver } from '../../vendors/webhooks/alert-receiver';
import { createWebhooks } from '../../vendors/webhooks/webhook-sender';
import { workerSettings } from '../../worker/settings';

const specs = {
  ADDRESS: url(),
  LIFETIME: duration({ default: 60_000 }),
  ON: flag({ default: false }),
  SCALE: positiveNumber({ default: 1 }),
  LEVEL: str({ choices: ['low', 'high'], default: 'low' }),
};

test('names every invalid setting in one message', () => {
  const wrong = { LIFETIME: '31', ON: 'yes', SCALE: '0', LEVEL: 'middle' };
  expect(() => readSettings(specs, wrong)).toThrow(/ADDRESS[^]*LIFETIME[^]*ON[^]*SCALE[^]*LEVEL/);
});

test('shares rate limits between processes behind https by default', () => {
  const storeOf = (more: NodeJS.ProcessEnv) =>
    rateLimitStore(readSettings(apiSettings, { DATABASE_URL: 'postgres://localhost/noi', ...more }));
  expect(storeOf({})).toBe('memory');
  expect(storeOf({ PUBLIC_URL: 'https://noi.example' })).toBe('postgres');
  expect(storeOf({ PUBLIC_URL: 'https://noi.example', RATE_LIMIT_STORE: 'memory' })).toBe('memory');
});

const CANARY = 'canary5ecret';
/** Values that contain a secret by mistake: the secret alone, or in a URL, list or number. */
const PASTED = [
  CANARY,
  `whsec_${CANARY},${CANARY}`,
  `postgresql://noi_app:p#${CANARY}/w0rd@127.0.0.1/noi`,
  `postgresql://noi_app:1#${CANARY}@127.0.0.1/noi`,
  `postgresql://noi_app:p@${CANARY}/w0rd@127.0.0.1/noi`,
  `https://user:${CANARY}@`,
  `https://hooks.example.com:${CANARY}/x`,
  `12${CANARY}`,
  `30s ${CANARY}`,
  `\n${CANARY}\u2028`,
];
const NEEDED = { DATABASE_URL: 'postgres://127.0.0.1/noi', ANTHROPIC_API_KEY: 'x' };

type Services = Parameters<typeof temporalAccess>[0] &
  Parameters<typeof createAlertReceiver>[0] &
  Parameters<typeof createWebhooks>[0] &
  Parameters<typeof openPayments>[0];

function openServices(settings: Services): void {
  temporalAccess(settings);
  createAlertReceiver(settings);
  createWebhooks(settings);
  openPayments(settings, { deploymentId: () => Promise.resolve('x') });
}

/** Reads a process's settings as the process does at startup. */
const STARTS = {
  api(env: NodeJS.ProcessEnv) {
    const settings = readSettings(apiSettings, env);
    settingsOf(settings);
    openServices(settings);
  },
  worker(env: NodeJS.ProcessEnv) {
    const settings = readSettings(workerSettings, env);
    refuseWherePublic(settings);
    senderAccess(settings);
    openServices(settings);
  },
};

const NAMES = { api: Object.keys(apiSettings), worker: Object.keys(workerSettings) };
const SETTINGS = (['api', 'worker'] as const).flatMap((process) => NAMES[process].map((name) => ({ process, name })));

test.each(SETTINGS)('does not quote a secret in $name when $process starts', ({ process, name }) => {
  const errors = PASTED.map((value) => {
    try {
      STARTS[process]({ ...NEEDED, [name]: value });
      return '';
    } catch (error) {
      return String((error as Error).stack);
    }
  });
  expect(errors.filter((error) => error.includes(CANARY))).toEqual([]);
});

test.each([['server/main'], ['worker/main'], ['prisma/migrate'], ['admin/main', 'accounts', 'list']])(
  '%s does not print any part of an unreadable DATABASE_URL',
  (program, ...args) => {
    const env = { PATH: process.env.PATH, ...NEEDED, DATABASE_URL: PASTED[2] };
    const { status, stdout, stderr } = spawnSync(process.execPath, [built(program), ...args], {
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout + stderr).toContain('DATABASE_URL');
    expect(stdout + stderr).not.toContain(CANARY);
  },
);

test('turns mail on with a link secret, off if set so, and never half on', () => {
  const TOKEN_SECRET = secretsFrom('a secret of at least thirty-two characters');
  expect(linkAccess({ MAIL: undefined, TOKEN_SECRET })).toEqual({ tokenSecrets: TOKEN_SECRET });
  expect(linkAccess({ MAIL: undefined, TOKEN_SECRET: undefined })).toBeNull();
  expect(senderAccess({ MAIL: 'off', TOKEN_SECRET, RESEND_API_KEY: undefined })).toBeNull();
  expect(() => linkAccess({ MAIL: 'on', TOKEN_SECRET: undefined })).toThrow('TOKEN_SECRET');
  expect(() => senderAccess({ MAIL: undefined, TOKEN_SECRET, RESEND_API_KEY: undefined })).toThrow('MAIL=off');
});

test.each(['mysql://u:p@127.0.0.1/noi', '127.0.0.1', 'postgresql://u:p@ss/w@127.0.0.1/noi'])(
  'rejects %s as the address of PostgreSQL',
  (value) => {
    const read = () => readSettings({ DATABASE_URL: databaseUrl() }, { DATABASE_URL: value });
    expect(read).toThrow('DATABASE_URL: must be');
  },
);

const folder = mkdtempSync(join(tmpdir(), 'noi-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, contents: string) => {
  writeFileSync(join(folder, name), contents);
  return join(folder, name);
};

test('reads every secret setting from a file', () => {
  for (const name of SECRET_SETTINGS) {
    const env: NodeJS.ProcessEnv = { [`${name}_FILE`]: file('one', 'a b=c\n') };
    readSecretFiles(env);
    expect(env[name]).toBe('a b=c');
  }
  const named = Object.keys({ ...apiSettings, ...workerSettings }).filter(
    // Temporal's TLS settings already name files, and a cache's lifetime is not a secret.
    (name) => /SECRET|_KEY|DATABASE_URL/.test(name) && !/^TEMPORAL_TLS_|_TTL$/.test(name),
  );
  expect(SECRET_SETTINGS).toEqual(expect.arrayContaining(named));
});

test('names every unreadable file without its contents', () => {
  const env = {
    TOKEN_SECRET_FILE: join(folder, 'none'),
    RESEND_API_KEY_FILE: file('blank', ' \n'),
    DATABASE_URL: 'postgresql://x',
    DATABASE_URL_FILE: file('database', 'postgresql://hidden'),
    ANTHROPIC_API_KEY_FILE: '',
    STRIPE_SECRET_KEY_LIVE_FILE: folder,
  };
  const read = () => readSecretFiles(env);
  for (const said of [
    `TOKEN_SECRET_FILE: cannot be read (ENOENT): ${join(folder, 'none')}`,
    'RESEND_API_KEY_FILE: the file is empty',
    'DATABASE_URL_FILE: DATABASE_URL is set as well; give one of them',
    'ANTHROPIC_API_KEY_FILE: set but empty',
    'STRIPE_SECRET_KEY_LIVE_FILE: cannot be read (EISDIR)',
  ]) {
    expect(read).toThrow(said);
  }
  expect(read).not.toThrow('hidden');
});

test('rejects plain http providers and private receivers in a public deployment', () => {
  const PUBLIC_URL = 'https://noi.example';
  const provider = 'http://payments.internal';
  const both = { PUBLIC_URL, STRIPE_SECRET_KEY_TEST: 'x', STRIPE_BASE_URL: provider, WEBHOOK_ALLOW_PRIVATE: true };
  expect(() => refuseWherePublic(both)).toThrow(
    /STRIPE_BASE_URL: must be an https address[^]*WEBHOOK_ALLOW_PRIVATE: remove it/,
  );
  for (const name of ['ANTHROPIC_BASE_URL', 'RESEND_BASE_URL'])
    expect(() => refuseWherePublic({ PUBLIC_URL, [name]: provider })).toThrow(name);
  // Local destinations are still allowed, and a deployment that only this machine can reach is exempt.
  refuseWherePublic({ PUBLIC_URL, STRIPE_BASE_URL: 'http://127.0.0.1:3300', RESEND_BASE_URL: 'https://mail.example' });
  refuseWherePublic({ PUBLIC_URL: 'http://127.0.0.1:3000', STRIPE_BASE_URL: provider, WEBHOOK_ALLOW_PRIVATE: true });
});

const SECRET = 'a secret of at least thirty-two characters';
/** Settings of a public deployment with a single payment mode. */
const PUBLIC = {
  ...NEEDED,
  PUBLIC_URL: 'https://research.example.com',
  TRUSTED_HOPS: '1',
  TEMPORAL_ADDRESS: 'temporal:7233',
  TOKEN_SECRET: SECRET,
  OPERATOR_EMAIL: 'operator@example.com',
  SUPPORT_ADDRESS: 'support@example.com',
  MAIL_FROM: 'Research <hello@example.com>',
  RESEND_API_KEY: 're_x',
  RESEND_WEBHOOK_SECRET: 'whsec_mail',
  STRIPE_SECRET_KEY_TEST: 'sk_test_x',
  STRIPE_WEBHOOK_SECRETS_TEST: 'whsec_test',
};

/** Messages about a process's settings at startup, one line per mistake. */
function saidBy(process: keyof typeof STARTS, env: NodeJS.ProcessEnv): string[] {
  try {
    STARTS[process](env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').filter((line) => !line.startsWith('Settings are not usable'));
  }
}

test('starts a public deployment with one payment mode, and without mail if set so', () => {
  for (const process of ['api', 'worker'] as const) expect(saidBy(process, PUBLIC)).toEqual([]);
  const { PUBLIC_URL, TRUSTED_HOPS, TEMPORAL_ADDRESS, STRIPE_SECRET_KEY_TEST, STRIPE_WEBHOOK_SECRETS_TEST } = PUBLIC;
  const withoutMail = {
    PUBLIC_URL,
    TRUSTED_HOPS,
    TEMPORAL_ADDRESS,
    STRIPE_SECRET_KEY_TEST,
    STRIPE_WEBHOOK_SECRETS_TEST,
  };
  expect(saidBy('api', { ...NEEDED, ...withoutMail, MAIL: 'off' })).toEqual([]);
});

const BOTH = ['api', 'worker'] as const;
const SEALING = Buffer.alloc(32, SECRET).toString('base64');
const MISTAKES: [name: string, wrong: NodeJS.ProcessEnv, processes: readonly ('api' | 'worker')[]][] = [
  ['TEMPORAL_ADDRESS', { TEMPORAL_ADDRESS: undefined }, BOTH],
  ['TEMPORAL_ADDRESS', { TEMPORAL_ADDRESS: 'https://temporal.example.com' }, BOTH],
  ['TEMPORAL_TLS', { TEMPORAL_API_KEY: 'y', TEMPORAL_TLS: 'false' }, BOTH],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://127.0.0.1/noi' }, BOTH],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://research.example.com/shop' }, BOTH],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://research.example.com?a=b' }, BOTH],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://me@research.example.com' }, BOTH],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://research.example.com' }, BOTH],
  ['MAIL_FROM', { MAIL_FROM: 'hello' }, ['worker']],
  ['MAIL_FROM', { MAIL_FROM: 'Research, Inc. <hello@example.com>' }, ['worker']],
  ['MAIL_FROM', { MAIL_FROM: undefined }, ['worker']],
  ['MAIL_FROM', { MAIL_FROM: 'hello@noi.example' }, ['worker']],
  ['SUPPORT_ADDRESS', { SUPPORT_ADDRESS: undefined }, BOTH],
  ['SUPPORT_ADDRESS', { SUPPORT_ADDRESS: 'Support <support@example.com>' }, BOTH],
  ['OPERATOR_EMAIL', { OPERATOR_EMAIL: undefined }, BOTH],
  ['TOKEN_SECRET', { TOKEN_SECRET: undefined }, BOTH],
  ['RESEND_WEBHOOK_SECRET', { RESEND_WEBHOOK_SECRET: undefined }, ['api']],
  ['RESEND_API_KEY', { RESEND_API_KEY: undefined }, ['worker']],
  ['RESEND_API_KEY', { RESEND_API_KEY: 'whsec_x' }, ['worker']],
  ['WEBHOOK_SECRET_KEY', { TOKEN_SECRET: SEALING, WEBHOOK_SECRET_KEY: SEALING }, BOTH],
  ['STRIPE_SECRET_KEY_LIVE', { STRIPE_SECRET_KEY_TEST: undefined, STRIPE_WEBHOOK_SECRETS_TEST: undefined }, BOTH],
  ['STRIPE_SECRET_KEY_TEST', { STRIPE_SECRET_KEY_TEST: 'rk_live_x' }, BOTH],
  ['STRIPE_SECRET_KEY_TEST', { STRIPE_SECRET_KEY_TEST: 'pk_test_x' }, BOTH],
  ['STRIPE_SECRET_KEY_LIVE', { STRIPE_SECRET_KEY_LIVE: 'sk_test_y', STRIPE_WEBHOOK_SECRETS_LIVE: 'whsec_live' }, BOTH],
  ['STRIPE_SECRET_KEY_LIVE', { STRIPE_WEBHOOK_SECRETS_LIVE: 'whsec_live' }, ['api']],
  ['STRIPE_WEBHOOK_SECRETS_TEST', { STRIPE_WEBHOOK_SECRETS_TEST: undefined }, ['api']],
  [
    'STRIPE_WEBHOOK_SECRETS_TEST',
    { STRIPE_SECRET_KEY_LIVE: 'sk_live_x', STRIPE_WEBHOOK_SECRETS_LIVE: 'whsec_test' },
    ['api'],
  ],
  ['TRUSTED_HOPS', { TRUSTED_HOPS: undefined }, ['api']],
  ['METRICS_PORT', { METRICS_PORT: '8080' }, ['api']],
  ['METRICS_PORT', { METRICS_PORT: '99999' }, BOTH],
  ['DATABASE_POOL', { DATABASE_POOL: '0' }, BOTH],
  ['ALERT_WEBHOOK_URL', { ALERT_WEBHOOK_KEY: 'y' }, BOTH],
];

test.each(MISTAKES)('reports a wrong %s in a public deployment in one line (%j)', (name, wrong, processes) => {
  for (const process of processes) {
    const lines = saidBy(process, { ...PUBLIC, ...wrong });
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^ *${name}: `))]);
    expect(lines[0]).not.toContain(SEALING);
  }
});

test('sends the API key of a hosted Temporal only to a configured address', () => {
  expect(() => temporalAccess({ TEMPORAL_API_KEY: 'x' })).toThrow('TEMPORAL_ADDRESS: missing');
});

test('warns about misspelled settings, but not about common variables', () => {
  const names = ['PUBLIC_ULR', 'STRIPE_SECRET_KEY_LVE', 'OPERATOR_MAIL', 'TOKEN_SECRETS_FILE', 'MAIL_FROM_FILE'];
  const warned = misspelled([...NAMES.api, ...NAMES.worker], Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(warned.map((warning) => warning.replace(' is not a setting; did you mean', ''))).toEqual([
    'PUBLIC_ULR PUBLIC_URL?',
    'STRIPE_SECRET_KEY_LVE STRIPE_SECRET_KEY_LIVE?',
    'OPERATOR_MAIL OPERATOR_EMAIL?',
    'TOKEN_SECRETS_FILE TOKEN_SECRET_FILE?',
    'MAIL_FROM_FILE MAIL_FROM?',
  ]);
  const usual = 'PATH HOSTNAME NODE_ENV NODE_OPTIONS npm_config_user_agent PGHOST PGPASSWORD POSTGRES_PASSWORD LOGNAME';
  const vendors = 'TEMPORAL_PROFILE OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_PROTOCOL BUILD_URL';
  const env = [...usual.split(' '), ...vendors.split(' '), ...NAMES.api, ...NAMES.worker];
  for (const process of BOTH)
    expect(misspelled(NAMES[process], Object.fromEntries(env.map((name) => [name, 'x'])))).toEqual([]);
});
