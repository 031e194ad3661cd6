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

test.each([...SECRET_SETTINGS])('%s can be given as a file, whose last line break is not part of it', (name) => {
  const env: NodeJS.ProcessEnv = { [`${name}_FILE`]: file('one', 'a b=c\n') };
  readSecretFiles(env);
  expect(env[name]).toBe('a b=c');
});

test('every setting that is named as a secret can be given as a file', () => {
  const named = Object.keys({ ...apiSettings, ...workerSettings }).filter(
    // Temporal reads certificates from files already; a lifetime of a cache is no secret.
    (name) => /SECRET|_KEY|DATABASE_URL/.test(name) && !/^TEMPORAL_TLS_|_TTL$/.test(name),
  );
  expect(SECRET_SETTINGS).toEqual(expect.arrayContaining(named));
});

test('what cannot be read is named in one message, with no contents, and nothing else is changed', () => {
  const env = {
    TOKEN_SECRET_FILE: join(folder, 'none'),
    RESEND_API_KEY_FILE: file('blank', ' \n'),
    DATABASE_URL: 'postgresql://x',
    DATABASE_URL_FILE: file('database', 'postgresql://hidden'),
    ANTHROPIC_API_KEY_FILE: '',
    STRIPE_SECRET_KEY_LIVE_FILE: folder,
  };
  const message = messageOf(() => readSecretFiles(env));
  for (const said of [
    `TOKEN_SECRET_FILE: cannot be read (ENOENT): ${join(folder, 'none')}`,
    'RESEND_API_KEY_FILE: the file is empty',
    'DATABASE_URL_FILE: DATABASE_URL is set as well; give one of them',
    'ANTHROPIC_API_KEY_FILE: set but empty',
    'STRIPE_SECRET_KEY_LIVE_FILE: cannot be read (EISDIR)',
  ])
    expect(message).toContain(said);
  expect(message).not.toContain('hidden');
});

test('where the public reaches it, keys go over TLS only, and no customer reaches a private address', () => {
  const PUBLIC_URL = 'https://noi.example';
  const provider = 'http://payments.internal';
  expect(
    messageOf(() => refuseWherePublic({ PUBLIC_URL, STRIPE_BASE_URL: provider, WEBHOOK_ALLOW_PRIVATE: true })),
  ).toMatch(/STRIPE_BASE_URL: must be an https address[^]*WEBHOOK_ALLOW_PRIVATE: remove it/);
  for (const name of ['ANTHROPIC_BASE_URL', 'RESEND_BASE_URL'])
    expect(() => refuseWherePublic({ PUBLIC_URL, [name]: provider })).toThrow(name);
  // What never leaves this machine, and a service that only this machine reaches, keep working.
  refuseWherePublic({ PUBLIC_URL, STRIPE_BASE_URL: 'http://127.0.0.1:3300', RESEND_BASE_URL: 'https://mail.example' });
  refuseWherePublic({ PUBLIC_URL: 'http://127.0.0.1:3000', STRIPE_BASE_URL: provider, WEBHOOK_ALLOW_PRIVATE: true });
});

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}
