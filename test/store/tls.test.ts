import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { APP_ROLE } from '../../local/postgres/roles';
import { built } from '../../local/programs';
import { openDatabase } from '../../prisma/client';
import { isDatabaseUnavailable } from '../../prisma/unavailable';
import { listenForRunChanges } from '../../store/runs/run-changes';
import { createAuthority } from '../../stand-ins/internet/authority';
import { eventually } from '../support/eventually';
import { startTlsPostgres, type TlsPostgres } from '../support/tls-postgres';

const authority = createAuthority();
const folder = mkdtempSync(join(tmpdir(), 'noi-tls-'));
const caFile = join(folder, 'ca.pem');
const strangerFile = join(folder, 'stranger.pem');
let postgres: TlsPostgres;
let application: string;
let owner: string;

const trusting = (url: string, ca: string) => url.replace(encodeURIComponent(caFile), encodeURIComponent(ca));

/** Runs a built program to its end. */
function run(script: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, HOME: process.env.HOME, LOCAL_DIR: '/nonexistent', ...env } };
    execFile(process.execPath, [built(script), ...args], options, (error, _stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stderr }),
    );
  });
}

/** Sums up what the first statement on a pool with this connection string fails with. */
async function refusal(url: string): Promise<{ message: string; unavailable: boolean }> {
  const db = openDatabase(url, 1);
  try {
    return await db.pool.query('SELECT 1').then(
      () => ({ message: 'no refusal', unavailable: false }),
      (error: Error) => ({ message: error.message, unavailable: isDatabaseUnavailable(error) }),
    );
  } finally {
    await db.close();
  }
}

beforeAll(async () => {
  writeFileSync(caFile, authority.pem);
  writeFileSync(strangerFile, createAuthority('Somebody else').pem);
  postgres = await startTlsPostgres(authority.issue(), caFile);
  ({ application, owner } = postgres);
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

test('migrations, commands, pool, Prisma and LISTEN use verified TLS', async () => {
  const migrated = await run('prisma/migrate', [], { MIGRATION_DATABASE_URL: owner, DATABASE_APP_ROLE: APP_ROLE });
  expect(migrated).toEqual({ code: 0, stderr: '' });
  const db = openDatabase(application, 2);
  const changes = listenForRunChanges(application, pino({ level: 'silent' }));
  try {
    expect(await run('admin/main', ['runs', 'list', '--json'], { DATABASE_URL: application })).toMatchObject({
      code: 0,
    });
    expect(await db.prisma.run.count()).toBe(0);
    await eventually('the listener is connected', async () => changes.upToDate());
    const { rows } = await db.pool.query<{ ssl: boolean; listening: boolean }>(
      `SELECT ssl, query NOT LIKE '%pg_stat_ssl%' AS listening FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
       WHERE usename = current_user`,
    );
    expect(rows.map(({ ssl }) => ssl)).toEqual(rows.map(() => true));
    expect(rows.some(({ listening }) => listening)).toBe(true);
  } finally {
    await changes.close();
    await db.close();
  }
});

test('the server refuses connections without TLS', async () => {
  const { message } = await refusal(application.replace(/\?.*/, ''));
  expect(message).toMatch(/no encryption/);
});

test('refuses a foreign authority and names the setting to correct', async () => {
  const url = trusting(application, strangerFile);
  const { message, unavailable } = await refusal(url);
  expect(message).toMatch(/certificate.*: PostgreSQL at 127\.0\.0\.1:\d+ was asked for TLS.*sslrootcert.*DATABASE_URL/);
  // A request meets 503 and is repeated, as with any other outage.
  expect(unavailable).toBe(true);
  const { code, stderr } = await run('admin/main', ['runs', 'list'], { DATABASE_URL: url });
  expect(code).toBe(1);
  expect(stderr).toMatch(/error: .*certificate.*sslrootcert/s);
  expect(stderr).not.toContain(new URL(url).password);
  const migration = await run('prisma/migrate', [], { MIGRATION_DATABASE_URL: trusting(owner, strangerFile) });
  expect(migration.code).toBe(1);
  expect(migration.stderr).toMatch(/certificate.*sslrootcert/);
});

test('refuses a certificate for another host', async () => {
  await postgres.present(authority.issue({ name: 'other.test' }));
  const message = await eventually('the new certificate is shown', async () => {
    const refused = await refusal(application);
    return refused.message !== 'no refusal' && refused.message;
  });
  expect(message).toMatch(/127\.0\.0\.1.*certificate|altnames/i);
  expect(message).toContain('DATABASE_URL');
});
