import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../base/package-root';
import { startPostgres } from '../../local/postgres/start-postgres';
import { makePostgresPrograms } from '../support/postgres';
import { searchableFolder } from '../support/programs';

// test/cluster tests the restore itself, with the commands from docs/runbook/restore.md.

test('refuses a base backup if the command line sets a recovery target', async () => {
  const folder = searchableFolder(join(tmpdir(), 'noi-restore-'));
  const dataDir = join(folder, 'postgres');
  const first = await startPostgres({ dataDir, durable: false });
  await first.stop();
  const settings = { recovery_target_timeline: '1' };
  const postgres = await startPostgres({ dataDir: first.dataDir, durable: false, settings });
  const { hostname, port, pathname } = new URL(postgres.url);
  makePostgresPrograms(join(folder, 'bin'));
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    BACKUP_FOLDER: folder,
    PRODUCT_DATABASE: pathname.slice(1),
    PGHOST: hostname,
    PGPORT: port,
    PGPASSWORD: readFileSync(join(postgres.dataDir, 'password'), 'utf8'),
  };
  const backup = promisify(execFile)('/bin/sh', [join(PACKAGE_ROOT, 'deploy/base-backup.sh')], { env });
  await expect(backup).rejects.toThrow('recovery settings are set: recovery_target_timeline.');
  await postgres.stop();
});
