import type { Database } from './client';
import { APPEND_ONLY, DEPLOYMENT, MIGRATIONS, NEVER_UPDATED } from './roles';

/** What the role of a connection may do, compared with `grantToApplication`. */
export interface RoleState {
  name: string;
  /** May do anything, or owns the tables: nothing can be kept from it. */
  isMighty: boolean;
  /** Privileges that the application needs and lacks, such as `UPDATE of runs`. */
  lacking: string[];
  /** Privileges that it should not have. */
  excess: string[];
}

/** Reads the privileges of the role that is connected, on every table. */
export async function readRoleState(db: Database): Promise<RoleState> {
  const { rows: roles } = await db.pool.query<{ name: string; isMighty: boolean }>(
    `SELECT current_user::text AS name,
            rolsuper OR EXISTS (SELECT 1 FROM pg_class
              WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_has_role(relowner, 'MEMBER'))
            AS "isMighty"
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
