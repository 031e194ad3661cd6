import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as Engine from '@prisma/schema-engine-wasm';
import { Pool } from 'pg';
import { PACKAGE_ROOT } from '../platform/package-root';
import { connectionTo, DatabaseClient } from './connection';

/** Schema file in the form that the engine expects. */
export const SCHEMA_PATH = join(PACKAGE_ROOT, 'prisma', 'schema.prisma');

// Missing in Node's types, and the DOM's are too much for one call.
declare const WebAssembly: {
  instantiate(binary: Buffer, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

let loaded: Promise<typeof Engine> | undefined;

/**
 * Lends Prisma's own schema engine, as WebAssembly, bound to one database: the same migrations as `prisma migrate
 * deploy` without the native engine that has to be downloaded. Its connections are closed when `work` ends.
 *
 * @throws DatabaseError of PostgreSQL if a migration's script fails
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: Engine.SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await (loaded ??= loadEngine());
  const pool = new Pool({ ...connectionTo(databaseUrl), Client: DatabaseClient, max: 1, allowExitOnIdle: true });
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

// PrismaPg cuts a script at every semicolon, which breaks functions and leaves half a migration behind where a
// statement
// fails. Sent whole, PostgreSQL runs it as one transaction, as the native engine does. The engine forgets what
// PostgreSQL said of a failure, so it is kept here.
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

// The package's main entry imports its .wasm file as a module, which only bundlers can: link the two by hand.
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
