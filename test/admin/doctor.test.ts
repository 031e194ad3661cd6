import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import { CHECKS } from '../../admin/doctor/checks';
import type { DoctorDeps, Finding } from '../../admin/doctor/check';
import { runChecks } from '../../admin/doctor/run-checks';
import { AGENT_NAME } from '../../contracts/agent';
import { DEFAULT_TASK_QUEUE } from '../../contracts/workflow-messages';
import { freePort } from '../../local/ports';
import { openDatabase, transaction } from '../../prisma/client';
import { openAgents } from '../../providers/agents/open-agents';
import { PAYMENTS_STAND_IN_KEYS, PAYMENTS_STAND_IN_RESTRICTED_KEY } from '../../stand-ins/payments/own-keys';
import { recordProvisionedAgent } from '../../store/agents/provisioned-agents';
import { raiseAlert } from '../../store/alerts/raise-alert';
import { recordChecks } from '../../store/sweeps/record-checks';
import { beat, recordStop } from '../../store/workers/beat';
import { startAgents } from '../support/agents';
import { createCustomer, createEvaluation, startApi } from '../support/api';
import { openTestOrder } from '../support/books';
import { createTestDatabase } from '../support/database';
import { startProvider } from '../support/shop';
import { runAdmin } from '../support/operator';
import { useDatabase } from '../support/use';

let temporal: Client;
const db = useDatabase();
beforeAll(async () => {
  temporal = new Client({ connection: await Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! }) });
});
afterAll(async () => {
  await temporal.connection.close();
});

const deps = (more: Partial<DoctorDeps> = {}): DoctorDeps => ({
  db,
  env: { DATABASE_URL: db.url },
  temporal,
  taskQueue: DEFAULT_TASK_QUEUE,
  role: 'operator',
  ...more,
});

/** The finding of one check of the table. */
async function finding(name: string, more: Partial<DoctorDeps> = {}): Promise<Finding> {
  const one = CHECKS.find((declared) => declared.name === name)!;
  return (await runChecks([one], deps(more)))[0]!;
}

test.each([
  ...['database', 'clock', 'migrations', 'schema', 'database-role', 'storage', 'archive', 'waiting'],
  ...['temporal', 'namespace', 'search-attributes', 'schedules', 'secrets', 'outbox', 'queue', 'money', 'alerts'],
  'reconciliation',
])('the check of %s is content with what the tests run on', async (name) => {
  expect(await finding(name)).toEqual({ name, status: 'ok', detail: expect.any(String), cure: null });
});

test('before the migration the checks that read what it makes are not made, and say so', async () => {
  const own = await createTestDatabase();
  await own.asOwner('ALTER TABLE reconciliation_bookmarks RENAME TO later; ALTER TABLE workers DROP COLUMN skew_ms');
  for (const name of ['reconciliation', 'workers']) {
    const unchecked = {
      name,
      status: 'warn',
      detail: 'Not checked: it needs migrations.',
      cure: 'Fix migrations first.',
    };
    expect(await finding(name, { db: own })).toEqual(unchecked);
  }
  expect(await finding('schema', { db: own })).toMatchObject({ status: 'fail' });
});

test('a migration that is missing, was edited or failed is a failure with its name; one of a newer build a warning', async () => {
  const own = await createTestDatabase();
  const { rows } = await own.pool.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations LIMIT 1',
  );
  const { name } = rows[0]!;
  const found = async (sql: string) => {
    await own.asOwner(sql);
    return finding('migrations', { db: own });
  };
  const its = `WHERE migration_name = '${name}'`;
  expect(await found(`UPDATE _prisma_migrations SET checksum = 'other' ${its}`)).toMatchObject({
    status: 'fail',
    detail: `Edited after they were applied: ${name}.`,
  });
  const both = await found(`UPDATE _prisma_migrations SET finished_at = NULL ${its}`);
  expect(both).toMatchObject({ status: 'fail', detail: expect.stringContaining(`Begun and not finished: ${name}.`) });
  expect(await found(`DELETE FROM _prisma_migrations ${its}`)).toMatchObject({
    status: 'fail',
    detail: `Not applied yet: ${name}.`,
    cure: expect.stringContaining('migrate.js'),
  });
  const old = await found(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, started_at)
    VALUES ('x', 'y', '20261121000000_ground', now(), now())`);
  expect(old).toMatchObject({ status: 'fail', cure: expect.stringContaining('start with an empty database') });
  await own.close();

  const newer = await createTestDatabase();
  await newer.asOwner(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, started_at)
    VALUES ('x', 'y', '29991231000000_tomorrow', now(), now())`);
  expect(await finding('migrations', { db: newer })).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('29991231000000_tomorrow'),
  });
  await newer.close();
});

