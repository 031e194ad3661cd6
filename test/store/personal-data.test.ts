import { listAuditEvents, recordAudit } from '../../modules/outbox/store/audit';
import { RETENTION, PERSONAL_DATA } from '../../modules/retention/rules';
import { CONTENT_OF_RUN } from '../../modules/runs/store/delete';
import { transaction } from '../../prisma/client';
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

// Columns that identify a person, or hold an email address, an IP address or free text from a person.
const NAMES_A_PERSON =
  /(^|_)(account|customer|contributor|buyer|order|payment|run|scan|api_key|webhook|withdrawal)_id$|e?mail$|address|(^|_)ip(_|$)|browser|lane|subject|message|^(note|reason|title|idea|input|metadata|description|summary|url)$|_(note|reason|url)$/;

test('every table with personal data, or with a reference to one, is in the map', async () => {
  const personal = (await columns()).filter(({ column }) => NAMES_A_PERSON.test(column));
  const forgotten = personal.filter(({ table }) => !(table in PERSONAL_DATA));
  expect(forgotten).toEqual([]);
  const referring = (await references()).filter(({ parent }) => parent in PERSONAL_DATA);
  expect(referring.filter(({ table }) => !(table in PERSONAL_DATA))).toEqual([]);
});

test('deleting a run deletes its content from every table', () => {
  const ofRuns = Object.keys(PERSONAL_DATA).filter(
    (table) => hasPart(table, 'runs', 'run_id') && PERSONAL_DATA[table]!.erased === 'deleted',
  );
  // Candidates are blanked, not deleted, because their rows hold costs.
  expect([...CONTENT_OF_RUN, 'candidates'].sort()).toEqual([...ofRuns, 'run_labels'].sort());
});

test('an export contains no hash, secret, token or bytes', async () => {
  const shown = (await columns()).filter(({ table, column, type }) => {
    const rule = PERSONAL_DATA[table]?.shown;
    if (!rule || 'never' in rule || rule.without?.includes(column)) return false;
    return type === 'bytea' || /hash|secret|sha256|(^|_)token$/.test(column);
  });
  expect(shown).toEqual([]);
});

test('rows that refer to deleted ones are deleted before them', async () => {
  const left = (await references()).filter(({ table, column, parent }) => {
    const deleted = PERSONAL_DATA[parent]?.erased === 'deleted' || RETENTION[parent]!.days !== null;
    return deleted && !(hasPart(table, parent, column) && PERSONAL_DATA[table]!.erased === 'deleted');
  });
  expect(left).toEqual([]);
});

test('the audit log keeps only declared fields, and blanks addresses in reasons', async () => {
  await transaction(db, (tx) =>
    recordAudit(tx, {
      action: 'key.rotated',
      accountId: 'acc_fields',
      reason: 'mail of <ann@example.com>, and "bob@example.org" too',
      before: { hash: 'c2VjcmV0', apiKey: 'noi_live_secret' },
      after: { replacedBy: 'key_2', secret: 'noi_live_secret' },
    }),
  );
  expect(await listAuditEvents(db, 1, 'acc_fields')).toMatchObject([
    { reason: 'mail of <[address]>, and "[address]" too', before: null, after: { replacedBy: 'key_2' } },
  ]);
});
