/** The procedure of docs/runbook/restore.md on a PostgreSQL of its own, while Temporal and the provider keep what happened since. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendFileSync, rmSync } from 'node:fs';
import { Client } from 'pg';
import { approveReturn } from '../../store/reconciliation/approve-return';
import { resumeRun } from '../../store/runs/resume-run';
import { runMessage } from '../../domain/messages/runs';
import { startPostgres } from '../../local/postgres/start-postgres';
import { bytesOf, loseDisk, startArchivingPostgres, type ArchivingPostgres } from '../support/backup';
import { newId } from '../../contracts/ids';
import { RUN_PATIENCE } from '../support/run-patience';
import { createEvaluation } from '../support/api';
import { createTemplate } from '../support/database';
import { eventually } from '../support/eventually';
import { checkLedger } from '../support/ledger-invariants';
import { checkMoney } from '../support/money-invariants';
import { breaksOf, reconcile } from '../support/reconciliation';
import { searchableFolder } from '../support/searchable-folder';
import { startShop, type Shop } from '../support/shop';

jest.setTimeout(240_000);

let folder: string;
let server: ArchivingPostgres;
let shop: Shop | null = null;
beforeEach(async () => {
  folder = searchableFolder(join(tmpdir(), 'noi-restore-'));
  server = await startArchivingPostgres(folder);
});
afterEach(async () => {
  await shop?.close();
  shop = null;
  await server.postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one statement as the superuser. */
async function sql<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}
/** In microseconds: commits before and after it can be less than a millisecond apart. */
async function now(): Promise<string> {
  const rows = await sql<{ moment: string }>(server.postgres.url, 'SELECT now()::text AS moment');
  return rows[0]!.moment;
}
/** What the server has noted of its last base backup, for the doctor. */
async function noted(): Promise<string | null> {
  const note = `SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = current_database()`;
  return (await sql<{ note: string | null }>(server.postgres.url, note))[0]!.note;
}
/** Commits a number to be looked for after a restore. */
async function mark(n: number): Promise<void> {
  await sql(server.postgres.url, 'CREATE TABLE IF NOT EXISTS marks (n integer PRIMARY KEY)');
  await sql(server.postgres.url, `INSERT INTO marks VALUES (${n})`);
}
async function marks(): Promise<number[]> {
  const rows = await sql<{ n: number }>(server.postgres.url, 'SELECT n FROM marks ORDER BY n');
  return rows.map(({ n }) => n);
}
/** Loses the disk of the database once the archive has what was committed. */
async function loseServer(): Promise<void> {
  await server.archiveNow();
  await server.postgres.stop();
  loseDisk(server.postgres);
}
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: string }> {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: ((performance.now() - begun) / 1_000).toFixed(1) };
}
const report = (line: string) => process.stdout.write(`restore: ${line}\n`);

