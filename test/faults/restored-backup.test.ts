/** The way back of docs/runbook/restore.md, on a PostgreSQL of its own. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../local/postgres/start-postgres';
import { loseDisk, startArchivingPostgres, type ArchivingPostgres } from '../support/postgres';
import { inSession } from '../support/database';
import { searchableFolder } from '../support/programs';

jest.setTimeout(240_000);

let folder: string;
let server: ArchivingPostgres;
beforeEach(async () => {
  folder = searchableFolder(join(tmpdir(), 'noi-restore-'));
  server = await startArchivingPostgres(folder);
});
afterEach(async () => {
  await server.postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one statement as the superuser. */
const sql = <T extends object>(text: string) =>
  inSession(server.postgres.url, async (session) => (await session.query<T>(text)).rows);
/** What the server has noted of its last base backup, for the doctor. */
async function noted(): Promise<string | null> {
  const note = `SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = current_database()`;
  return (await sql<{ note: string | null }>(note))[0]!.note;
}
/** Commits a number to be looked for after a restore. */
async function mark(n: number): Promise<void> {
  await sql('CREATE TABLE IF NOT EXISTS marks (n integer PRIMARY KEY)');
  await sql(`INSERT INTO marks VALUES (${n})`);
}
async function marks(): Promise<number[]> {
  const rows = await sql<{ n: number }>('SELECT n FROM marks ORDER BY n');
  return rows.map(({ n }) => n);
}
test('brings a lost disk back up to the last archived segment', async () => {
  await mark(0);
  const backup = await server.baseBackup();
  expect(await noted()).toMatch(/^Base backup of \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  for (const n of [1, 2, 3]) await mark(n);
  await server.archiveNow();
  for (const n of [4, 5]) await mark(n);
  process.kill(server.postgres.pid(), 'SIGKILL');
  await server.postgres.stop();
  loseDisk(server.postgres);

  await server.restore(backup);
  expect(await marks()).toEqual([0, 1, 2, 3]);
  // It archives on, under a timeline of its own.
  await mark(6);
  await server.archiveNow();
});

test('refuses a base backup where the command line sets a recovery target', async () => {
  await server.postgres.stop();
  const settings = { recovery_target_timeline: '1' };
  server.postgres = await startPostgres({ ...server.postgres, durable: false, settings });
  await expect(server.baseBackup()).rejects.toThrow('recovery settings are set: recovery_target_timeline.');
});
