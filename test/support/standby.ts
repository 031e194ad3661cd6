import { appendFileSync, chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { copyServer, ownAll } from './base-copy';
import { eventually } from './eventually';
import { inSession } from './in-session';

const CAUGHT_UP_WITHIN_MS = 60_000;

/** Copies a running server into a folder and starts the copy as its standby; resolves once it streams. */
export async function startStandby(primary: RunningPostgres, dataDir: string) {
  const cluster = join(dataDir, 'cluster');
  mkdirSync(dataDir, { mode: 0o755 });
  await inSession(primary.url, (session) => copyServer(session, cluster));
  const { hostname, port, password } = new URL(primary.url);
  const from = `host=${hostname} port=${port} user=postgres password=${password}`;
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  writeFileSync(join(cluster, 'standby.signal'), '');
  copyFileSync(join(primary.dataDir, 'password'), join(dataDir, 'password'));
  chmodSync(cluster, 0o700);
  ownAll(dataDir);
  const standby = await startPostgres({ dataDir });
  await holds(
    primary.url,
    'the standby streams',
    `SELECT count(*) > 0 FROM pg_stat_replication WHERE state = 'streaming'`,
  );
  return {
    dataDir: standby.dataDir,
    /** Ends the replication: what is committed from now on is not on the standby. */
    async cutOff() {
      await inSession(standby.url, async (session) => {
        await session.query("ALTER SYSTEM SET primary_conninfo = ''");
        await session.query('SELECT pg_reload_conf()');
      });
      await holds(standby.url, 'the standby streams no more', 'SELECT count(*) = 0 FROM pg_stat_wal_receiver');
    },
    /** Makes it a primary, then stops it, so that it can be started in the other's place. */
    async promote() {
      await inSession(standby.url, (session) => session.query('SELECT pg_promote(true)'));
      await standby.stop();
    },
  };
}

function holds(url: string, what: string, text: string): Promise<unknown> {
  return eventually(
    what,
    () =>
      inSession(url, async (session) => {
        const { rows } = await session.query<[boolean]>({ text, rowMode: 'array' });
        return rows[0]![0];
      }),
    CAUGHT_UP_WITHIN_MS,
  );
}
