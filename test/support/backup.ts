import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { postgresAccount } from '../../local/postgres/reach';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { eventually } from './eventually';

/** A PostgreSQL that archives its log as docs/runbook/restore.md says, with the script and settings of deploy/. */
export interface ArchivingPostgres {
  postgres: RunningPostgres;
  folder: string;
  /** Copies the running cluster and returns where to, once the archive holds the log that the copy needs. */
  baseBackup(): Promise<string>;
  /** Hands the segment that is being written to the archive, as `archive_timeout` does after a while. */
  archiveNow(): Promise<void>;
  /** Starts a server on the same port from a base backup and the archive alone; the old one must have ended. */
  restore(backup: string, until?: Date): Promise<RunningPostgres>;
}

/** Starts it in a folder that PostgreSQL's account can search. */
export async function startArchivingPostgres(folder: string): Promise<ArchivingPostgres> {
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  own(archive);
  copyFileSync(join(PACKAGE_ROOT, 'deploy/archive-log.sh'), join(folder, 'archive-log.sh'));
  const settings = archiveSettings(folder);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false, settings });
  let copies = 0;

  return {
    postgres,
    folder,
    async baseBackup() {
      const backup = join(folder, `base-${copies++}`);
      await withSession(postgres.url, async (session) => {
        await session.query("SELECT pg_backup_start('drill', true)");
        copyCluster(join(postgres.dataDir, 'cluster'), join(backup, 'cluster'));
        const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(true)');
        writeFileSync(join(backup, 'cluster', 'backup_label'), rows[0]!.labelfile);
      });
      copyFileSync(join(postgres.dataDir, 'password'), join(backup, 'password'));
      return backup;
    },
    archiveNow: () =>
      withSession(postgres.url, async (session) => {
        const { rows } = await session.query<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
        await eventually('the segment is archived', () => readdirSync(archive).includes(rows[0]!.segment));
      }),
    async restore(backup, until) {
      const cluster = join(backup, 'cluster');
      writeFileSync(join(cluster, 'recovery.signal'), '');
      chmodSync(cluster, 0o700);
      ownAll(backup);
      const recovery = {
        restore_command: `cp ${archive}/%f %p`,
        ...(until && {
          // Spelt as PostgreSQL reads it before its time zones are loaded.
          recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
        }),
      };
      const { port } = postgres;
      const restored = await startPostgres({
        dataDir: backup,
        port,
        durable: false,
        settings: { ...settings, ...recovery },
      });
      await withSession(restored.url, (session) =>
        eventually(
          'the end of the recovery',
          async () => {
            const { rows } = await session.query<{ over: boolean }>('SELECT NOT pg_is_in_recovery() AS over');
            return rows[0]!.over;
          },
          60_000,
        ),
      );
      return restored;
    },
  };
}

/** Settings that deploy/backup.compose.yaml gives PostgreSQL, for this folder. */
function archiveSettings(folder: string): Record<string, string> {
  const text = readFileSync(join(PACKAGE_ROOT, 'deploy/backup.compose.yaml'), 'utf8');
  const { services } = parse(text) as { services: { postgres: { command: string[] } } };
  const given = services.postgres.command.filter((word) => word.includes('='));
  return Object.fromEntries(
    given.map((setting) => {
      const [name, ...value] = setting.split('=');
      return [name!, value.join('=').replace('/deploy/', `${folder}/`).replace('/backup/log/', `${folder}/archive/`)];
    }),
  );
}

/** Copies what a base backup holds: no log, no lock of the running server; files that vanish meanwhile belong to the log. */
function copyCluster(from: string, to: string): void {
  const left = /\/(pg_wal|pg_replslot|pg_stat_tmp|pg_notify|pg_subtrans)\/.|\/postmaster\.(pid|opts)$|\/pgsql_tmp/;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name).slice(from.length);
    if (left.test(path)) continue;
    if (name.isDirectory()) mkdirSync(join(to, path), { recursive: true });
    else copyUnlessGone(join(from, path), join(to, path));
  }
}

function copyUnlessGone(from: string, to: string): void {
  try {
    cpSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Bytes of a folder. */
export function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Removes the data folder of a server: its disk is lost. */
export function loseDisk({ dataDir }: RunningPostgres): void {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Gives files to the account under which PostgreSQL runs, where that is another one. */
function own(...paths: string[]): void {
  // Asked for once: each time starts a process.
  const account = postgresAccount();
  if (account) for (const path of paths) chownSync(path, account.uid, account.gid);
}

function ownAll(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  own(folder, ...inside.map(({ parentPath, name }) => join(parentPath, name)));
}

async function withSession<T>(url: string, work: (session: Client) => Promise<T>): Promise<T> {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}
