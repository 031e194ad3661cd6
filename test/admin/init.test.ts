/** `admin init`: its questions, the files it writes for Docker Compose, and whether processes start with them. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { readSettings } from '../../base/settings';
import { apiSettings, settingsOf } from '../../http/settings';
import { built } from '../../local/process/launch';

const folder = mkdtempSync(join(tmpdir(), 'noi-init-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ANSWERS = {
  DOMAIN: 'research.example.com',
  SELLER_NAME: 'Research Ltd.',
  OPERATOR_EMAIL: 'oncall@example.com',
  ANTHROPIC_API_KEY: 'sk-ant-canary1',
  RESEND_API_KEY: 're_canary2',
  RESEND_WEBHOOK_SECRET: 'whsec_canary3',
  STRIPE_SECRET_KEY_TEST: 'rk_test_canary4',
  STRIPE_WEBHOOK_SECRETS_TEST: 'whsec_canary5',
};
const MANAGED = {
  DATABASE_URL: 'postgresql://noi_app:canary6@db.example.com/noi?sslmode=verify-full',
  MIGRATION_DATABASE_URL: 'postgresql://noi_owner:canary7@db.example.com/noi?sslmode=verify-full',
  TEMPORAL_ADDRESS: 'eu.api.temporal.io:7233',
  TEMPORAL_NAMESPACE: 'shop.a1b2c',
  TEMPORAL_API_KEY: 'canary8',
};

let files = 0;
const newPath = () => join(folder, `env-${files++}`);

/** Runs `init` without a terminal and with an almost empty environment. */
async function init(answers: object, ...options: string[]) {
  const [out, file] = [newPath(), newPath()];
  writeFileSync(
    file,
    Object.entries(answers)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const args = [built('admin/main'), 'init', '--answers', file, '--out', out, ...options];
  const env = { PATH: process.env.PATH, LOCAL_DIR: folder };
  const ended = await promisify(execFile)(process.execPath, args, { env }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  );
  expect(ended.stdout + ended.stderr).not.toContain('canary');
  return {
    ...ended,
    out,
    values: existsSync(out) ? (parseEnv(readFileSync(out, 'utf8')) as Record<string, string>) : {},
  };
}

test('writes a file that only its owner can read, and that starts a public API', async () => {
  const { out, values, stdout } = await init(ANSWERS);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(values).toMatchObject({
    ...ANSWERS,
    PUBLIC_URL: 'https://research.example.com',
    MAIL_FROM: '"Research Ltd." <hello@research.example.com>',
    SUPPORT_ADDRESS: 'support@research.example.com',
  });
  const generated = Object.entries(values).filter(([name]) => /PASSWORD|TOKEN_SECRET|WEBHOOK_SECRET_KEY/.test(name));
  expect(generated).toHaveLength(6);
  expect(new Set(generated.map(([, value]) => value)).size).toBe(6);
  const passwords = generated.filter(([name]) => name.includes('PASSWORD'));
  expect(passwords.filter(([, value]) => !/^[a-z0-9]{32,}$/.test(value))).toEqual([]);
  // Settings that docker-compose.yml adds.
  const compose = {
    DATABASE_URL: 'postgresql://noi_app@postgres/noi',
    TEMPORAL_ADDRESS: 'temporal:7233',
    TRUSTED_HOPS: '1',
  };
  settingsOf(readSettings(apiSettings, { ...values, ...compose }));
  expect(stdout).toMatch(/\n {2}docker compose \S.*\n {2}docker compose \S.*\n$/);
});

test('asks about a managed database and Temporal instead of passwords', async () => {
  const { values, stdout } = await init({ ...ANSWERS, ...MANAGED });
  expect(values).toMatchObject(MANAGED);
  expect(Object.keys(values).filter((name) => name.includes('PASSWORD'))).toEqual([]);
  expect(stdout).toContain('docker compose -f compose.managed.yaml');
  const { stderr } = await init(ANSWERS, '--managed');
  expect(stderr).toContain(`Answers are missing: ${Object.keys(MANAGED).join(', ')}.`);
});

test.each(["O'Neil & Söhne #1", 'Cash $HOME "now"', 'Back\\slash', "O'Neil"])(
  'writes %s so that Compose, a shell and Node read the same value',
  async (name) => {
    const quote = name.includes("'") ? '"' : "'";
    const { out, values, stderr } = await init({ ...ANSWERS, SELLER_NAME: `${quote}${name}${quote}` });
    expect([values.SELLER_NAME, stderr]).toEqual([name, '']);
    const script = `set -a; . ${out}; exec "${process.execPath}" -p 'JSON.stringify(process.env)'`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script]);
    expect(JSON.parse(stdout)).toMatchObject(values);
  },
);

test('does not overwrite an existing file, and says what to do', async () => {
  const path = newPath();
  writeFileSync(path, 'kept');
  const { stderr } = await init(ANSWERS, '--out', path);
  expect(stderr).toContain(`${path} exists`);
  expect(stderr).toContain('--out');
  expect(readFileSync(path, 'utf8')).toBe('kept');
});