test('a mistake is undone by going back to the moment before it: money is reconciled, open runs go on, nothing is paid or done twice', async () => {
  process.env.TEST_DATABASE_URL = server.postgres.url;
  await createTemplate(server.postgres.url);
  const open = (shop = await startShop({ stepMs: 5 }));
  const { db, agents, provider, customer } = open;
  const buyer = await open.buyer();
  const bought = async () => {
    const { body } = await open.checkout({ product: 'idea_check' }, buyer);
    await provider.pay(body.checkoutSessionId!);
    await open.orderIn(body.orderId, ['fulfilled'], buyer);
    return body.orderId;
  };

  // The copy is made while the shop works, and the log brings back what came after it.
  const [{ result: backup, seconds: copied }] = await Promise.all([timed(() => server.baseBackup()), bought()]);
  const size = bytesOf(backup);
  expect(await noted()).toMatch(/^Base backup of \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const known = await bought();
  const completed = await open.create();
  expect((await open.finished(completed)).status).toBe('completed');
  await agents.pace(1_000);
  const underway = await open.create();
  await eventually('its session', async () => (await agents.sessionsOf(underway)).length > 0);
  await eventually('its row', async () => (await db.prisma.run.findUnique({ where: { id: underway } }))?.sessionId);
  const moment = await now();

  const refused = await createEvaluation(open.api, customer, 'after the moment');
  await agents.pace(5);
  for (const id of [underway, refused.body.runId]) expect((await open.finished(id)).status).toBe('completed');
  const lost = await bought();
  await db.asOwner('TRUNCATE entitlements CASCADE');
  await server.archiveNow();
  await server.postgres.stop();
  const { seconds: took } = await timed(() => server.restore(backup, moment));

  report(`${(size / 1e6).toFixed(0)} MB copied in ${copied} s; back at ${moment} in ${took} s`);
  expect((await open.order(known, buyer)).status).toBe('fulfilled');
  expect((await open.status(completed)).status).toBe('completed');
  expect((await open.status(underway)).status).toBe('running');
  expect(await db.prisma.run.findUnique({ where: { id: refused.body.runId } })).toBeNull();

  // Its workflow has ended without the row.
  await resumeRun(db, underway, (run) => runMessage(RUN_PATIENCE, run));
  expect((await open.finished(underway)).status).toBe('completed');
  expect(await agents.sessionsOf(underway)).toHaveLength(1);

  // The start of a run whose row is gone was delivered before: its workflow ends for all to see.
  const gone = { id: newId('run'), kind: 'idea_check', accountId: customer.accountId, mode: 'live' } as const;
  await open.start(runMessage(RUN_PATIENCE, { ...gone, progressTotal: 3 }));
  await expect(open.temporal.workflow.getHandle(`evaluation/${gone.id}`).result()).rejects.toThrow('failed');

  expect(await reconcile(open)).toMatchObject({ openBreaks: 1 });
  const [orphan] = await breaksOf(open, 'unknown_order');
  expect(orphan).toMatchObject({ orderId: lost });
  await approveReturn(db, orphan!.id, 'its order was lost in the restore');
  await eventually('it went back', async () => (await breaksOf(open, 'unknown_order'))[0]!.status === 'returned');
  expect(await reconcile(open)).toMatchObject({ openBreaks: 0 });
  expect((await provider.ledger()).refunds.map(({ orderId }) => orderId)).toEqual([lost]);
  await checkMoney(db, provider);
  await checkLedger(db, provider);
});

test('with the disk of the database lost, everything up to the last archived segment comes back', async () => {
  await mark(0);
  const backup = await server.baseBackup();
  for (const n of [1, 2, 3]) await mark(n);
  await server.archiveNow();
  for (const n of [4, 5]) await mark(n);
  process.kill(server.postgres.pid(), 'SIGKILL');
  await server.postgres.stop();
  loseDisk(server.postgres);

  const { seconds } = await timed(() => server.restore(backup));
  const kept = await marks();
  report(
    `the newest of the archive in ${seconds} s; ${6 - kept.length} of 6 commits lost, those after the last segment`,
  );
  expect(kept).toEqual([0, 1, 2, 3]);
  // It archives on, under a timeline of its own.
  await mark(6);
  await server.archiveNow();
});

test('after going back to a moment a second restore goes to the end of the archive, over every timeline', async () => {
  await mark(1);
  const first = await server.baseBackup();
  await mark(2);
  const moment = await now();
  await mark(3);
  await loseServer();
  await server.restore(first, moment);
  expect(await marks()).toEqual([1, 2]);

  // A copy of this server would stop at the same moment again.
  await expect(server.baseBackup()).rejects.toThrow(
    /recovery settings are set: recovery_target_action, recovery_target_time, restore_command\..*restore\.md/s,
  );
  expect(server.baseBackups()).toEqual([first]);
  await server.resetRecovery();
  const second = await server.baseBackup();
  expect(server.baseBackups()).toEqual([first, second]);

  await mark(4);
  await loseServer();
  await server.restore(second);
  expect(await marks()).toEqual([1, 2, 4]);

  // The first copy follows the timelines; what a copy keeps of an earlier restore is deleted from it.
  await mark(5);
  await loseServer();
  appendFileSync(join(first, 'postgresql.auto.conf'), `recovery_target_time = '${moment}'\n`);
  await server.restore(first);
  expect(await marks()).toEqual([1, 2, 4, 5]);
});

test('after a moment that was too early a later one is reached on the timeline of the base backup', async () => {
  await mark(1);
  const backup = await server.baseBackup();
  await mark(2);
  const early = await now();
  await mark(3);
  const late = await now();
  await mark(4);
  await loseServer();
  await server.restore(backup, early);
  expect(await marks()).toEqual([1, 2]);
  // What was done on the attempt is archived under the newest timeline.
  await mark(5);
  await loseServer();

  await server.restore(backup, late, 'current');
  expect(await marks()).toEqual([1, 2, 3]);
  await server.resetRecovery();
  await server.baseBackup();
});

test('a base backup is refused where the command line of the server sets a recovery target', async () => {
  await server.postgres.stop();
  const settings = { recovery_target_timeline: '1' };
  server.postgres = await startPostgres({ ...server.postgres, durable: false, settings });
  await expect(server.baseBackup()).rejects.toThrow('recovery settings are set: recovery_target_timeline.');
});
