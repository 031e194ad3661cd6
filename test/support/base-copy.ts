import { chownSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { postgresAccount } from '../../local/postgres/reach';

/** Copies the files of the server of a superuser's session, while it runs, as pg_basebackup does: without its log. */
export async function copyServer(session: Client, to: string): Promise<void> {
  const { rows } = await session.query<{ from: string }>("SELECT current_setting('data_directory') AS from");
  await session.query("SELECT pg_backup_start('copy', true)");
  copyCluster(rows[0]!.from, to);
  const { rows: labels } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(true)');
  writeFileSync(join(to, 'backup_label'), labels[0]!.labelfile);
}

/** Gives files to the account under which PostgreSQL runs, where that is another one. */
export function own(...paths: string[]): void {
  // Asked for once: each time starts a process.
  const account = postgresAccount();
  if (account) for (const path of paths) chownSync(path, account.uid, account.gid);
}

/** The same of a folder and everything in it. */
export function ownAll(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  own(folder, ...inside.map(({ parentPath, name }) => join(parentPath, name)));
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
