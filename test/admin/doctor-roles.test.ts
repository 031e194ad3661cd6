/** The doctor judges each process by what that process reads, and the server and the clocks by what would break later. */
import { CHECKS } from '../../admin/doctor/checks';
import type { DoctorDeps, DoctorRole, Finding } from '../../admin/doctor/check';
import { runChecks } from '../../admin/doctor/run-checks';
import { freePort } from '../../local/ports';
import { openDatabase, type Database } from '../../prisma/client';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { beat, recordStop } from '../../store/workers/beat';
import { createTestDatabase } from '../support/database';
import { startProvider } from '../support/shop';
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

test('each process is judged by the settings that it reads', async () => {
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

test('a stalled archive warns, and an old base backup fails', async () => {
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

test('a worker whose clock is wrong is named', async () => {
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
