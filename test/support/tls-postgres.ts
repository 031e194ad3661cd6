import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresAccount } from '../../local/postgres/reach';
import { ownDatabase } from '../../local/postgres/roles';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import type { Certificate } from '../../stand-ins/internet/authority';
import { administer, within } from './database';
import { eventually } from './eventually';
import { searchableFolder } from './searchable-folder';

/** PostgreSQL that refuses connections without TLS, with an empty database `noi`. */
export interface TlsPostgres {
  /** Connection strings with `sslmode=verify-full` of the superuser, the owner of the database and the application. */
  superuser: string;
  owner: string;
  application: string;
  /** Replaces its certificate, for connections from then on. */
  present(certificate: Certificate): Promise<void>;
  close(): Promise<void>;
}

/** Starts it with a certificate of the authority in `caFile`. */
export async function startTlsPostgres(certificate: Certificate, caFile: string): Promise<TlsPostgres> {
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
    present: (other) => present(postgres, other, superuser),
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
