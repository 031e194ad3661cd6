/**
 * Node replacements for the PostgreSQL client programs that deploy/base-backup.sh calls. `psql` prints the values of
 * one `--command`. `pg_basebackup` copies the files of a server on this machine. Both connect with PGHOST and related
 * variables.
 */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';

const [program, ...args] = process.argv.slice(2);
const { values: given } = parseArgs({ args, strict: false });

void (async () => {
  const session = new Client({ user: String(given.username), database: String(given.dbname ?? 'postgres') });
  await session.connect();
  if (program === 'psql') await printValues(session, String(given.command));
  else await copyServer(session, String(given.pgdata));
  await session.end();
})().catch((error: Error) => {
  process.stderr.write(`${program}: ${error.message}\n`);
  process.exit(1);
});

async function printValues(session: Client, command: string): Promise<void> {
  const { rows } = await session.query<(string | null)[]>({ text: command, rowMode: 'array' });
  for (const row of rows) process.stdout.write(`${row.map((value) => value ?? '').join('|')}\n`);
}

/** Copies the files of a running server as pg_basebackup does, without WAL. Needs a superuser session. */
async function copyServer(session: Client, to: string): Promise<void> {
  const { rows } = await session.query<{ from: string }>("SELECT current_setting('data_directory') AS from");
  await session.query("SELECT pg_backup_start('copy', true)");
  copyCluster(rows[0]!.from, to);
  const { rows: labels } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(true)');
  writeFileSync(join(to, 'backup_label'), labels[0]!.labelfile);
}

/** Copies a server's files without WAL and lock files. Recovery restores files that vanish during the copy. */
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
