import { readRoleState } from '../../../prisma/role-state';
import { check, combined, fail, ok, warn } from '../check';

const GRANT = 'Migrate again with DATABASE_APP_ROLE set to this role, which renews its privileges.';
const SHOWN = 12;

/** The role of DATABASE_URL may do what the application does, and cannot rewrite the books or the audit log. */
export const role = check({
  name: 'database-role',
  needs: ['database'],
  cure: GRANT,
  async run({ db }) {
    const { name, isMighty, lacking, excess } = await readRoleState(db);
    if (isMighty) {
      const cure = 'Let DATABASE_URL name a role of its own (noi_app), and give the owner to migrations only.';
      return warn(`${name} owns the tables or may do anything: books and audit log can be rewritten.`, cure);
    }
    const found = [];
    if (lacking.length > 0) found.push(fail(`${name} lacks ${lacking.slice(0, SHOWN).join(', ')}.`, GRANT));
    if (excess.length > 0) found.push(warn(`${name} should not have ${excess.slice(0, SHOWN).join(', ')}.`, GRANT));
    return found.length > 0 ? combined(found) : ok(`${name} has the privileges of the application, and no others.`);
  },
});
