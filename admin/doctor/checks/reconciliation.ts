import { MODES, type Mode } from '../../../contracts/access';
import { parseDuration } from '../../../platform/settings';
import { readBookmarks } from '../../../store/reconciliation/bookmarks';
import { findLastRun } from '../../../store/reconciliation/read-runs';
import { durationOf } from '../../print';
import { check, combined, ok, warn, type PartialFinding } from '../check';

const DEFAULT_INTERVAL = '1d';
const CURE = 'See the log of the worker, then admin reconcile.';

/** The payment provider's books were compared with ours, lately and in each mode that has a key. */
export const reconciliation = check({
  name: 'reconciliation',
  needs: ['database'],
  cure: 'Let RECONCILIATION_INTERVAL be a duration such as 1d.',
  async run({ db, env }) {
    const [bookmarks, last] = await Promise.all([readBookmarks(db), findLastRun(db)]);
    if (!last) return ok('No comparison with the payment provider’s books was due yet.');
    const found: PartialFinding[] = [];
    if (!last.complete) {
      const what =
        last.compared.length > 0 ? `only ${last.compared.join(' and ')} mode to its end` : 'nothing to its end';
      found.push(warn(`The last comparison with the payment provider’s books compared ${what}.`, CURE));
    }
    const lateAfterMs = 2 * parseDuration(env.RECONCILIATION_INTERVAL || DEFAULT_INTERVAL) + 3_600_000;
    const agesMs = new Map([...bookmarks].map(([mode, at]) => [mode, Date.now() - at.getTime()]));
    for (const mode of modesWithKey(env)) {
      const ageMs = agesMs.get(mode);
      if (ageMs === undefined) found.push(warn(`The books of ${mode} mode were never compared to their end.`, CURE));
      else if (ageMs > lateAfterMs)
        found.push(warn(`The books of ${mode} mode were not compared for ${durationOf(ageMs)}.`, CURE));
    }
    if (found.length > 0) return combined(found);
    const ages = [...agesMs].map(([mode, ageMs]) => `${mode} mode ${durationOf(ageMs)} ago`);
    return ok(`Books compared: ${ages.join(', ')}.`);
  },
});

function modesWithKey(env: NodeJS.ProcessEnv): Mode[] {
  return MODES.filter((mode) => Boolean(env[`STRIPE_SECRET_KEY_${mode.toUpperCase()}`]));
}
