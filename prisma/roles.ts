import type { Client } from 'pg';
import type { Database } from './client';

/** Append-only ledger tables: the application can insert and read rows, but not change them. */
const APPEND_ONLY = ['ledger_transactions', 'ledger_entries'];
/** Tables whose rows never change until their retention ends. The application cannot alter their trigger. */
const NEVER_UPDATED = ['audit_events'];
/** Record of applied migrations, written only by migrations. */
export const MIGRATIONS = '_prisma_migrations';
/** Written only by migrations. If the identity changed, every object at the payment provider would look foreign. */
export const DEPLOYMENT = 'deployment';

/**
 * Grants the application's role exactly the privileges that it needs. The role can work with rows, but cannot change
 * the ledger, migrations or the schema. Idempotent.
 * @throws Error if the role is unknown, a superuser, or the owner itself
 */
export async function grantToApplication(owner: Client, role: string): Promise<void> {
  await refuseUnfit(owner, role);
  const app = owner.escapeIdentifier(role);
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const tables = rows.map(({ name }) => name);
  const known = (names: string[]) => names.filter((name) => tables.includes(name)).map((name) => `"${name}"`);
  const revoke = (verbs: string, names: string[]) =>
    names.length > 0 ? [`REVOKE ${verbs} ON ${names.join(', ')} FROM ${app}`] : [];
  const rowVerbs = 'SELECT, INSERT, UPDATE, DELETE';
  // Sent as one transaction, so that concurrent work never lacks a privilege.
  const statements = [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    `REVOKE ALL ON SCHEMA public FROM ${app}`,
    `GRANT USAGE ON SCHEMA public TO ${app}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${app}`,
    `GRANT ${rowVerbs} ON ALL TABLES IN SCHEMA public TO ${app}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${app}`,
    ...revoke('UPDATE, DELETE', known(APPEND_ONLY)),
    ...revoke('UPDATE', known(NEVER_UPDATED)),
    ...revoke('INSERT, UPDATE, DELETE', known([MIGRATIONS, DEPLOYMENT])),
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${rowVerbs} ON TABLES TO ${app}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${app}`,
  ];
  await owner.query(statements.join(';\n'));
}

async function refuseUnfit(owner: Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ isOwner: boolean; isPrivileged: boolean }>({
    text: `SELECT pg_has_role(rolname, current_user, 'MEMBER') AS "isOwner",
                  rolsuper OR rolcreaterole OR rolbypassrls OR rolreplication AS "isPrivileged"
           FROM pg_roles WHERE rolname = $1`,
    values: [role],
  });
  const found = rows[0];
  if (!found) throw new Error(`DATABASE_APP_ROLE: there is no role ${role}; create it with LOGIN and a password first`);
  if (found.isPrivileged)
    throw new Error(`DATABASE_APP_ROLE: ${role} has SUPERUSER, CREATEROLE, BYPASSRLS or REPLICATION: remove it`);
  if (found.isOwner) {
    throw new Error(`DATABASE_APP_ROLE: ${role} owns the tables; migrate as another role with MIGRATION_DATABASE_URL`);
  }
}

/** Privileges of the connected role, compared with those that `grantToApplication` grants. */
export interface RoleState {
  name: string;
  /** True if the role is a superuser or owns the tables. Its privileges then cannot be limited. */
  isPrivileged: boolean;
  /** Privileges that the application needs and lacks, such as `UPDATE of runs`. */
  lacking: string[];
  /** Privileges that the application should not have. */
  excess: string[];
}

/** Reads the connected role's privileges on every table. */
export async function readRoleState(db: Database): Promise<RoleState> {
  const { rows: roles } = await db.pool.query<{ name: string; isPrivileged: boolean }>(
    `SELECT current_user::text AS name,
            rolsuper OR EXISTS (SELECT 1 FROM pg_class
              WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_has_role(relowner, 'MEMBER'))
            AS "isPrivileged"
     FROM pg_roles WHERE rolname = current_user`,
  );
  const { rows } = await db.pool.query<{ table: string; verb: string; allowed: boolean }>(
    `SELECT relname AS table, verb, has_table_privilege(pg_class.oid, verb) AS allowed
     FROM pg_class, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS verb
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1, 2`,
  );
  const wrong = (wanted: boolean) =>
    rows
      .filter(({ table, verb, allowed }) => isNeeded(table, verb) === wanted && allowed !== wanted)
      .map(({ table, verb }) => `${verb} of ${table}`);
  return { ...roles[0]!, lacking: wrong(true), excess: wrong(false) };
}

function isNeeded(table: string, verb: string): boolean {
  if (verb === 'SELECT') return true;
  if (verb === 'TRUNCATE' || [MIGRATIONS, DEPLOYMENT].includes(table)) return false;
  if (APPEND_ONLY.includes(table)) return verb === 'INSERT';
  return verb !== 'UPDATE' || !NEVER_UPDATED.includes(table);
}