test('lists all missing answers if there is no terminal', async () => {
  const { stderr, out } = await init({ SELLER_NAME: 'Shop', STRIPE_SECRET_KEY_LIVE: 'sk_live_canary' });
  const names = 'DOMAIN, OPERATOR_EMAIL, ANTHROPIC_API_KEY, RESEND_API_KEY, RESEND_WEBHOOK_SECRET';
  expect(stderr).toContain(`Answers are missing: ${names}, STRIPE_WEBHOOK_SECRETS_LIVE.`);
  expect(existsSync(out)).toBe(false);
});

test('names every invalid answer without quoting it', async () => {
  const wrong = {
    DOMAIN: 'https://canary.example.com',
    OPERATOR_EMAIL: 'canary',
    ANTHROPIC_API_KEY: 're_canary',
    STRIPE_SECRET_KEY_TEST: 'sk_live_canary',
    STRIPE_WEBHOOK_SECRETS_TEST: ANSWERS.RESEND_WEBHOOK_SECRET,
    SELLER_NAME: '"O\'Neil $ Co"',
    SELER_EMAIL: 'canary@example.com',
  };
  const { stderr, out } = await init({ ...ANSWERS, ...wrong });
  for (const name of Object.keys(wrong)) expect(stderr).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
  expect(existsSync(out)).toBe(false);
});

test('says why it cannot write, and does not accept keys as options', async () => {
  expect((await init(ANSWERS, '--out', join(folder, 'missing', '.env'))).stderr).toContain('ENOENT');
  expect((await init({}, '--resend-api-key', 're_x')).stderr).toContain('unknown option');
});

/** Runs `init` in a terminal and answers each question once it appears. Returns the terminal's output. */
async function onTerminal(out: string, answers: readonly string[]): Promise<string> {
  const command = `${process.execPath} ${built('admin/main')} init --out ${out}`;
  const args =
    process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', command] : ['-qec', command, '/dev/null'];
  const child = spawn('script', args, { env: { PATH: process.env.PATH, TERM: 'dumb' } });
  const left = [...answers];
  let [shown, asked] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    asked += text;
    if (!/: $/.test(asked) || left.length === 0) return;
    asked = '';
    child.stdin.write(left.shift()!);
  });
  await new Promise((resolve) => child.on('close', resolve));
  return shown;
}

test('asks eight questions on a terminal, repeats one after a mistake, and hides keys', async () => {
  const out = newPath();
  const { DOMAIN, SELLER_NAME, OPERATOR_EMAIL, ANTHROPIC_API_KEY, RESEND_API_KEY, RESEND_WEBHOOK_SECRET } = ANSWERS;
  const answers = [
    ...['no domain', DOMAIN, SELLER_NAME, OPERATOR_EMAIL, ANTHROPIC_API_KEY, 'sk_live_canary', RESEND_API_KEY],
    ...[RESEND_WEBHOOK_SECRET, 'rk_live_canary9', 'whsec_canary0'],
  ];
  const shown = await onTerminal(
    out,
    answers.map((answer) => `${answer}\n`),
  );
  expect(shown).toContain('DOMAIN: must be your host name');
  expect(shown).toContain('RESEND_API_KEY: holds a live Stripe key');
  expect(shown).toContain('docker compose');
  expect(shown).not.toContain('canary');
  expect(parseEnv(readFileSync(out, 'utf8'))).toMatchObject({
    DOMAIN,
    STRIPE_SECRET_KEY_LIVE: 'rk_live_canary9',
    STRIPE_WEBHOOK_SECRETS_LIVE: 'whsec_canary0',
  });
});

test('accepts answers that are pasted all at once, and hides their keys', async () => {
  const out = newPath();
  const lines = Object.values(ANSWERS).map((answer) => `${answer}\n`);
  expect(await onTerminal(out, [lines.join('')])).not.toContain('canary');
  expect(parseEnv(readFileSync(out, 'utf8'))).toMatchObject(ANSWERS);
});

test('writes nothing if it is interrupted between questions', async () => {
  const out = newPath();
  expect(await onTerminal(out, ['research.example.com\n', '\u0003'])).toContain('Nothing was written');
  expect(existsSync(out)).toBe(false);
});

test('checks an edited file, including names that Compose does not pass on', async () => {
  const { out } = await init(ANSWERS);
  const checked = async (more: string) => {
    writeFileSync(out, `${readFileSync(out, 'utf8')}${more}`);
    const args = [built('admin/main'), 'init', '--check', '--out', out];
    return promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, LOCAL_DIR: folder } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (failed: { code: number; stdout: string }) => failed,
    );
  };
  expect(await checked('')).toEqual({ code: 0, stdout: `The API and the worker start with ${out}.\n` });
  const misspelled = await checked('SELER_NAME=Another\n');
  expect([misspelled.code, misspelled.stdout]).toEqual([1, expect.stringMatching(/SELER_NAME .*SELLER_NAME/)]);
  const refused = await checked('STRIPE_SECRET_KEY_TEST=sk_live_canary9\n');
  expect(refused.stdout).toContain('STRIPE_SECRET_KEY_TEST: holds a live Stripe key');
  expect(refused.stdout).not.toContain('canary');
});
