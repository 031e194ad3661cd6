import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFiles, statementsOf, storeFiles, type SourceFile } from '../support/store-source';

const ROOT = join(__dirname, '..', '..');
const schema = readFileSync(join(ROOT, 'prisma', 'schema.prisma'), 'utf8');
const tables = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => table!);

function writesOf(file: SourceFile): string[] {
  return statementsOf(file).flatMap((statement) =>
    [...statement.matchAll(/\b(?:INSERT INTO|DELETE FROM|UPDATE(?= \w+ (?:AS \w+ )?SET\b)) (\w+)/g)].map(
      ([, table]) => table!,
    ),
  );
}

function ownersOf(table: string): string[] {
  const writing = storeFiles().filter((file) => writesOf(file).includes(table));
  return [...new Set(writing.map(({ path }) => path.split('/')[1]!))];
}

test.each(tables)('%s is written by one folder of the store at most', (table) => {
  expect(ownersOf(table).slice(1)).toEqual([]);
});

test('owners are found where they are', () => {
  expect(['runs', 'orders', 'entitlements', 'ledger_entries'].map(ownersOf)).toEqual([
    ['runs'],
    ['orders'],
    ['entitlements'],
    ['ledger'],
  ]);
});

test('only what applies the map of personal data writes a table that its statement does not name', () => {
  const general = storeFiles().filter((file) =>
    statementsOf(file).some((statement) => /\b(INSERT INTO|DELETE FROM|UPDATE) \$\{/.test(statement)),
  );
  expect(general.map(({ path }) => path)).toEqual([
    'store/retention/erase-rows.ts',
    'store/retention/purge-expired.ts',
  ]);
});

test('no statement outside the store writes', () => {
  const writing = productFiles().filter((file) => writesOf(file).some((table) => tables.includes(table)));
  expect(writing.map(({ path }) => path)).toEqual([]);
});

test('SQL changes, Prisma reads', () => {
  const changing = [...storeFiles(), ...productFiles()].filter(({ text }) =>
    /\bprisma\s*\.\w+\s*\.(create|update|delete|upsert)|\$executeRaw|\$queryRaw|prisma\.\$transaction/.test(text),
  );
  expect(changing.map(({ path }) => path)).toEqual([]);
});

test('rows are narrowed in the row files only', () => {
  const narrowing = [...storeFiles(), ...productFiles()].filter(
    ({ path, text }) =>
      !path.endsWith('/row.ts') &&
      !path.startsWith('local/') && // A client of the API: it narrows JSON.
      /\bas (Mode|Plan|\w+State|\w+Status(Name)?|\w+Reason|ProductName)\b/.test(text),
  );
  expect(narrowing.map(({ path }) => path)).toEqual([]);
});
