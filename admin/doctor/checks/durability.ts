import { readServer } from '../../../store/deployment/read-server';
import { check, fail, ok } from '../check';

/** PostgreSQL keeps what it committed through a crash. */
export const durability = check({
  name: 'durability',
  needs: ['database'],
  cure: 'Let the role read the settings of PostgreSQL.',
  async run({ db }) {
    const { unsafe } = await readServer(db);
    if (unsafe.length === 0) return ok('A commit survives a crash of the server.');
    const off = unsafe.join(', ');
    return fail(`A crash of the server can lose what it committed: ${off} is off.`, `Set ${off} to on.`);
  },
});