test('search attributes that a namespace lacks are named with the command that creates them', async () => {
  const client = new Client({ connection: temporal.connection, namespace: 'temporal-system' });
  const found = await finding('search-attributes', { temporal: client });
  expect(found).toMatchObject({ status: 'fail', detail: expect.stringContaining('ProductRunId') });
  expect(found.cure).toContain('temporal operator search-attribute create --namespace temporal-system');
  expect(found.cure).toContain('--name ProductRunId --type Keyword');
});

test('a namespace that does not exist is a failure that says how to create it', async () => {
  const client = new Client({ connection: temporal.connection, namespace: 'nobody-made-it' });
  expect(await finding('namespace', { temporal: client })).toMatchObject({
    status: 'fail',
    cure: expect.stringContaining('temporal operator namespace create'),
  });
});

test('the whole report is given, with exit code 1, while neither PostgreSQL nor Temporal answers', async () => {
  const [database, temporalPort] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: `postgres://noi_app:a-password@127.0.0.1:${database}/noi`,
    TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
  };
  const run = (...args: string[]) => runAdmin(['doctor', ...args], env);
  const { status, stdout } = await run('--json');
  expect(status).toBe(1);
  const findings = JSON.parse(stdout) as Finding[];
  expect(findings.map(({ name }) => name.split('/')[0])).toEqual(
    expect.arrayContaining(CHECKS.map(({ name }) => name)),
  );
  const statuses = Object.fromEntries(findings.map(({ name, status: of }) => [name, of]));
  expect(statuses).toMatchObject({ database: 'fail', temporal: 'fail', migrations: 'warn', namespace: 'warn' });
  expect(findings.filter(({ status: of, cure }) => of !== 'ok' && !cure)).toEqual([]);
  const people = await run();
  expect(people.status).toBe(1);
  expect(people.stdout).toContain('FAIL  database');
  expect(people.stdout + stdout).not.toContain('a-password');
});

/** A database with these workers, each with the seconds since its last report. */
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

test('workers that report are well; one that is silent is named, and all of them silent a warning, then a failure', async () => {
  expect(await withWorkers({ name: 'a', seconds: 5 })).toMatchObject({ status: 'ok', cure: null });
  const some = await withWorkers({ name: 'a', seconds: 5 }, { name: 'frozen', seconds: 40 });
  expect(some).toMatchObject({ status: 'warn', detail: expect.stringContaining('frozen, seen 40 s ago') });
  expect(await withWorkers({ name: 'frozen', seconds: 31 })).toMatchObject({ status: 'warn' });
  expect(await withWorkers({ name: 'dead', seconds: 600 })).toMatchObject({ status: 'fail' });
  expect(await withWorkers()).toMatchObject({ status: 'fail', cure: 'Start a worker.' });
});

test('a worker that was stopped or replaced is missed by nobody while another works', async () => {
  const stopped = { name: 'stopped', seconds: 60, stopped: true };
  const replaced = { name: 'replaced', seconds: 3_600 };
  expect(await withWorkers({ name: 'a', seconds: 1 }, stopped, replaced)).toMatchObject({ status: 'ok' });
  expect(await withWorkers(stopped)).toMatchObject({ status: 'warn', detail: expect.stringContaining('was stopped') });
});

test('what was dropped or switched off by hand is a failure with its name', async () => {
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

test('privileges that the application lacks, or should not have, are named', async () => {
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

test('work that waits for too long, and money that waits for a person, is said with what to do', async () => {
  const own = await createTestDatabase();
  const { accountId } = await createCustomer(own, { credits: 1 });
  const api = await startApi(own);
  const key = await createCustomer(own, { credits: 1 });
  const { runId } = (await createEvaluation(api, key, 'late')).body;
  await api.close();
  const late = new Date(Date.now() - 2 * 3_600_000);
  await own.prisma.run.update({ where: { id: runId }, data: { createdAt: late } });
  await own.prisma.outboxMessage.updateMany({ data: { createdAt: late, deliveredAt: null } });
  await openTestOrder(own, { accountId });
  await own.prisma.order.updateMany({ data: { status: 'refund_failed' } });
  const facts = { orderId: 'ord_x', paymentId: 'pi_x' };
  await own.prisma.order.updateMany({ data: { id: facts.orderId } });
  await transaction(own, (tx) => raiseAlert(tx, { alert: 'refund-failed', subject: facts.orderId, facts }));
  expect(await finding('alerts', { db: own })).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('refund failed, order ord_x (critical)'),
    cure: expect.stringContaining('docs/runbook/refund-failed.md'),
  });
  await recordChecks(own, 'upkeep', [{ item: 'outbox', error: null }]);
  await own.prisma.sweepLook.updateMany({ data: { lookedAt: late } });
  expect(await finding('queue', { db: own })).toMatchObject({ status: 'fail' });
  expect(await finding('outbox', { db: own })).toMatchObject({ status: 'fail' });
  expect(await finding('money', { db: own })).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining(': 1.'),
  });
  expect(await finding('sweeps', { db: own })).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('2 h'),
  });
  await recordChecks(own, 'upkeep', [{ item: 'outbox', error: null }]);
  expect(await finding('sweeps', { db: own })).toMatchObject({ status: 'ok' });
  await own.close();
});

