import { mkdirSync, writeFileSync, copyFileSync, readdirSync, readFileSync, rmSync, chownSync } from 'node:fs';
import { join, basename } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tmpdir } from 'node:os';
import { built } from '../../local/programs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { postgresAccount } from '../../local/postgres/reach';
import { ownDatabase } from '../../local/postgres/roles';
import type { Certificate } from '../../stand-ins/internet/authority';
import { serverSettings } from './compose';
import { eventually } from './eventually';
import { inSession, administer, within } from './database';
import { searchableFolder } from './programs';

const run = (name: string) => `exec '${process.execPath}' '${built('test/support/postgres-client')}' ${name} "$@"`;

/** Client programs in place of PostgreSQL's own: the embedded server has none, and a machine's can be older than it. */
const PROGRAMS = {
  psql: run('psql'),
  pg_basebackup: run('pg_basebackup'),
  // There is no manifest to hold the copy against, and no log is too old here.
  pg_verifybackup: 'exit 0',
  pg_archivecleanup: 'exit 0',
};

/** Makes the programs that deploy/base-backup.sh calls in `folder`, without `except`, which the machine has. */
export function makePostgresPrograms(folder: string, except?: keyof typeof PROGRAMS): void {
  mkdirSync(folder);
  for (const [name, line] of Object.entries(PROGRAMS)) {
    if (name !== except) writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
}

const execute = promisify(execFile);

/** A PostgreSQL that archives its log as docs/runbook/restore.md says, with the scripts and settings of deploy/. */
export type ArchivingPostgres = Awaited<ReturnType<typeof startArchivingPostgres>>;

/** Starts it in a folder that PostgreSQL's account can search. */
export async function startArchivingPostgres(folder: string) {
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

  const server = {
    /** The server that runs, or ran last: `restore` puts another one in its place. */
    postgres,
    /** Runs deploy/base-backup.sh and returns the folder of the copy. @throws Error with what it printed if it refuses */
    async baseBackup(): Promise<string> {
      const { stdout } = await execute('/bin/sh', [join(PACKAGE_ROOT, 'deploy/base-backup.sh')], { env });
      return stdout.trim();
    },
    /** Hands the segment that is being written to the archive, as `archive_timeout` does after a while. */
    archiveNow: () =>
      inSession(url, async (session) => {
        const { rows } = await session.query<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
        await eventually('the segment is archived', () => readdirSync(archive).includes(rows[0]!.segment));
      }),
    /**
     * Goes back, on the same port, to the end of the archive from it and a base backup alone; the old server must have ended.
     */
    async restore(backup: string): Promise<void> {
      const dataDir = join(folder, `restored-${restores++}`);
      const cluster = join(dataDir, 'cluster');
      mkdirSync(dataDir);
      own(dataDir);
      writeFileSync(join(dataDir, 'password'), password);
      const script = join(PACKAGE_ROOT, 'deploy/restore-backup.sh');
      const given = { PATH: process.env.PATH, BACKUP_FOLDER: folder, PGDATA: cluster };
      await execute('/bin/sh', [script, '', basename(backup)], { env: given });
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
  };
  return server;
}

/** Settings that deploy/backup.compose.yaml gives PostgreSQL, for this folder. */
const archiveSettings = (folder: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(serverSettings('deploy/backup.compose.yaml')).map(([name, value]) => [
      name,
      value.replace('/deploy/', `${folder}/`).replace('/backup/log/', `${folder}/log/`),
    ]),
  );

/** Gives files to the account under which PostgreSQL runs, where that is another one. */
function own(...paths: string[]): void {
  // Asked for once: each time starts a process.
  const account = postgresAccount();
  if (account) for (const path of paths) chownSync(path, account.uid, account.gid);
}

/** The same of a folder and everything in it. */
function ownAll(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  own(folder, ...inside.map(({ parentPath, name }) => join(parentPath, name)));
}

/** Removes the data folder of a server: its disk is lost. */
export function loseDisk({ dataDir }: RunningPostgres): void {
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Starts a PostgreSQL that refuses connections without TLS, with a certificate of the authority in `caFile` and an empty
 * database `noi`; its connection strings have `sslmode=verify-full`.
 */
export async function startTlsPostgres(certificate: Certificate, caFile: string) {
  const data = searchableFolder(join(tmpdir(), 'noi-tls-postgres-'));
  const postgres = await startPostgres({ dataDir: data, durable: false });
  const overTls = (url: string) => `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(caFile)}`;
  await administer(postgres.url, 'CREATE DATABASE noi');
  await administer(postgres.url, 'ALTER SYSTEM SET ssl = on');
  const rules = join(postgres.dataDir, 'cluster', 'pg_hba.conf');
  writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll(/^host\b/gm, 'hostssl'));
  await present(postgres, certificate, postgres.url);
  const database = overTls(within(postgres.url, 'noi'));
  const answers = () =>
    administer(database, 'SELECT 1').then(
      () => true,
      () => false,
    );
  await eventually('PostgreSQL has its certificate', answers);
  const superuser = overTls(postgres.url);
  return {
    superuser,
    ...(await ownDatabase(database)),
    /** Replaces its certificate, for connections from then on. */
    present: (other: Certificate) => present(postgres, other, superuser),
    async close() {
      await postgres.stop();
      for (const path of [data, postgres.dataDir]) rmSync(path, { recursive: true, force: true });
    },
  };
}

async function present({ dataDir }: RunningPostgres, { pem, key }: Certificate, reload: string): Promise<void> {
  for (const [name, content] of Object.entries({ 'server.crt': pem, 'server.key': key })) {
    const path = join(dataDir, 'cluster', name);
    writeFileSync(path, content, { mode: 0o600 });
    own(path);
  }
  await administer(reload, 'SELECT pg_reload_conf()');
}
