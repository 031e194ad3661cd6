import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Database } from './client';
import { readMigrations, SCHEMA_PATH, isBeforeBaseline, recordedMigrations } from './migrate';

/** How a database differs from what its migrations created, by object name. */
export interface SchemaState {
  found: number;
  /** Missing columns (`table.column`), indexes, constraints and triggers. */
  missing: string[];
  /** Indexes that failed to build, and triggers that were disabled. */
  disabled: string[];
}

/**
 * Compares the catalog with schema.prisma and the migrations. Any role that can connect is enough. Detects objects that
 * somebody dropped, broke or disabled by hand, but not objects that somebody added.
 */
export async function readSchemaState(db: Database): Promise<SchemaState> {
  const expected = [...columnsOf(await readFile(SCHEMA_PATH, 'utf8')), ...(await namesOfMigrations())];
  const { rows } = await db.pool.query<{ object: string; disabled: boolean }>(CATALOG);
  const present = new Set(rows.map(({ object }) => object));
  const missing = expected.filter((object) => !present.has(object));
  return {
    found: expected.length - missing.length,
    missing,
    disabled: rows.filter(({ disabled }) => disabled).map(({ object }) => object),
  };
}

const CATALOG = `
  SELECT 'column ' || table_name || '.' || column_name AS object, false AS disabled
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL
  SELECT 'index ' || relname, NOT indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'constraint ' || conname, NOT convalidated FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p', 'u')
  UNION ALL
  SELECT 'trigger ' || tgname, tgenabled = 'D' FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace`;

/** Columns of all models in a schema.prisma. Fields whose type is another model are not columns. */
function columnsOf(schema: string): string[] {
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => ({
    name: name!,
    body: body!,
  }));
  const names = new Set(models.map(({ name }) => name));
  return models.flatMap(({ name, body }) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name;
    const fields = [...body.matchAll(/^ {2}(\w+)\s+(\w+)(.*)$/gm)].filter(([, , type]) => !names.has(type!));
    return fields.map(([, field, , rest]) => `column ${table}.${/@map\("(\w+)"\)/.exec(rest!)?.[1] ?? field}`);
  });
}

const MADE = {
  index: /CREATE (?:UNIQUE )?INDEX "?(\w+)"?/,
  constraint: /(?<!CREATE )CONSTRAINT "?(\w+)"?/,
  trigger: /CREATE (?:CONSTRAINT )?TRIGGER "?(\w+)"?/,
};
const DROPPED = /DROP (INDEX|CONSTRAINT|TRIGGER)(?: IF EXISTS)? "?(\w+)"?/;

async function namesOfMigrations(): Promise<string[]> {
  const { migrationDirectories } = await readMigrations();
  const names = new Set<string>();
  for (const { migrationFile } of migrationDirectories) {
    if (migrationFile.content.tag !== 'ok') continue;
    for (const line of migrationFile.content.value.split('\n').filter((text) => !text.trimStart().startsWith('--'))) {
      const [, kind, dropped] = DROPPED.exec(line) ?? [];
      if (kind) names.delete(`${kind.toLowerCase()} ${dropped}`);
      for (const [what, made] of kind ? [] : Object.entries(MADE)) {
        const name = made.exec(line)?.[1];
        if (name) names.add(`${what} ${name}`);
      }
    }
  }
  return [...names];
}

/** How the migrations of this build compare with those applied to a database, by name. */
export interface MigrationState {
  applied: string[];
  pending: string[];
  /** Migrations that were started, but neither finished nor rolled back. */
  failed: string[];
  /** Migrations that were applied and then edited in this build. */
  edited: string[];
  /** Migrations of a newer build, which this build does not know. */
  unknown: string[];
  /** Migrations of a version before 1.0, which this build cannot upgrade. */
  beforeGround: string[];
}

/** Compares this build's migrations with those of a database. Any role that can read is enough. */
export async function readMigrationState(db: Database): Promise<MigrationState> {
  const { migrationDirectories } = await readMigrations();
  const ours = new Map(migrationDirectories.map(({ path, migrationFile }) => [path, checksumOf(migrationFile)]));
  const recorded = await recordedMigrations(db.pool);
  const applied = recorded.filter(({ finished }) => finished);
  const names = new Set(applied.map(({ name }) => name));
  return {
    applied: [...ours.keys()].filter((name) => names.has(name)),
    pending: [...ours.keys()].filter((name) => !names.has(name)),
    failed: recorded.filter(({ finished }) => !finished).map(({ name }) => name),
    edited: applied
      .filter(({ name, checksum }) => ours.has(name) && ours.get(name) !== checksum)
      .map(({ name }) => name),
    unknown: applied.filter((one) => !ours.has(one.name) && !isBeforeBaseline(one)).map(({ name }) => name),
    beforeGround: applied.filter(isBeforeBaseline).map(({ name }) => name),
  };
}

type MigrationFile = Awaited<ReturnType<typeof readMigrations>>['migrationDirectories'][number]['migrationFile'];

function checksumOf({ content }: MigrationFile): string | null {
  return content.tag === 'ok' ? createHash('sha256').update(content.value).digest('hex') : null;
}
