import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from '../../local/programs';

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
