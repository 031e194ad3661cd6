import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { APP_ROLE } from '../../local/postgres/roles';
import { built } from '../../local/process/launch';
import { listenForRunChanges } from '../../modules/runs/store/changes';
import { openDatabase } from '../../prisma/client';
import { isDatabaseUnavailable } from '../../prisma/connection';
import { createAuthority } from '../../stand-ins/internet/internet';
import { eventually } from '../support/eventually';
import { startTlsPostgres } from '../support/postgres';
import { use } from '../support/use';

const authority = createAuthority();
const folder = mkdtempSync(join(tmpdir(), 'noi-tls-'));
const [ours, strangers] = [join(folder, 'ca.pem'), join(folder, 'stranger.pem')];
writeFileSync(ours, authority.pem);
writeFileSync(strangers, createAuthority('Somebody else').pem);
const postgres = use(() => startTlsPostgres(authority.issue(), ours));
afterAll(() => rmSync(folder, { recursive: true }));

function run(script: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, HOME: process.env.HOME, LOCAL_DIR: '/nonexistent', ...env } };
    execFile(process.execPath, [built(script), ...args], options, (error, _stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stderr }),
    );
  });
}

/** Error of the first statement with this connection string; null if it works. */
async function refusal(url: string): Promise<Error | null> {
  const db = openDatabase(url, 1);
  const refused = db.pool.query('SELECT 1').then(
    () => null,
    (error: Error) => error,
  );
  return refused.finally(() => db.close());
}

test('migrations, commands, pool, Prisma and LISTEN use verified TLS', async () => {
  const { application, owner } = postgres;
  const env = { MIGRATION_DATABASE_URL: owner, DATABASE_APP_ROLE: APP_ROLE };
  expect(await run('prisma/migrate', [], env)).toEqual({ code: 0, stderr: '' });
  expect((await run('admin/main', ['runs', 'list', '--json'], { DATABASE_URL: application })).code).toBe(0);
  const db = openDatabase(application, 2);
  const changes = listenForRunChanges(application, pino({ level: 'silent' }));
  expect(await db.prisma.run.count()).toBe(0);
  await eventually('the listener is connected', async () => changes.upToDate());
  const { rows } = await db.pool.query<{ ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = current_user',
  );
  await changes.close();
  await db.close();
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ ssl }) => ssl)).toBe(true);
  expect((await refusal(application.replace(/\?.*/, '')))?.message).toMatch(/no encryption/);
});

test('an unknown authority is reported as unavailable, with the setting to correct', async () => {
  const distrusting = (url: string) => url.replace(encodeURIComponent(ours), encodeURIComponent(strangers));
  const url = distrusting(postgres.application);
  const refused = await refusal(url);
  expect(refused?.message).toMatch(/certificate.*127\.0\.0\.1:\d+ was asked for TLS.*sslrootcert.*DATABASE_URL/);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  const command = await run('admin/main', ['runs', 'list'], { DATABASE_URL: url });
  expect(command).toMatchObject({ code: 1, stderr: expect.stringMatching(/error: .*certificate.*sslrootcert/s) });
  expect(command.stderr).not.toContain(new URL(url).password);
  const migration = await run('prisma/migrate', [], { MIGRATION_DATABASE_URL: distrusting(postgres.owner) });
  expect(migration).toMatchObject({ code: 1, stderr: expect.stringMatching(/certificate.*sslrootcert/) });
});
