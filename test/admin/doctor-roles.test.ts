/** The doctor judges each process by what that process reads, and the server and the clocks by what would break later. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKS } from '../../admin/doctor/checks';
import type { DoctorDeps, DoctorRole, Finding } from '../../admin/doctor/check';
import { runChecks } from '../../admin/doctor/run-checks';
import { freePort } from '../../local/ports';
import { openDatabase, type Database } from '../../prisma/client';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { beat, recordStop } from '../../store/workers/beat';
import { createTestDatabase } from '../support/database';
import { startProvider } from '../support/shop';
import { runAdmin } from '../support/operator';
import { useDatabase } from '../support/use';

const db = useDatabase();

/** Findings of the checks of these names, none of which asks Temporal. */
function findings(
  names: string[],
  { role = 'operator' as DoctorRole, env = {}, at = db as Database },
): Promise<Finding[]> {
  const deps = { db: at, env: { DATABASE_URL: db.url, ...env }, role, taskQueue: 'of-nobody' } as unknown as DoctorDeps;
  return runChecks(
    CHECKS.filter(({ name }) => names.includes(name)),
    deps,
  );
}

test('each process is judged by the settings that it reads: neither API nor worker is blamed for what only the other has', async () => {
  const { provider, close } = await startProvider(await freePort());
  const env = {
    PUBLIC_URL: 'https://example.com',
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_BASE_URL: provider.url,
  };
  const namesFor = async (role: DoctorRole) =>
    (await findings(['settings', 'agent', 'mail', 'payments'], { env, role })).map(({ name }) => name);
  const api = await namesFor('api');
  expect(api).toContain('payments/live/webhook-secret');
  expect(api.filter((name) => name === 'agent' || name === 'mail' || name === 'settings/MAIL_FROM')).toEqual([]);
  const worker = await namesFor('worker');
  expect(worker).toEqual(expect.arrayContaining(['agent', 'mail']));
  expect(worker.filter((name) => name.endsWith('webhook-secret'))).toEqual([]);
  const operator = await namesFor('operator');
  expect(operator).toEqual(expect.arrayContaining([...api, ...worker]));
  await close();
});

test('settings that are missing are named with what does not work without them, and none is quoted', async () => {
  expect(await findings(['settings'], { env: { PUBLIC_URL: 'https://example.com' } })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'settings/OPERATOR_EMAIL', status: 'warn' }),
      expect.objectContaining({ name: 'settings/ALERT_WEBHOOK_URL', status: 'warn' }),
    ]),
  );
  const [invalid] = await findings(['settings'], { env: { RUN_QUEUE_EXPIRY: 'soon' } });
  expect(invalid).toMatchObject({
    name: 'settings',
    status: 'fail',
    detail: expect.stringContaining('RUN_QUEUE_EXPIRY'),
  });
});

