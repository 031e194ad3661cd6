import { listWorkers, type SeenWorker } from '../../../store/workers/list-workers';
import { durationOf } from '../../print';
import { check, counted, fail, ok, warn } from '../check';

/** Three reports missed in a row. */
const SILENT_MS = 30_000;
/** A restart is over by then; work is stopped. */
const DEAD_MS = 5 * 60_000;
/** A process that is silent for this long was replaced, or the others are enough. */
const FORGOTTEN_MS = 10 * 60_000;

const CURE = 'Start or restart the worker on that machine: a frozen process has to be killed first.';

/** Workers report that they live, every ten seconds: one that hangs or is frozen does not, though its connections stay. */
export const workers = check({
  name: 'workers',
  needs: ['database'],
  async run({ db }) {
    const known = (await listWorkers(db)).filter(({ role }) => role === 'worker');
    const unstopped = known.filter(({ stoppedAt }) => stoppedAt === null);
    const live = unstopped.filter(({ lastSeenMs }) => lastSeenMs < SILENT_MS);
    if (live.length === 0) return none(known[0]);
    const silent = unstopped.filter(({ lastSeenMs }) => lastSeenMs >= SILENT_MS && lastSeenMs < FORGOTTEN_MS);
    const builds = [...new Set(live.map(({ version, buildId }) => `${version}/${buildId}`))];
    const text = `${counted(live.length, 'worker')} live (${builds.join(', ')}).`;
    if (silent.length === 0) return ok(text);
    return warn(`${text} Silent: ${silent.map(named).join(', ')}.`, CURE);
  },
});

function none(newest: SeenWorker | undefined) {
  if (!newest) return fail('No worker has ever reported: runs stay queued.', 'Start a worker.');
  const text = `No worker reports; the last was ${named(newest)}${newest.stoppedAt ? ', which was stopped' : ''}.`;
  return newest.lastSeenMs < DEAD_MS ? warn(text, CURE) : fail(text, CURE);
}

function named({ identity, lastSeenMs }: SeenWorker): string {
  return `${identity}, seen ${durationOf(lastSeenMs)} ago`;
}
