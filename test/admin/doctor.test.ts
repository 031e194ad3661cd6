import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import { runChecks, type DoctorDeps, type DoctorRole, type Finding } from '../../admin/doctor/check';
import { CHECKS } from '../../admin/doctor/command';
import type { Sample } from '../../base/metrics';
import { DEFAULT_TASK_QUEUE } from '../../base/workflow-messages';
import { freePort } from '../../local/ports';
import { raiseAlert } from '../../modules/alerts/store/alerts';
import { AGENT_NAME } from '../../modules/findings/contract/agents';
import { recordProvisionedAgent } from '../../modules/findings/store/agents';
import { readFigures } from '../../modules/operations/store/figures';
import { recordChecks } from '../../modules/operations/store/sweeps';
import { beat, recordStop } from '../../modules/operations/store/workers';
import { openDatabase, transaction } from '../../prisma/client';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { openAgents } from '../../vendors/agents/open-agents';
import { startAgents } from '../support/agents';
import { createCustomer } from '../support/api';
import { createTestDatabase } from '../support/database';
import { openTestOrder } from '../support/sales';
import { startProvider } from '../support/shop';
import { use, useDatabase } from '../support/use';

const db = useDatabase();
const connection = use(() => Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! }));
let temporal: Client;
beforeAll(() => void (temporal = new Client({ connection })));

const deps = (more: Partial<DoctorDeps> = {}): DoctorDeps => ({
  db,
  env: { DATABASE_URL: db.url },
  temporal,
  taskQueue: DEFAULT_TASK_QUEUE,
  role: 'operator',
  ...more,
});

async function finding(name: string, more: Partial<DoctorDeps> = {}): Promise<Finding> {
  const one = CHECKS.find((declared) => declared.name === name)!;
  return (await runChecks([one], deps(more)))[0]!;
}

test.each([
  ...['database', 'clock', 'migrations', 'schema', 'database-role', 'storage', 'archive', 'waiting'],
  ...['temporal', 'namespace', 'search-attributes', 'schedules', 'secrets', 'outbox', 'queue', 'money', 'alerts'],
  'reconciliation',
])('the check of %s passes on a sound deployment', async (name) => {
  expect(await finding(name)).toEqual({ name, status: 'ok', detail: expect.any(String), cure: null });
});

