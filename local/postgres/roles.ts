import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { PACKAGE_ROOT } from '../../base/package-root';

/** Application role: reads and writes rows, but cannot change the schema or posted ledger entries. */
export const APP_ROLE = 'noi_app';
const OWNER_ROLE = 'noi_owner';

const SCRIPT = join(PACKAGE_ROOT, 'prisma', 'own-database.sql');

export interface DatabaseRoles {
  owner: string;
  application: string;
}

/**
 * Connection strings of the two roles on an embedded server. Their passwords are derived from the superuser's, so they
 * are not stored. Neither password reveals the other.
 */
export function rolesOf(superuserUrl: string): DatabaseRoles {
  const secret = new URL(superuserUrl).password || 'no password';
  const urlOf = (role: string) => {
    const url = new URL(superuserUrl);
    url.username = role;
    url.password = createHmac('sha256', secret).update(`password of ${role}`).digest('base64url');
    return url.href;
  };
  return { owner: urlOf(OWNER_ROLE), application: urlOf(APP_ROLE) };
}

/** Creates missing roles and makes the owner role own the database of this connection string. */
export async function ownDatabase(superuserUrl: string): Promise<DatabaseRoles> {
  const roles = rolesOf(superuserUrl);
  const passwordOf = (url: string) => new URL(url).password;
  await giveDatabase(superuserUrl, {
    owner: { role: OWNER_ROLE, password: passwordOf(roles.owner) },
    application: { role: APP_ROLE, password: passwordOf(roles.application) },
  });
  return roles;
}

export interface RoleAccess {
  role: string;
  password: string;
}

/** Creates missing roles, sets their passwords, and makes `owner` own the database of this connection string. */
export async function giveDatabase(
  superuserUrl: string,
  { owner, application }: { owner: RoleAccess; application: RoleAccess | null },
): Promise<void> {
  const settings = {
    'noi.owner_role': owner.role,
    'noi.owner_password': owner.password,
    'noi.app_role': application?.role ?? '',
    'noi.app_password': application?.password ?? '',
  };
  await asSuperuser(superuserUrl, async (client) => {
    for (const [name, value] of Object.entries(settings)) {
      await client.query('SELECT set_config($1, $2, false)', [name, value]);
    }
    await client.query(readFileSync(SCRIPT, 'utf8'));
  });
}

/** Creates a database if it is missing. Returns the superuser's connection string for this database. */
export async function createDatabase(superuserUrl: string, name: string): Promise<string> {
  await asSuperuser(superuserUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
  return Object.assign(new URL(superuserUrl), { pathname: `/${name}` }).href;
}

async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
