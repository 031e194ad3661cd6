import { readdir, readFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as Engine from '@prisma/schema-engine-wasm';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import { Pool, type ClientBase } from 'pg';
import { PACKAGE_ROOT } from '../base/package-root';
import { readSecretFiles } from '../base/secrets';
import { databaseUrl, readSettings } from '../base/settings';
import { connectionTo, DatabaseClient } from './connection';
import { grantToApplication } from './roles';

const MIGRATIONS = join(PACKAGE_ROOT, 'prisma', 'migrations');
// Lock id. Arbitrary, but the same for every process that migrates this database.
const MIGRATION_LOCK = 7_270_736;

/** First migration of 1.0. Databases of earlier versions cannot be upgraded. */
const GROUND = '20261128000000_ground';

/** Tells the operator what to do with a database older than {@link GROUND}. */
export const BEFORE_1_0 =
  'This database was made by a version before 1.0, which cannot be upgraded: start with an empty database ' +
  '(on your own machine: npm start -- --fresh, which deletes the contents of the folder .local).';

/**
 * Applies pending migrations (of this build, or the given ones) in order and returns their names. Then grants the
 * application's privileges to `appRole`, if given. Idempotent; concurrent processes wait for each other. Compatible
 * with `prisma migrate deploy`.
 *
 * @throws Error {@link BEFORE_1_0} before anything is changed
 * @throws Error if a pending migration sorts before an applied one: other databases would apply the two in the opposite
 * order
 * @throws Error with Prisma's message if a migration fails or an applied migration was edited
 * @throws Error if `appRole` is unsuitable, see {@link grantToApplication}
 */
export async function migrate(
  ownerUrl: string,
  appRole: string | null = null,
  migrations?: MigrationList,
): Promise<{ applied: string[] }> {
  const owner = new DatabaseClient(connectionTo(ownerUrl));
  await owner.connect();
  try {
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const recorded = await recordedMigrations(owner);
    if (recorded.some(isBeforeBaseline)) throw new Error(BEFORE_1_0);
    const migrationsList = migrations ?? (await readMigrations());
    refuseOvertaken(migrationsList, recorded);
    const done = await withSchemaEngine(ownerUrl, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList,
        filters: { externalTables: [], externalEnums: [] },
      });
      return { applied: appliedMigrationNames };
    });
    if (appRole) await grantToApplication(owner, appRole);
    return done;
  } finally {
    await owner.end();
  }
}

function refuseOvertaken({ migrationDirectories }: MigrationList, recorded: RecordedMigration[]): void {
  const names = recorded.map(({ name }) => name);
  const last = names.at(-1) ?? '';
  const overtaken = migrationDirectories.find(({ path }) => path < last && !names.includes(path));
  if (!overtaken) return;
  throw new Error(
    `Migration ${overtaken.path} is dated before ${last}, which is already applied: give it a later date.`,
  );
}

export interface RecordedMigration {
  name: string;
  /** SHA-256 of the migration's file when it was applied. */
  checksum: string;
  /** False if the migration was started but neither finished nor rolled back. */
  finished: boolean;
}

/** Reads the recorded migrations, ordered by name, with any role that can read. Returns [] for an empty database. */
export async function recordedMigrations(db: Pick<ClientBase, 'query'>): Promise<RecordedMigration[]> {
  const { rows: known } = await db.query<{ there: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS there`,
  );
  if (!known[0]!.there) return [];
  const { rows } = await db.query<RecordedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** True if the migration belongs to a version before 1.0. */
export function isBeforeBaseline({ name }: Pick<RecordedMigration, 'name'>): boolean {
  return name < GROUND;
}

/** Migrations of this build, in the form that the schema engine expects. */
export async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: MIGRATIONS,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(MIGRATIONS, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      folders.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(join(MIGRATIONS, path, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  };
}

/** Path of schema.prisma in the form that the schema engine expects. */
export const SCHEMA_PATH = join(PACKAGE_ROOT, 'prisma', 'schema.prisma');

// Node's types lack WebAssembly, and adding the DOM types would be too much for one call.
declare const WebAssembly: {
  instantiate(binary: Buffer, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

let loaded: Promise<typeof Engine> | undefined;

/**
 * Runs Prisma's schema engine as WebAssembly: the same migrations as `prisma migrate deploy`, without downloading a
 * native engine.
 * @throws DatabaseError if a migration's script fails
 */
export async function withSchemaEngine<T>(
  address: string,
  work: (engine: Engine.SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await (loaded ??= loadEngine());
  const pool = new Pool({ ...connectionTo(address), Client: DatabaseClient, max: 1, allowExitOnIdle: true });
  const scripts = { failure: null as unknown };
  const adapter = bindMigrationAwareSqlAdapterFactory(wholeScripts(pool, scripts));
  const datamodel = await readFile(SCHEMA_PATH, 'utf8');
  const engine = await SchemaEngine.new({ datamodels: [[SCHEMA_PATH, datamodel]] }, () => undefined, adapter);
  try {
    return await work(engine);
  } catch (error) {
    throw scripts.failure ?? error;
  } finally {
    engine.free();
    await pool.end();
  }
}

// PrismaPg splits a script at every semicolon. That breaks functions and, if a statement fails, leaves half a migration
// behind. PostgreSQL runs a whole script as one transaction, as the native engine does. `scripts.failure` keeps
// PostgreSQL's error, because the engine drops it.
function wholeScripts(pool: Pool, scripts: { failure: unknown }): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => {
      await pool.query(script).catch((error: unknown) => {
        scripts.failure = error;
        throw error;
      });
    };
    return adapter;
  };
  return factory;
}

// Links the engine by hand, because its main entry imports the .wasm file as a module. Only bundlers support that.
async function loadEngine(): Promise<typeof Engine> {
  const glue = require('@prisma/schema-engine-wasm/schema_engine_bg') as typeof Engine & {
    __wbg_set_wasm(exports: unknown): void;
  };
  const folder = dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const binary = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

async function migrateAsSet(): ReturnType<typeof migrate> {
  readSecretFiles();
  // Migrations connect as the owner. If the application uses the same role, we cannot limit its privileges.
  const name = process.env.MIGRATION_DATABASE_URL ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';
  if (!process.env[name]) throw new Error('MIGRATION_DATABASE_URL: missing, and so is DATABASE_URL');
  return migrate(readSettings({ [name]: databaseUrl() })[name]!, process.env.DATABASE_APP_ROLE || null);
}

/* c8 ignore start: the command line of the one-shot migration process */
if (require.main === module) {
  migrateAsSet().then(
    ({ applied }) => {
      console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
      // The engine's lock timer would keep this process alive for ten more seconds.
      process.exit(0);
    },
    (error: Error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
