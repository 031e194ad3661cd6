import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { withSchemaEngine, SCHEMA_PATH } from './migrate';

/** Generates the SQL between two schema.prisma files (`from` may be null). Reads nothing from `databaseUrl`. */
export async function sqlBetween(databaseUrl: string, from: string | null, to: string): Promise<string> {
  const datamodel = (content: string) => ({
    tag: 'schemaDatamodel' as const,
    files: [{ path: SCHEMA_PATH, content }],
  });
  return withSchemaEngine(databaseUrl, async (engine) => {
    const { stdout } = await engine.diff({
      from: from === null ? { tag: 'empty' } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: false,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  });
}

/* c8 ignore start: `npm run db:draft` prints the next migration: from the committed schema.prisma to the edited one */
if (require.main === module) {
  const committed = execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], { encoding: 'utf8' });
  readFile(SCHEMA_PATH, 'utf8')
    .then((edited) => sqlBetween(process.env.DATABASE_URL ?? '', committed, edited))
    .then(
      (sql) => console.log(sql),
      (error: Error) => {
        console.error(error.message);
        process.exit(1);
      },
    );
}