test('fails on a missing or edited migration, and warns about one of a newer build', async () => {
  const own = await createTestDatabase();
  const found = async (sql: string) => {
    await own.asOwner(sql);
    return finding('migrations', { db: own });
  };
  const newer = await found(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, started_at)
    VALUES ('x', 'y', '29991231000000_tomorrow', now(), now())`);
  expect(newer).toMatchObject({ status: 'warn', detail: expect.stringContaining('29991231000000_tomorrow') });
  const { rows } = await own.pool.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations LIMIT 1',
  );
  const its = `WHERE migration_name = '${rows[0]!.name}'`;
  const edited = await found(`UPDATE _prisma_migrations SET checksum = 'other' ${its}`);
  expect(edited).toMatchObject({ status: 'fail', detail: expect.stringContaining('Edited after they were applied') });
  const missing = await found(`DELETE FROM _prisma_migrations ${its}`);
  expect(missing).toMatchObject({ status: 'fail', cure: expect.stringContaining('migrate.js') });
  await own.close();
});

test('says how to create search attributes in Temporal Cloud', async () => {
  const env = { TEMPORAL_ADDRESS: 'eu-central-1.aws.api.temporal.io:7233', TEMPORAL_NAMESPACE: 'letters.a1b2c' };
  const own = new Client({ connection, namespace: 'temporal-system' });
  expect(await finding('search-attributes', { env, temporal: own })).toMatchObject({
    status: 'fail',
    cure: expect.stringContaining('tcld namespace search-attributes add --namespace temporal-system'),
  });
});

/** The finding about these workers, given the seconds since each worker last reported. */
async function withWorkers(...seen: { name: string; seconds: number; stopped?: boolean }[]): Promise<Finding> {
  const own = await createTestDatabase();
  for (const { name, seconds, stopped = false } of seen) {
    const startedAt = new Date();
    await beat(own, { identity: name, role: 'worker', host: 'h', pid: 1, version: '1', buildId: 'b', startedAt });
    if (stopped) await recordStop(own, name);
    await own.prisma.$executeRaw`
      UPDATE workers SET seen_at = now() - ${seconds} * interval '1 second' WHERE identity = ${name}`;
  }
  const found = await finding('workers', { db: own });
  await own.close();
  return found;
}

test('warns about a silent worker by name, and fails without any worker', async () => {
  expect(await withWorkers({ name: 'a', seconds: 5 })).toMatchObject({ status: 'ok', cure: null });
  const some = await withWorkers({ name: 'a', seconds: 5 }, { name: 'frozen', seconds: 40 });
  expect(some).toMatchObject({ status: 'warn', detail: expect.stringContaining('frozen, seen 40 s ago') });
  expect(await withWorkers({ name: 'frozen', seconds: 31 })).toMatchObject({ status: 'warn' });
  expect(await withWorkers({ name: 'dead', seconds: 600 })).toMatchObject({ status: 'fail' });
  expect(await withWorkers()).toMatchObject({ status: 'fail', cure: expect.stringContaining('up --detach') });
});

test('names objects that were dropped or disabled by hand', async () => {
  const own = await createTestDatabase();
  await own.asOwner('DROP INDEX runs_unfinished_idx; ALTER TABLE runs DISABLE TRIGGER runs_finished_is_final');
  await own.asOwner('ALTER TABLE support_requests DROP COLUMN category');
  const found = await finding('schema', { db: own });
  expect(found.status).toBe('fail');
  for (const name of ['index runs_unfinished_idx', 'trigger runs_finished_is_final', 'support_requests.category']) {
    expect(found.detail).toContain(name);
  }
  await own.close();
});

test('names missing and excessive privileges', async () => {
  const own = await createTestDatabase();
  await own.asOwner('REVOKE UPDATE ON runs FROM noi_app; GRANT UPDATE ON ledger_entries TO noi_app');
  const found = await finding('database-role', { db: own });
  expect(found).toMatchObject({ status: 'fail', cure: expect.stringContaining('DATABASE_APP_ROLE') });
  expect(found.detail).toContain('lacks UPDATE of runs');
  expect(found.detail).toContain('should not have UPDATE of ledger_entries');
  const owner = openDatabase(own.ownerUrl, 1);
  expect(await finding('database-role', { db: owner })).toMatchObject({ status: 'warn' });
  await owner.close();
  await own.close();
});

test('reports late work, and money that waits for a person', async () => {
  const own = await createTestDatabase();
  const { accountId } = await createCustomer(own, { credits: 1 });
  const late = new Date(Date.now() - 2 * 3_600_000);
  await openTestOrder(own, { accountId });
  await own.prisma.order.updateMany({ data: { status: 'refund_failed', id: 'ord_x' } });
  const facts = { orderId: 'ord_x', paymentId: 'pi_x' };
  await transaction(own, (tx) => raiseAlert(tx, { alert: 'refund-failed', subject: facts.orderId, facts }));
  await own.prisma.outboxMessage.updateMany({ data: { createdAt: late, deliveredAt: null } });
  await recordChecks(own, 'upkeep', [{ item: 'outbox', error: null }]);
  await own.prisma.sweepLook.updateMany({ data: { lookedAt: late } });
  expect(await finding('alerts', { db: own })).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('refund failed, order ord_x (critical)'),
    cure: expect.stringContaining('docs/runbook/money.md#refund-failed'),
  });
  expect(await finding('outbox', { db: own })).toMatchObject({ status: 'fail' });
  expect(await finding('money', { db: own })).toMatchObject({ status: 'warn' });
  expect(await finding('sweeps', { db: own })).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('2 h'),
  });
  await own.close();
});

test('reports a missing agent, an unverified mail domain and an unset webhook secret', async () => {
  const agents = await startAgents();
  const { provider, close } = await startProvider(await freePort());
  const mail = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [{ name: 'example.com', status: 'failed' }] }));
  });
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const env = {
    ...agents.settings,
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_BASE_URL: provider.url,
    TOKEN_SECRET: 'a secret that only tests know and that is long enough',
    RESEND_API_KEY: 'a-key',
    RESEND_BASE_URL: `http://127.0.0.1:${(mail.address() as AddressInfo).port}`,
    MAIL_FROM: 'Us <hello@mail.example.com>',
  };
  expect(await finding('agent', { env })).toMatchObject({ status: 'fail', cure: expect.stringContaining('provision') });
  expect(await finding('agent', { env: { ...env, ANTHROPIC_API_KEY: 'sk-ant-of-yesterday' } })).toMatchObject({
    status: 'fail',
    detail: expect.stringMatching(/refuses our work: Agent provider: 401/),
    cure: expect.stringContaining('Create a key'),
  });
  await recordProvisionedAgent(db, AGENT_NAME, await openAgents(agents.settings).provision());
  expect(await finding('agent', { env })).toMatchObject({ status: 'ok' });
  const payments = await runChecks([CHECKS.find(({ name }) => name === 'payments')!], deps({ env, role: 'api' }));
  expect(payments.find(({ name }) => name === 'payments/live/webhook-secret')).toMatchObject({ status: 'fail' });
  expect(await finding('mail', { env })).toMatchObject({ status: 'fail', cure: expect.stringContaining('MAIL_FROM') });
  await agents.close();
  await close();
  mail.close();
});

