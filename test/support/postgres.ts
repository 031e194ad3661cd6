import { mkdirSync, writeFileSync, readFileSync, rmSync, chownSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresAccount } from '../../local/postgres/cluster';
import { ownDatabase } from '../../local/postgres/roles';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { built } from '../../local/process/launch';
import type { Certificate } from '../../stand-ins/internet/internet';
import { administer, within } from './database';
import { eventually } from './eventually';
import { searchableFolder } from './programs';

const run = (name: string) => `exec '${process.execPath}' '${built('test/support/postgres-client')}' ${name} "$@"`;

/** Replacements for PostgreSQL's client programs. The embedded server lacks them; installed ones may be older. */
const PROGRAMS = {
  psql: run('psql'),
  pg_basebackup: run('pg_basebackup'),
  // Our copy has no manifest to verify, and no WAL is old enough to clean up.
  pg_verifybackup: 'exit 0',
  pg_archivecleanup: 'exit 0',
};

/**
 * Creates stubs in `folder` for the programs that deploy/base-backup.sh calls, apart from the one named by `except`.
 */
export function makePostgresPrograms(folder: string, except?: keyof typeof PROGRAMS): void {
  mkdirSync(folder);
  for (const [name, line] of Object.entries(PROGRAMS)) {
    if (name !== except) writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
}

/**
 * Starts a PostgreSQL that requires TLS, with a certificate issued by `caFile` and an empty database `noi`. Its
 * connection strings have `sslmode=verify-full`.
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
    /** Replaces the server's certificate for later connections. */
    present: (other: Certificate) => present(postgres, other, superuser),
    async close() {
      await postgres.stop();
      for (const path of [data, postgres.dataDir]) rmSync(path, { recursive: true, force: true });
    },
  };
}

async function present({ dataDir }: RunningPostgres, { pem, key }: Certificate, reload: string): Promise<void> {
  const account = postgresAccount();
  for (const [name, content] of Object.entries({ 'server.crt': pem, 'server.key': key })) {
    const path = join(dataDir, 'cluster', name);
    writeFileSync(path, content, { mode: 0o600 });
    if (account) chownSync(path, account.uid, account.gid);
  }
  await administer(reload, 'SELECT pg_reload_conf()');
}
