import { secretVersions } from '../../secrets';
import { check, counted, fail, ok } from '../check';

/** Every version of a secret that something in the database needs is in the settings. */
export const secrets = check({
  name: 'secrets',
  needs: ['database'],
  cure: 'Correct TOKEN_SECRET or WEBHOOK_SECRET_KEY.',
  async run({ db, env }) {
    const versions = await secretVersions(db, env);
    const missing = versions.filter(({ state }) => state === 'missing');
    if (missing.length === 0) return ok(`${counted(versions.length, 'version')} of secrets, none missing.`);
    const named = missing.map(({ setting, keyId }) => `${setting} ${keyId}`).join(', ');
    const cure = 'Add the old secret at the end of its list everywhere; `admin secrets list` shows what needs it.';
    return fail(`Needed and not in these settings: ${named}. What needs it waits.`, cure);
  },
});
