import { RUN_QUEUE_EXPIRY_MS } from '../../../base/patience';
import { parseDuration } from '../../../base/settings';
import { readSweeps, readPastWait } from '../../../modules/operations/store/sweeps';
import { WAITING_NAMES, waitingOf, type WaitingName } from '../../../modules/operations/waiting';
import { COUNTED, readBacklog } from '../../../modules/outbox/store/outbox';
import { SWEEPS } from '../../../modules/outbox/sweeps';
import { readQueue } from '../../../modules/runs/store/figures';
import { isRunning } from '../../../vendors/temporal-client';
import { durationOf } from '../../print';
import { check, fail, ok, warn, combined, counted, type DoctorDeps, type PartialFinding } from '../check';

/** The relay polls every half second; this long means that it, or Temporal, does not work. */
const LATE_S = 60;
const STUCK_S = 600;

/** What was committed reaches Temporal. */
export const outbox = check({
  name: 'outbox',
  needs: ['database'],
  async run({ db }) {
    const { messages, oldestSeconds } = await readBacklog(db.pool);
    const many = messages < COUNTED ? messages : `About ${messages}`;
    if (oldestSeconds === null || oldestSeconds < LATE_S) return ok(`${many} messages wait for Temporal.`);
    const text = `${many} messages wait for Temporal, the oldest for ${durationOf(oldestSeconds * 1_000)}.`;
    const cure = 'Start a worker, whose relay delivers them; its log says why Temporal refuses them.';
    return oldestSeconds < STUCK_S ? warn(text, cure) : fail(text, cure);
  },
});

/** Runs are begun long before they expire. */
export const queue = check({
  name: 'queue',
  needs: ['database'],
  async run({ db }) {
    const { depth, oldestSeconds } = await readQueue(db, 1);
    const oldestMs = (oldestSeconds ?? 0) * 1_000;
    const text = `${depth} runs are queued${depth > 0 ? `, the oldest for ${durationOf(oldestMs)}` : ''}.`;
    const cure = 'Start more workers, or raise the agent provider’s limits; `admin queue` shows whose they are.';
    if (oldestMs > RUN_QUEUE_EXPIRY_MS) return fail(`${text} They expire unbegun.`, cure);
    return oldestMs > RUN_QUEUE_EXPIRY_MS / 4 ? warn(text, cure) : ok(text);
  },
});

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
      found.push(
        warn(`${what}: ${failing} fail again and again (${error}).`, 'See docs/runbook/runs.md#sweep-failing.'),
      );
    }
    return found.length > 0 ? combined(found) : ok(`Swept ${durationOf(upkeep!.lastCheckSeconds * 1_000)} ago.`);
  },
});

const ANSWER_WITHIN_MS = 5_000;
/** The sweep, which passes every few minutes, has had its turn by then. */
const SWEPT_WITHIN_MS = 15 * 60_000;
const LIMIT = 20;
const SHOWN = 3;

/** Nothing waits for a workflow that is gone: the sweep has taken up what did (docs/waiting.md). */
export const waiting = check({
  name: 'waiting',
  needs: ['database', 'namespace'],
  cure: 'Check the error of the database or of Temporal.',
  async run(deps) {
    const found = await Promise.all(WAITING_NAMES.map((name) => left(deps, name)));
    const wrong = found.filter((one) => one !== null);
    return wrong.length > 0 ? combined(wrong) : ok('Nothing waits for a workflow that is gone.');
  },
});

async function left({ db, temporal: client }: DoctorDeps, name: WaitingName): Promise<PartialFinding | null> {
  const rows = await readPastWait(db, name, { moreMs: SWEPT_WITHIN_MS, limit: LIMIT });
  const gone = await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
    Promise.all(
      rows.map(async (row) => (row.workflowId !== null && (await isRunning(client, row.workflowId)) ? null : row.id)),
    ),
  );
  const ids = gone.filter((id) => id !== null);
  if (ids.length === 0) return null;
  const { what, cure } = waitingOf(name);
  const more = ids.length > SHOWN ? ', …' : '';
  const noun = ids.length === LIMIT ? `${LIMIT} or more` : counted(ids.length, 'row');
  return warn(`${what}: ${noun} without a workflow (${ids.slice(0, SHOWN).join(', ')}${more}).`, cure);
}
