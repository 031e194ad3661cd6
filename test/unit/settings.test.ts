import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { str } from 'envalid';
import { linkAccess, senderAccess } from '../../base/mail-settings';
import { refuseWherePublic } from '../../base/public-deployment';
import { readSecretFiles, SECRET_SETTINGS, secretsFrom } from '../../base/secrets';
import { databaseUrl, duration, flag, positiveNumber, readSettings, url } from '../../base/settings';
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
/** Values with a secret in them, as they are set by mistake: raw, or in a URL, list or number. */
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

/** Starts a process as far as its settings go. */
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

test.each(SETTINGS)('a start of the $process with a secret in $name quotes none of it', ({ process, name }) => {
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
  '%s prints no part of an unreadable DATABASE_URL',
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

test('mail is on with a link secret, off when told, and never half on', () => {
  const TOKEN_SECRET = secretsFrom('a secret of at least thirty-two characters');
  expect(linkAccess({ MAIL: undefined, TOKEN_SECRET })).toEqual({ tokenSecrets: TOKEN_SECRET });
  expect(linkAccess({ MAIL: undefined, TOKEN_SECRET: undefined })).toBeNull();
  expect(senderAccess({ MAIL: 'off', TOKEN_SECRET, RESEND_API_KEY: undefined })).toBeNull();
  expect(() => linkAccess({ MAIL: 'on', TOKEN_SECRET: undefined })).toThrow('TOKEN_SECRET');
  expect(() => senderAccess({ MAIL: undefined, TOKEN_SECRET, RESEND_API_KEY: undefined })).toThrow('MAIL=off');
});

test.each(['mysql://u:p@127.0.0.1/noi', '127.0.0.1', 'postgresql://u:p@ss/w@127.0.0.1/noi'])(
  'refuses %s as the address of PostgreSQL',
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

test('every secret setting can be given as a file', () => {
  for (const name of SECRET_SETTINGS) {
    const env: NodeJS.ProcessEnv = { [`${name}_FILE`]: file('one', 'a b=c\n') };
    readSecretFiles(env);
    expect(env[name]).toBe('a b=c');
  }
  const named = Object.keys({ ...apiSettings, ...workerSettings }).filter(
    // Temporal reads certificates from files already; a lifetime of a cache is no secret.
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

test('refuses plain http providers and private receivers on a public deployment', () => {
  const PUBLIC_URL = 'https://noi.example';
  const provider = 'http://payments.internal';
  const both = { PUBLIC_URL, STRIPE_BASE_URL: provider, WEBHOOK_ALLOW_PRIVATE: true };
  expect(() => refuseWherePublic(both)).toThrow(
    /STRIPE_BASE_URL: must be an https address[^]*WEBHOOK_ALLOW_PRIVATE: remove it/,
  );
  for (const name of ['ANTHROPIC_BASE_URL', 'RESEND_BASE_URL'])
    expect(() => refuseWherePublic({ PUBLIC_URL, [name]: provider })).toThrow(name);
  // What never leaves this machine, and a service that only this machine reaches, keep working.
  refuseWherePublic({ PUBLIC_URL, STRIPE_BASE_URL: 'http://127.0.0.1:3300', RESEND_BASE_URL: 'https://mail.example' });
  refuseWherePublic({ PUBLIC_URL: 'http://127.0.0.1:3000', STRIPE_BASE_URL: provider, WEBHOOK_ALLOW_PRIVATE: true });
});
