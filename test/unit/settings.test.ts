import { spawnSync } from 'node:child_process';
import { str } from 'envalid';
import { apiSettings, localReadyFile, rateLimitStore, settingsOf } from '../../http/settings';
import { built } from '../../local/programs';
import { senderAccess } from '../../platform/mail-settings';
import { refuseWherePublic } from '../../platform/public-deployment';
import { databaseUrl, duration, flag, positiveNumber, readSettings, url } from '../../platform/settings';
import { openPayments } from '../../providers/payments/open-payments';
import { temporalAccess } from '../../providers/temporal-access';
import { createAlertReceiver } from '../../providers/webhooks/alert-receiver';
import { createWebhooks } from '../../providers/webhooks/create-webhooks';
import { workerSettings } from '../../worker/settings';

const specs = {
  ADDRESS: url(),
  LIFETIME: duration({ default: 60_000 }),
  ON: flag({ default: false }),
  SCALE: positiveNumber({ default: 1 }),
  LEVEL: str({ choices: ['low', 'high'], default: 'low' }),
};

test('defaults are filled in and the result is frozen', () => {
  const settings = readSettings(specs, { ADDRESS: 'http://x' });
  expect({ ...settings }).toMatchObject({ ADDRESS: 'http://x', LIFETIME: 60_000, ON: false, SCALE: 1, LEVEL: 'low' });
  expect(Object.isFrozen(settings)).toBe(true);
});

test.each([
  ['31m', 1_860_000],
  ['500ms', 500],
  ['2s', 2_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
])('the duration %s is %i ms', (text, ms) => {
  expect(readSettings(specs, { ADDRESS: 'http://x', LIFETIME: text }).LIFETIME).toBe(ms);
});

test.each<[Record<string, string>, string]>([
  [{}, 'ADDRESS'],
  [{ ADDRESS: '' }, 'ADDRESS'],
  [{ ADDRESS: 'not an address' }, 'ADDRESS'],
  [{ ADDRESS: 'http://x', LIFETIME: '31' }, 'LIFETIME'],
  [{ ADDRESS: 'http://x', LIFETIME: '-1m' }, 'LIFETIME'],
  [{ ADDRESS: 'http://x', LIFETIME: ' ' }, 'LIFETIME'],
  [{ ADDRESS: 'http://x', ON: 'yes' }, 'ON'],
  [{ ADDRESS: 'http://x', SCALE: '0' }, 'SCALE'],
  [{ ADDRESS: 'http://x', LEVEL: 'middle' }, 'LEVEL'],
])('%j is refused with a message that names %s', (env, name) => {
  expect(() => readSettings(specs, env)).toThrow(name);
});

test('every invalid setting is named in one message', () => {
  expect(() => readSettings(specs, { LIFETIME: 'x', ON: 'y' })).toThrow(/ADDRESS[\s\S]*LIFETIME[\s\S]*ON/);
});

test('the settings that checks from outside rely on are there', () => {
  expect(Object.keys(apiSettings)).toEqual(
    expect.arrayContaining([
      'RUN_QUEUE_EXPIRY',
      'EVALUATION_DEADLINE',
      'SEARCH_DEADLINE',
      'KEY_CACHE_TTL',
      'LIMITS_SCALE',
    ]),
  );
});

test('the page with the keys of this machine is off unless it is switched on, and refused where others could reach it', () => {
  const on = { LOCAL_READY_FILE: '/x/ready.json', PUBLIC_URL: 'http://127.0.0.1:3000', TRUSTED_HOPS: undefined };
  expect(localReadyFile({ ...on, LOCAL_READY_FILE: undefined })).toBeNull();
  expect(localReadyFile(on)).toBe('/x/ready.json');
  for (const exposed of [
    { PUBLIC_URL: 'https://noi.example' },
    { PUBLIC_URL: 'http://noi.example' },
    { PUBLIC_URL: 'https://localhost' },
    { TRUSTED_HOPS: 1 },
  ]) {
    expect(() => localReadyFile({ ...on, ...exposed })).toThrow('LOCAL_READY_FILE');
  }
});

test('limits are shared where several processes may answer: behind https, unless the setting says otherwise', () => {
  const storeOf = (more: NodeJS.ProcessEnv) =>
    rateLimitStore(readSettings(apiSettings, { DATABASE_URL: 'postgres://localhost/noi', ...more }));
  expect(storeOf({})).toBe('memory');
  expect(storeOf({ RATE_LIMIT_STORE: 'postgres' })).toBe('postgres');
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

/** Starts a process as far as its settings go. */
const STARTS: Record<string, (env: NodeJS.ProcessEnv) => unknown> = {
  api(env) {
    const settings = readSettings(apiSettings, env);
    settingsOf(settings);
    openServices(settings);
  },
  worker(env) {
    const settings = readSettings(workerSettings, env);
    refuseWherePublic(settings);
    senderAccess(settings);
    openServices(settings);
  },
};

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

test.each([
  ...Object.keys(apiSettings).map((name) => ['api', name] as const),
  ...Object.keys(workerSettings).map((name) => ['worker', name] as const),
])('a start of the %s with a secret in %s quotes none of it', (process, name) => {
  const errors = PASTED.map((value) => {
    try {
      STARTS[process]!({ ...NEEDED, [name]: value });
      return '';
    } catch (error) {
      return String((error as Error).stack);
    }
  });
  expect(errors.filter((error) => error.includes(CANARY))).toEqual([]);
});

test.each(['server/main', 'worker/main', 'prisma/migrate', 'admin/main'])(
  '%s prints no part of a DATABASE_URL that it cannot read',
  (program) => {
    for (const DATABASE_URL of PASTED.slice(2, 5)) {
      const args = program === 'admin/main' ? ['accounts', 'list'] : [];
      const { status, stdout, stderr } = spawnSync(process.execPath, [built(program), ...args], {
        env: { PATH: process.env.PATH, ...NEEDED, DATABASE_URL },
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stdout + stderr).toContain('DATABASE_URL');
      expect(stdout + stderr).not.toContain(CANARY);
    }
  },
);

test.each([
  'postgres://127.0.0.1/noi',
  'postgresql://noi_app:p%40ss%2Fw0rd%23@db.example.com:5432/noi?sslmode=verify-full&sslrootcert=/ca.pem',
  'postgresql:///noi?host=/run/postgresql',
  'postgresql://u:p@[::1]:5432/noi',
])('takes %s as an address of PostgreSQL', (value) => {
  expect(readSettings({ DATABASE_URL: databaseUrl() }, { DATABASE_URL: value }).DATABASE_URL).toBe(value);
});

test.each(['mysql://u:p@127.0.0.1/noi', 'https://127.0.0.1/noi', '127.0.0.1', 'postgresql://u:p@ss/w@127.0.0.1/noi'])(
  'refuses %s as an address of PostgreSQL',
  (value) => {
    expect(() => readSettings({ DATABASE_URL: databaseUrl() }, { DATABASE_URL: value })).toThrow(
      'DATABASE_URL: must be',
    );
  },
);
