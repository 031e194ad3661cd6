import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiSettings } from '../../http/settings';
import { refuseWherePublic } from '../../platform/public-deployment';
import { readSecretFiles, SECRET_SETTINGS } from '../../platform/secret-files';
import { workerSettings } from '../../worker/settings';

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
