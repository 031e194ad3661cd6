import { MONEY } from '../../domain/stored-data/money';
import { OPERATIONS } from '../../domain/stored-data/operations';
import { PEOPLE } from '../../domain/stored-data/people';
import { PERSONAL_DATA } from '../../domain/stored-data/personal-data';
import type { Finder } from '../../domain/stored-data/stored-table';
import { WORK } from '../../domain/stored-data/work';
import { RETENTION } from '../../domain/retention';
import { storeFiles } from '../support/store-source';
import { useDatabase } from '../support/use';

const db = useDatabase();

interface Column {
  table: string;
  column: string;
  type: string;
}

async function columns(): Promise<Column[]> {
  const { rows } = await db.pool.query<Column>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`,
  );
  return rows;
}

async function references(): Promise<{ table: string; column: string; parent: string }[]> {
  const { rows } = await db.pool.query<{ table: string; column: string; parent: string }>(
    `SELECT conrelid::regclass::text AS table, attname AS column, confrelid::regclass::text AS parent
     FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'`,
  );
  return rows;
}

const hasPart = (table: string, parent: string, column: string) =>
  PERSONAL_DATA[table]?.rows.some((finder) => 'part' in finder && finder.part === parent && finder.by === column);

// Whom a row is about, an address in the mail or in the network, and what a person wrote.
const NAMES_A_PERSON =
  /(^|_)(account|customer|contributor|buyer|order|payment|run|scan|api_key|webhook|withdrawal)_id$|e?mail$|address|(^|_)ip(_|$)|browser|lane|subject|message|^(note|reason|title|idea|input|metadata|description|summary|url)$|_(note|reason|url)$/;

test('every table with a column that names an account, an address, an IP or a text by a person is in the map', async () => {
  const personal = (await columns()).filter(({ column }) => NAMES_A_PERSON.test(column));
  const forgotten = personal.filter(({ table }) => !(table in PERSONAL_DATA));
  expect(forgotten).toEqual([]);
  // The names find all but the counters, whose keys hold ids and addresses, and two that only refer to others.
  const found = new Set(personal.map(({ table }) => table));
  const unseen = Object.keys(PERSONAL_DATA).filter((table) => !found.has(table));
  expect(unseen).toEqual(['passkey_challenges', 'rate_limits', 'webhook_attempts', 'ledger_entries']);
});

test('every table that refers to one of the map is in the map', async () => {
  const forgotten = (await references()).filter(
    ({ table, parent }) => parent in PERSONAL_DATA && !(table in PERSONAL_DATA),
  );
  expect(forgotten).toEqual([]);
});

test('no table is declared twice', () => {
  const declared = [PEOPLE, WORK, MONEY, OPERATIONS].flatMap((part) => Object.keys(part));
  expect(declared).toHaveLength(Object.keys(RETENTION).length);
});

test('every column that the map names exists, and every whole has an id', async () => {
  const named = ({ rows, shown, erased, ended, dated }: (typeof PERSONAL_DATA)[string]) => [
    ...rows.flatMap((finder: Finder) => {
      if ('account' in finder) return [finder.account];
      return 'address' in finder ? [finder.address, ...(finder.since ? [finder.since] : [])] : [finder.by];
    }),
    ...('without' in shown ? (shown.without ?? []) : []),
    ...(typeof erased === 'object' && 'blanked' in erased ? Object.keys(erased.blanked) : []),
    ...(ended ? ['status'] : []),
    ...(dated ? [dated] : []),
  ];
  const existing = new Set((await columns()).map(({ table, column }) => `${table}.${column}`));
  const wanted = Object.entries(PERSONAL_DATA).flatMap(([table, data]) => [
    ...named(data).map((column) => `${table}.${column}`),
    ...data.rows.flatMap((finder) => ('part' in finder ? [`${finder.part}.id`] : [])),
  ]);
  expect(wanted.filter((column) => !existing.has(column))).toEqual([]);
});

test('an export shows no column that is a hash, a secret, a token or bytes', async () => {
  const shown = (await columns()).filter(({ table, column, type }) => {
    const rule = PERSONAL_DATA[table]?.shown;
    if (!rule || 'never' in rule || rule.without?.includes(column)) return false;
    return type === 'bytea' || /hash|secret|sha256|(^|_)token$/.test(column);
  });
  expect(shown).toEqual([]);
});

test('what refers to rows that an erasure or their age deletes is deleted before them', async () => {
  const left = (await references()).filter(({ table, column, parent }) => {
    const deleted = PERSONAL_DATA[parent]?.erased === 'deleted' || RETENTION[parent]!.days !== null;
    return deleted && !(hasPart(table, parent, column) && PERSONAL_DATA[table]!.erased === 'deleted');
  });
  expect(left).toEqual([]);
});

test('every verb that the map names is one of the store', () => {
  const exported = storeFiles().flatMap(({ text }) =>
    [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name),
  );
  const named = Object.values(PERSONAL_DATA).flatMap(({ erased }) =>
    typeof erased === 'object' && 'by' in erased ? [erased.by] : [],
  );
  expect(named.filter((verb) => !exported.includes(verb))).toEqual([]);
});
