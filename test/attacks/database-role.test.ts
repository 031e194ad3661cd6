import { Client } from 'pg';
import { APP_ROLE } from '../../local/postgres/roles';
import { recordAudit } from '../../modules/outbox/store/audit';
import { transaction } from '../../prisma/client';
import { grantToApplication } from '../../prisma/roles';
import { createContributor } from '../support/contributors';
import { checkLedger } from '../support/money-invariants';
import { useDatabase } from '../support/use';

let accountId: string;
const db = useDatabase();
beforeAll(async () => {
  ({ accountId } = await createContributor(db, { balance: 10_000 }));
  await transaction(db, (tx) => recordAudit(tx, { action: 'key.created', accountId, subject: 'key_1' }));
});

const INSUFFICIENT_PRIVILEGE = '42501';

test.each([
  'UPDATE ledger_entries SET amount = amount * 2',
  'DELETE FROM ledger_entries',
  "UPDATE audit_events SET actor = 'somebody else'",
  'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
  'DROP TRIGGER ledger_entries_stay ON ledger_entries',
  'ALTER TABLE ledger_entries OWNER TO CURRENT_USER',
  'DROP TABLE ledger_entries',
  'CREATE RULE swallow AS ON INSERT TO ledger_entries DO INSTEAD NOTHING',
  'CREATE TRIGGER swallow BEFORE INSERT ON orders EXECUTE FUNCTION refuse_change_of_ledger()',
  'CREATE OR REPLACE FUNCTION refuse_change_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  'DELETE FROM _prisma_migrations',
  'SET session_replication_role = replica',
  'ALTER ROLE noi_app SUPERUSER',
  "COPY runs TO PROGRAM 'true'",
])('denies the application’s role: %s', async (sql) => {
  const refused = await db.pool.query(sql).then(
    () => null,
    (error: Error & { code?: string }) => error,
  );
  expect({ code: refused?.code, message: refused?.message }).toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  await checkLedger(db);
});

// PostgreSQL only warns about this GRANT, so the test checks that it had no effect.
test('denies the application’s role any further grant', async () => {
  await db.pool.query(`GRANT UPDATE ON ledger_entries TO ${APP_ROLE}`).catch(() => undefined);
  await expect(db.pool.query('UPDATE ledger_entries SET amount = 0')).rejects.toThrow('permission denied');
});

test('rejects an unbalanced transaction behind a temporary table that shadows the ledger', async () => {
  const enter = transaction(db, async (tx) => {
    await tx.query({ text: 'CREATE TEMPORARY TABLE ledger_entries (LIKE public.ledger_entries)' });
    const { rows } = await tx.query<{ id: string }>({
      text: `INSERT INTO ledger_transactions (cause, account_id, mode, currency) VALUES ($1, $2, 'live', 'usd') RETURNING id`,
      values: ['test:shadowed', accountId],
    });
    await tx.query({
      text: `INSERT INTO pg_temp.ledger_entries (transaction_id, account, amount) VALUES ($1, 'available', 0)`,
      values: [rows[0]!.id],
    });
    await tx.query({
      text: `INSERT INTO public.ledger_entries (transaction_id, account, amount) VALUES ($1, 'available', 1000000)`,
      values: [rows[0]!.id],
    });
  });
  await expect(enter).rejects.toThrow('does not sum to zero');
  await checkLedger(db);
});

test.each([
  ['postgres', 'SUPERUSER'],
  ['noi_owner', 'owns the tables'],
  ['nobody_here', 'there is no role'],
])('refuses %s as the application’s role: %s', async (role, says) => {
  const client = new Client({ connectionString: db.ownerUrl });
  await client.connect();
  await expect(grantToApplication(client, role).finally(() => client.end())).rejects.toThrow(says);
});