test('checks each process against the settings that it reads', async () => {
  const { provider, close } = await startProvider(await freePort());
  const env = {
    PUBLIC_URL: 'https://example.com',
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_BASE_URL: provider.url,
  };
  const asked = CHECKS.filter(({ name }) => ['settings', 'agent', 'mail', 'payments'].includes(name));
  const namesFor = async (role: DoctorRole) =>
    (await runChecks(asked, deps({ env: { DATABASE_URL: db.url, ...env }, role }))).map(({ name }) => name);
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

test('warns about a stalled archive, and fails on an old base backup', async () => {
  const own = await createTestDatabase();
  const name = new URL(own.url).pathname.slice(1);
  // The test server archives nothing, so these copies of PostgreSQL's status functions simulate archiving.
  await own.asOwner(`CREATE FUNCTION current_setting(name text) RETURNS text LANGUAGE sql AS $$
                     SELECT CASE name WHEN 'archive_mode' THEN 'on' ELSE pg_catalog.current_setting(name) END $$`);
  await own.asOwner(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
  let ages: Sample[] = [];
  const judged = async (archivedAgo: string, backedUp: Date | null) => {
    await own.asOwner(`CREATE OR REPLACE VIEW pg_stat_archiver AS SELECT NULL::timestamptz AS last_failed_time,
                       clock_timestamp() - interval '${archivedAgo}' AS last_archived_time`);
    const note = backedUp && `Base backup of ${backedUp.toISOString().slice(0, 19)}Z`;
    await own.asOwner(`COMMENT ON DATABASE ${name} IS ${note ? `'${note}'` : 'NULL'}`);
    const fresh = openDatabase(own.url, 1);
    const found = await finding('archive', { db: fresh });
    ages = (await readFigures(fresh)).filter((sample) => sample.name === 'noi_backup_age_seconds');
    await fresh.close();
    return found;
  };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  expect(await judged('1 minute', hoursAgo(20))).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('20 h ago'),
  });
  expect(ages.map(({ labels, value }) => [labels.part, Math.round(value / 60)])).toEqual([
    ['log', 1],
    ['base', 20 * 60],
  ]);
  expect(await judged('1 minute', null)).toMatchObject({ status: 'ok', cure: null });
  expect(ages).toHaveLength(1);
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

test('names a worker with a wrong clock', async () => {
  const own = await createTestDatabase();
  const worker = { role: 'worker' as const, host: 'h', pid: 1, version: '1', buildId: 'b', startedAt: new Date() };
  await beat(own, { ...worker, identity: 'right' });
  await beat(own, { ...worker, identity: 'ahead' }, { clock: () => Date.now() + 90_000 });
  await beat(own, { ...worker, identity: 'behind' }, { clock: () => Date.now() - 10_000 });
  await beat(own, { ...worker, identity: 'stopped' }, { clock: () => 0 });
  await recordStop(own, 'stopped');
  const clocks = await runChecks([CHECKS.find(({ name }) => name === 'clock')!], deps({ db: own }));
  const found = clocks.map(({ name, status }) => `${name} ${status}`);
  expect(new Set(found)).toEqual(new Set(['clock ok', 'clock/ahead fail', 'clock/behind warn']));
  await own.close();
});
