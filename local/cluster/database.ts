import { readFileSync } from 'node:fs';
import { createDatabase, giveDatabase } from '../postgres/roles';
import { composeService, type ComposeValues } from './compose';

/** A line such as `database noi noi_owner "$OWNER_PASSWORD" noi_app "$APP_PASSWORD"`. */
const DATABASE = /^database (\w+) (\w+) "\$(\w+)" (?:(\w+) "\$(\w+)"|'' '')$/gm;

/**
 * Creates the databases and roles that deploy/setup-databases.sh creates, with the passwords that docker-compose.yml
 * gives it. The script itself needs psql, which the embedded PostgreSQL does not have.
 *
 * @throws Error if the script does not list its databases as expected
 */
export async function setUpDatabases(superuserUrl: string, values: ComposeValues): Promise<void> {
  const { script, environment } = composeService('databases', values);
  const lines = [...readFileSync(script!, 'utf8').matchAll(DATABASE)];
  if (lines.length === 0) throw new Error('deploy/setup-databases.sh names no database');
  const access = (role: string, password: string) => ({ role, password: environment[password]! });
  for (const [, name, owner, password, app, appPassword] of lines) {
    await giveDatabase(await createDatabase(superuserUrl, name!), {
      owner: access(owner!, password!),
      application: app ? access(app, appPassword!) : null,
    });
  }
}