test('the providers are asked: a deployed agent, an account that is paid out by hand and a key of mail are well', async () => {
  const agents = await startAgents();
  const { provider, close } = await startProvider(await freePort());
  const mail = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [{ name: 'example.com', status: domainStatus }] }));
  });
  let domainStatus = 'verified';
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
  const client = openAgents(agents.settings);
  const provisioned = await client.provision();
  await recordProvisionedAgent(db, AGENT_NAME, { ...provisioned, provider: 'another' });
  expect(await finding('agent', { env })).toMatchObject({ status: 'fail', cure: expect.stringContaining('provision') });
  await recordProvisionedAgent(db, AGENT_NAME, provisioned);
  expect(await finding('agent', { env })).toMatchObject({ status: 'ok' });
  expect(await finding('agent', { env: {} })).toMatchObject({ status: 'fail' });

  const payments = await runChecks([CHECKS.find(({ name }) => name === 'payments')!], deps({ env }));
  expect(payments).toContainEqual(
    expect.objectContaining({ name: 'payments/live/webhook-secret', status: 'fail', cure: expect.any(String) }),
  );
  expect(payments.map(({ name }) => name)).toContain('payments/live/payout-currency');
  expect(await finding('payments', { env: {} })).toMatchObject({ status: 'warn' });

  expect(await finding('mail', { env })).toMatchObject({ status: 'ok', detail: expect.stringContaining('verified') });
  domainStatus = 'failed';
  expect(await finding('mail', { env })).toMatchObject({ status: 'fail', cure: expect.stringContaining('MAIL_FROM') });
  expect(await finding('mail', { env: { ...env, MAIL: 'off' } })).toMatchObject({ status: 'warn' });
  await agents.close();
  await close();
  mail.close();
});

test.each([
  ['sk_live_expired', 'fail', 'STRIPE_SECRET_KEY_LIVE'],
  [PAYMENTS_STAND_IN_RESTRICTED_KEY, 'warn', 'Let the restricted key read accounts and balance.'],
])('with the payment key %s the command says %s and what to do', async (key, status, cure) => {
  const { provider, close } = await startProvider(await freePort());
  const env = {
    DATABASE_URL: db.url,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
    STRIPE_SECRET_KEY_LIVE: key,
    STRIPE_WEBHOOK_SECRETS_LIVE: 'whsec_of_this_test',
    STRIPE_BASE_URL: provider.url,
  };
  const { stdout } = await runAdmin(['doctor', '--json'], env);
  const payments = (JSON.parse(stdout) as Finding[]).filter(({ name }) => name.startsWith('payments'));
  expect(payments).toEqual([
    { name: 'payments/live/payment-account', status, detail: expect.any(String), cure: expect.stringContaining(cure) },
  ]);
  expect(stdout).not.toContain(key);
  await close();
});

test('settings that nobody can read are a finding, not the end of the report', async () => {
  const run = async (env: NodeJS.ProcessEnv) => {
    const { status, stdout } = await runAdmin(['doctor', '--json'], env);
    return { status, findings: JSON.parse(stdout) as Finding[] };
  };
  const halfCertificate = await run({ DATABASE_URL: db.url, TEMPORAL_TLS_CLIENT_CERT_PATH: '/x' });
  expect(halfCertificate.status).toBe(1);
  expect(halfCertificate.findings).toContainEqual(
    expect.objectContaining({ name: 'temporal', status: 'fail', detail: expect.stringContaining('CLIENT_KEY_PATH') }),
  );
  expect(halfCertificate.findings).toContainEqual(expect.objectContaining({ name: 'database', status: 'ok' }));
  expect(await run({})).toMatchObject({ status: 1, findings: [{ name: 'database', cure: expect.any(String) }] });
});

test('the doctor writes nothing: PostgreSQL refuses it', async () => {
  const reader = openDatabase(db.url, 1, { readOnly: true });
  for (const { status, detail } of await runChecks(CHECKS, deps({ db: reader }))) {
    expect([status, detail].join(' ')).not.toContain('read-only transaction');
  }
  await reader.close();
});
