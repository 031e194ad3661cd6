import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/ports';
import { built } from '../../local/programs';
import { BEFORE_1_0 } from '../../prisma/migrate';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { searchableFolder } from '../support/programs';

let db: TestDatabase;
const folder = searchableFolder(join(tmpdir(), 'noi-before-'));

beforeAll(async () => {
  db = await createTestDatabase();
  await db.asOwner("UPDATE _prisma_migrations SET migration_name = '20261122029200_holds_by_buyer'");
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

test('npm start with data of a version before 1.0 says what to do', async () => {
  const env = {
    ...process.env,
    LOCAL_DIR: folder,
    PORT: `${await freePort()}`,
    DATABASE_URL: db.url,
    MIGRATION_DATABASE_URL: db.ownerUrl,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
  };
  const { status, stdout } = spawnSync(process.execPath, [built('local/main')], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout.trimEnd().split('\n').at(-1)).toContain(BEFORE_1_0);
});
