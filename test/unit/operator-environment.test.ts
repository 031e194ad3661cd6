import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOperatorEnvironment } from '../../admin/operator-environment';
import { removeOperatorFile, writeOperatorFile } from '../../local/operator-file';
import { PACKAGE_ROOT } from '../../platform/package-root';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noi-operator-'));
  file = join(folder, 'operator.env');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LEFT = {
  DATABASE_URL: 'postgresql://noi_app:secret@127.0.0.1:1/noi',
  WEBHOOK_SECRET_KEY: 'a=b,c=',
  STRIPE_BASE_URL: 'http://127.0.0.1:3300',
  STRIPE_SECRET_KEY_LIVE: 'sk_live_local_stand_in',
  ANTHROPIC_API_KEY: `it's "quoted" #1`,
};
const read = (env: NodeJS.ProcessEnv = {}) => {
  const whole: NodeJS.ProcessEnv = { LOCAL_DIR: folder, ...env };
  readOperatorEnvironment(whole);
  return whole;
};

test('the environment recorded by npm start is read back unchanged, and only its owner may read it', () => {
  writeOperatorFile(file, { ...LEFT, HOME: '/home/somebody', MIGRATION_DATABASE_URL: 'postgresql://noi_owner@db' });
  expect(read()).toEqual({ LOCAL_DIR: folder, ...LEFT });
  expect(readFileSync(file, 'utf8')).not.toMatch(/HOME|noi_owner/);
  expect(statSync(file).mode & 0o077).toBe(0);
  removeOperatorFile(file);
  expect(read()).toEqual({ LOCAL_DIR: folder });
});

test('an operator who names a database gets none of the recorded environment', () => {
  writeOperatorFile(file, LEFT);
  expect(read({ DATABASE_URL: 'postgresql://mine' })).toEqual({ LOCAL_DIR: folder, DATABASE_URL: 'postgresql://mine' });
});

test('a key of the shell never goes to the address that came with another key', () => {
  writeOperatorFile(file, LEFT);
  const env = read({ STRIPE_SECRET_KEY_LIVE: 'sk_live_real' });
  expect(env).toMatchObject({ STRIPE_SECRET_KEY_LIVE: 'sk_live_real', DATABASE_URL: LEFT.DATABASE_URL });
  expect(env).not.toHaveProperty('STRIPE_BASE_URL');
});

test.each([
  ['>=20.19', 0, /^$/],
  ['>=99.1', 1, /^Node [\d.]+ is too old: install Node 99\.1 or newer \(.nvmrc names one\)\.\n$/],
])('with engines %s the guard before every script exits with %i', (node, status, says) => {
  mkdirSync(join(folder, 'local'));
  copyFileSync(join(PACKAGE_ROOT, 'local', 'check-node.cjs'), join(folder, 'local', 'check-node.cjs'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: { node } }));
  const run = spawnSync(process.execPath, [join(folder, 'local', 'check-node.cjs')], { encoding: 'utf8' });
  expect(run.status).toBe(status);
  expect(run.stderr).toMatch(says);
});

test('every script that starts something checks the version of Node first', () => {
  const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['start', 'dev', 'demo', 'admin', 'test']) {
    expect(scripts[name]).toMatch(/^node local\/check-node\.cjs && /);
  }
});