test.each<{ role: 'api' | 'worker'; env: NodeJS.ProcessEnv; names: string }>([
  { role: 'api', env: {}, names: 'TRUSTED_HOPS' },
  { role: 'api', env: { TRUSTED_HOPS: '1', WEBHOOK_ALLOW_PRIVATE: 'true' }, names: 'WEBHOOK_ALLOW_PRIVATE' },
  { role: 'api', env: { TRUSTED_HOPS: '1', STRIPE_BASE_URL: 'http://pay.internal' }, names: 'STRIPE_BASE_URL' },
  { role: 'api', env: { TRUSTED_HOPS: '1', STRIPE_SECRET_KEY_LIVE: 'sk_test_x' }, names: 'live mode' },
  { role: 'api', env: { TRUSTED_HOPS: '1', ALERT_WEBHOOK_URL: 'http://example.net' }, names: 'ALERT_WEBHOOK_URL' },
  { role: 'worker', env: {}, names: 'ANTHROPIC_API_KEY' },
  { role: 'worker', env: { ANTHROPIC_API_KEY: 'x', CITED_PAGES_ORIGIN: 'http://x' }, names: 'CITED_PAGES_ORIGIN' },
  {
    role: 'worker',
    env: { ANTHROPIC_API_KEY: 'x', TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/x' },
    names: 'TEMPORAL_TLS_SERVER',
  },
])('fails where the $role refuses to start because of $names', async ({ role, env, names }) => {
  const found = await findings(['start'], { role, env: { PUBLIC_URL: 'https://noi.example.com', ...env } });
  expect(found).toEqual([
    { name: 'start', status: 'fail', detail: expect.stringContaining(names), cure: expect.any(String) },
  ]);
});

test.each<{ role: DoctorRole; env: NodeJS.ProcessEnv }>([
  { role: 'api', env: { TRUSTED_HOPS: '2' } },
  { role: 'worker', env: { ANTHROPIC_API_KEY: 'x' } },
])('passes where the $role of a public deployment starts', async ({ role, env }) => {
  const all = { PUBLIC_URL: 'https://noi.example.com', ...env };
  expect(await findings(['start'], { role, env: all })).toMatchObject([{ name: 'start', status: 'ok' }]);
});

test('what a restore left in the settings of the server fails the check of the archive', async () => {
  const own = await createTestDatabase();
  const name = new URL(own.url).pathname.slice(1);
  // Any role can have it as a setting of its session, where only the server's own is refused: a copy of the view says so.
  await own.asOwner(`CREATE VIEW pg_settings AS SELECT name, CASE name WHEN 'recovery_target_time' THEN '2026-11-01'
                     ELSE setting END AS setting FROM pg_catalog.pg_settings`);
  await own.asOwner(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
  const fresh = openDatabase(own.url, 1);
  expect(await findings(['archive'], { at: fresh })).toMatchObject([
    {
      status: 'fail',
      detail: expect.stringContaining('recovery_target_time'),
      cure: expect.stringContaining('restore.md'),
    },
  ]);
  await fresh.close();
  await own.close();
});

test('a log that is archived no more is a warning, and an old base backup a failure, each with its cure', async () => {
  const own = await createTestDatabase();
  const name = new URL(own.url).pathname.slice(1);
  // The server of the tests archives nothing: copies of what it says of itself do.
  await own.asOwner(`CREATE FUNCTION current_setting(name text) RETURNS text LANGUAGE sql AS $$
                     SELECT CASE name WHEN 'archive_mode' THEN 'on' ELSE pg_catalog.current_setting(name) END $$`);
  await own.asOwner(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
  const judged = async (archivedAgo: string, backedUp: Date | null) => {
    await own.asOwner(`CREATE OR REPLACE VIEW pg_stat_archiver AS SELECT NULL::timestamptz AS last_failed_time,
                       clock_timestamp() - interval '${archivedAgo}' AS last_archived_time`);
    const note = backedUp && `Base backup of ${backedUp.toISOString().slice(0, 19)}Z`;
    await own.asOwner(`COMMENT ON DATABASE ${name} IS ${note ? `'${note}'` : 'NULL'}`);
    const fresh = openDatabase(own.url, 1);
    const [found] = await findings(['archive'], { at: fresh });
    await fresh.close();
    return found!;
  };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  expect(await judged('1 minute', hoursAgo(20))).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('20 h ago'),
  });
  expect(await judged('1 minute', null)).toMatchObject({ status: 'ok', cure: null });
  expect(await judged('1 minute', hoursAgo(40))).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining('40 h ago'),
    cure: expect.stringContaining('base-backup.sh'),
  });
  expect(await judged('40 minutes', hoursAgo(1))).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('40 min'),
    cure: expect.stringContaining('archive_timeout'),
  });
  await own.close();
});

test('a worker whose clock is wrong is named, with what it costs', async () => {
  const own = await createTestDatabase();
  const worker = { role: 'worker' as const, host: 'h', pid: 1, version: '1', buildId: 'b', startedAt: new Date() };
  await beat(own, { ...worker, identity: 'right' });
  await beat(own, { ...worker, identity: 'ahead' }, () => Date.now() + 90_000);
  await beat(own, { ...worker, identity: 'behind' }, () => Date.now() - 10_000);
  await beat(own, { ...worker, identity: 'stopped' }, () => 0);
  await recordStop(own, 'stopped');
  const found = (await findings(['clock'], { at: own })).map(({ name, status }) => `${name} ${status}`);
  expect(new Set(found)).toEqual(new Set(['clock ok', 'clock/ahead fail', 'clock/behind warn']));
  await own.close();
});

test('an API whose clock is wrong is named, by the time that its answers have', async () => {
  let aheadMs = 0;
  const server = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const env = { PUBLIC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const judged = async () => (await findings(['clock'], { env })).map(({ name, status }) => `${name} ${status}`);
  expect(await judged()).not.toContainEqual(expect.stringContaining('clock/api'));
  aheadMs = 90_000;
  expect(await judged()).toContain('clock/api fail');
  aheadMs = -20_000;
  expect(await judged()).toContain('clock/api warn');
  server.close();
});

test('the command reads its secrets from files, and says whose environment it judges', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'noi-doctor-')), 'database');
  writeFileSync(path, `${db.url}\n`);
  const { stdout } = await runAdmin(['doctor', '--for', 'api', '--json'], { DATABASE_URL_FILE: path });
  const found = JSON.parse(stdout) as Finding[];
  expect(found).toContainEqual(expect.objectContaining({ name: 'database', status: 'ok' }));
  expect(found.map(({ name }) => name)).not.toContain('agent');
  const missing = await runAdmin(['doctor'], { DATABASE_URL_FILE: `${path}-gone` });
  expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('DATABASE_URL_FILE: cannot be read') });
});
