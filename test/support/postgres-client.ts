/**
 * Client programs of PostgreSQL that deploy/base-backup.sh calls, over the driver: `psql` prints the values of one
 * `--command`, `pg_basebackup` copies the files of a server on this machine. The connection is that of PGHOST and its like.
 */
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { copyServer } from './base-copy';

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
