import { check, ok, warn } from '../check';
import { countWriters } from '../../../store/usage/count-writers';

/** Processes that counted requests within it answer now, or did before the last deploy. */
const RECENT_MS = 600_000;

const inProcesses = (count: number) => `${count} process${count === 1 ? '' : 'es'}`;

/** Rate limits are counted once for all processes of the API. */
export const limits = check({
  name: 'limits',
  needs: ['database'],
  cure: 'Set RATE_LIMIT_STORE=postgres for every API process.',
  async run({ db, env }) {
    const isPublic = env.PUBLIC_URL?.startsWith('https:') ?? false;
    const store = env.RATE_LIMIT_STORE ?? (isPublic ? 'postgres' : 'memory');
    const by = env.RATE_LIMIT_STORE ? 'RATE_LIMIT_STORE' : 'default';
    if (store === 'postgres') return ok(`Limits are counted in PostgreSQL for all processes together, by ${by}.`);
    const processes = await countWriters(db, RECENT_MS);
    const counting = `Limits are counted in the memory of each API process, by ${by}`;
    if (processes < 2 && !isPublic) return ok(`${counting}; ${inProcesses(processes)} answered lately.`);
    return warn(
      `${counting}: ${inProcesses(processes)} answered within ten minutes, and with several each caller has that many times its limit.`,
      this.cure,
    );
  },
});
