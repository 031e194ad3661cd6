import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { own, ownAll } from './base-copy';
import { commandsOf } from './runbook';
import { eventually } from './eventually';
import { inSession } from './in-session';
import { makePostgresPrograms } from './postgres-programs';

const execute = promisify(execFile);

/** A PostgreSQL that archives its log as docs/runbook/restore.md says, with the scripts and settings of deploy/. */
export interface ArchivingPostgres {
  /** The server that runs, or ran last: {@link restore} puts another one in its place. */
  postgres: RunningPostgres;
  /** Runs deploy/base-backup.sh and returns the folder of the copy. @throws Error with what it printed if it refuses */
  baseBackup(): Promise<string>;
  /** Hands the segment that is being written to the archive, as `archive_timeout` does after a while. */
  archiveNow(): Promise<void>;
  /**
   * Goes back, on the same port, from a base backup and the archive alone; the old server must have ended. A moment has a
   * numeric offset, as `now()::text` prints it: PostgreSQL reads it before its time zones are loaded.
   */
  restore(backup: string, until?: string, timeline?: string): Promise<void>;
  /** Runs the statements by which the page ends a restore. */
  resetRecovery(): Promise<void>;
}

/** Starts it in a folder that PostgreSQL's account can search. */
export async function startArchivingPostgres(folder: string): Promise<ArchivingPostgres> {
  const archive = join(folder, 'log');
  mkdirSync(archive);
  own(archive);
  copyFileSync(join(PACKAGE_ROOT, 'deploy/archive-log.sh'), join(folder, 'archive-log.sh'));
  const settings = archiveSettings(folder);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false, settings });
  const { url, port } = postgres;
  const password = readFileSync(join(postgres.dataDir, 'password'));
  const programs = join(folder, 'bin');
  makePostgresPrograms(programs);
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    BACKUP_FOLDER: folder,
    PRODUCT_DATABASE: new URL(url).pathname.slice(1),
    PGHOST: new URL(url).hostname,
    PGPORT: String(port),
    PGPASSWORD: String(password),
  };
  let restores = 0;

  const server: ArchivingPostgres = {
    postgres,
    async baseBackup() {
      const { stdout } = await execute('/bin/sh', [join(PACKAGE_ROOT, 'deploy/base-backup.sh')], { env });
      return stdout.trim();
    },
    archiveNow: () =>
      inSession(url, async (session) => {
        const { rows } = await session.query<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
        await eventually('the segment is archived', () => readdirSync(archive).includes(rows[0]!.segment));
      }),
    async restore(backup, until, timeline) {
      const dataDir = join(folder, `restored-${restores++}`);
      const cluster = join(dataDir, 'cluster');
      mkdirSync(dataDir);
      own(dataDir);
      writeFileSync(join(dataDir, 'password'), password);
      const script = join(PACKAGE_ROOT, 'deploy/restore-backup.sh');
      await execute('/bin/sh', [script, until ?? '', basename(backup)], {
        env: {
          PATH: process.env.PATH,
          BACKUP_FOLDER: folder,
          PGDATA: cluster,
          ...(timeline && { RECOVERY_TARGET_TIMELINE: timeline }),
        },
      });
      ownAll(dataDir);
      server.postgres = await startPostgres({ dataDir, port, durable: false, settings });
      await inSession(url, (session) =>
        eventually(
          'the end of the recovery',
          async () => {
            const { rows } = await session.query<{ over: boolean }>('SELECT NOT pg_is_in_recovery() AS over');
            return rows[0]!.over;
          },
          60_000,
        ),
      );
    },
    resetRecovery: () =>
      inSession(url, async (session) => {
        // One by one: ALTER SYSTEM refuses to be part of a transaction, which several statements at once are.
        for (const statement of resettingStatements()) await session.query(statement);
      }),
  };
  return server;
}

/** The statements of docs/runbook/restore.md that reset the settings of a recovery. */
function resettingStatements(): string[] {
  const commands = commandsOf('runbook/restore.md', 'Forget the recovery', 'cluster');
  return [...commands.matchAll(/^sql '(.*)'$/gm)].map(([, statement]) => statement!);
}

/** Settings that deploy/backup.compose.yaml gives PostgreSQL, for this folder. */
function archiveSettings(folder: string): Record<string, string> {
  const text = readFileSync(join(PACKAGE_ROOT, 'deploy/backup.compose.yaml'), 'utf8');
  const { services } = parse(text) as { services: { postgres: { command: string[] } } };
  const given = services.postgres.command.filter((word) => word.includes('='));
  return Object.fromEntries(
    given.map((setting) => {
      const [name, ...value] = setting.split('=');
      return [name!, value.join('=').replace('/deploy/', `${folder}/`).replace('/backup/log/', `${folder}/log/`)];
    }),
  );
}

/** Removes the data folder of a server: its disk is lost. */
export function loseDisk({ dataDir }: RunningPostgres): void {
  rmSync(dataDir, { recursive: true, force: true });
}
