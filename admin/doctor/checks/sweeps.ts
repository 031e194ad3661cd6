import { SWEEPS } from '../../../domain/sweeps';
import { parseDuration } from '../../../platform/settings';
import { readSweeps } from '../../../store/sweeps/read-sweeps';
import { durationOf } from '../../print';
import { check, combined, ok, warn } from '../check';

const DEFAULT_INTERVAL = '5m';
/** Passes that may be missed, by a deploy for instance. */
const MISSED_PASSES = 3;

/** The worker's own sweep passes, and no item fails in it again and again. */
export const sweeps = check({
  name: 'sweeps',
  needs: ['database'],
  cure: 'Let SWEEP_INTERVAL be a duration such as 5m.',
  async run({ db, env }) {
    const states = await readSweeps(db);
    const upkeep = states.find(({ sweep }) => sweep === 'upkeep');
    const found = [];
    const lateAfterMs = MISSED_PASSES * parseDuration(env.SWEEP_INTERVAL || DEFAULT_INTERVAL) + 60_000;
    if (!upkeep) found.push(warn('No worker has swept yet.', 'Start a worker.'));
    else if (upkeep.lastCheckSeconds * 1_000 > lateAfterMs) {
      const late = `No worker has swept for ${durationOf(upkeep.lastCheckSeconds * 1_000)}.`;
      found.push(warn(late, 'Start a worker, or restart one whose log says loop-stalled.'));
    }
    for (const { sweep, failing, error } of states.filter((state) => state.failing > 0)) {
      const what = SWEEPS[sweep] ?? sweep;
      found.push(warn(`${what}: ${failing} fail again and again (${error}).`, 'See docs/runbook/sweep-failing.md.'));
    }
    return found.length > 0 ? combined(found) : ok(`Swept ${durationOf(upkeep!.lastCheckSeconds * 1_000)} ago.`);
  },
});
