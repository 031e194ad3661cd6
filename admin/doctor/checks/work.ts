import { RUN_QUEUE_EXPIRY_MS } from '../../../base/work-limits';
import { parseDuration } from '../../../base/settings';
import { readSweeps, readPastWait } from '../../../modules/operations/store/sweeps';
import { WAITING_NAMES, waitingOf, type WaitingName } from '../../../modules/operations/waiting';
import { COUNTED, readBacklog } from '../../../modules/outbox/store/outbox';
import { SWEEPS } from '../../../modules/outbox/sweeps';
import { readQueue } from '../../../modules/runs/store/figures';
import { isRunning } from '../../../vendors/temporal-client';
import { durationOf } from '../../print';
import { check, fail, ok, warn, combined, counted, type DoctorDeps, type PartialFinding } from '../check';

/** The relay polls every half second. A delay above this means that the relay or Temporal is down. */
const LATE_S = 60;
const STUCK_S = 600;

/** Checks that committed messages reach Temporal. */
export const outbox = check({
  name: 'outbox',
  needs: ['database'],
  async run({ db }) {
    const { messages, oldestSeconds } = await readBacklog(db.pool);
    const many = messages < COUNTED ? messages : `About ${messages}`;
    if (oldestSeconds === null || oldestSeconds < LATE_S) return ok(`${many} messages wait for Temporal.`);
    const text = `${many} messages wait for Temporal, the oldest for ${durationOf(oldestSeconds * 1_000)}.`;
    const cure = 'Start a worker: its relay delivers them. If Temporal refuses them, the worker log says why.';
    return oldestSeconds < STUCK_S ? warn(text, cure) : fail(text, cure);
  },
});

/** Checks that queued runs start long before they expire. */
export const queue = check({
  name: 'queue',
  needs: ['database'],
  async run({ db }) {
    const { depth, oldestSeconds } = await readQueue(db, 1);
    const oldestMs = (oldestSeconds ?? 0) * 1_000;
    const text = `${depth} runs are queued${depth > 0 ? `, the oldest for ${durationOf(oldestMs)}` : ''}.`;
    const cure = 'Start more workers, or raise the agent provider’s limits. `admin queue` shows the accounts.';
    if (oldestMs > RUN_QUEUE_EXPIRY_MS) return fail(`${text} They will expire before they start.`, cure);
    return oldestMs > RUN_QUEUE_EXPIRY_MS / 4 ? warn(text, cure) : ok(text);
  },
});

const DEFAULT_INTERVAL = '5m';
/** During a deploy, the sweep may miss this many passes. */
const MISSED_PASSES = 3;

/** Checks that the worker's sweep runs on time, and that no item fails repeatedly. */
export const sweeps = check({
  name: 'sweeps',
  needs: ['database'],
  cure: 'Set SWEEP_INTERVAL to a duration such as 5m.',
  async run({ db, env }) {
    const states = await readSweeps(db);
    const upkeep = states.find(({ sweep }) => sweep === 'upkeep');
    const found = [];
    const lateAfterMs = MISSED_PASSES * parseDuration(env.SWEEP_INTERVAL || DEFAULT_INTERVAL) + 60_000;
    if (!upkeep) found.push(warn('No worker has run a sweep yet.', 'Start a worker.'));
    else if (upkeep.lastCheckSeconds * 1_000 > lateAfterMs) {
      const late = `No worker has run a sweep for ${durationOf(upkeep.lastCheckSeconds * 1_000)}.`;
      found.push(warn(late, 'Start a worker, or restart one that logs loop-stalled.'));
    }
    for (const { sweep, failing, error } of states.filter((state) => state.failing > 0)) {
      const what = SWEEPS[sweep] ?? sweep;
      found.push(warn(`${what}: ${failing} fail repeatedly (${error}).`, 'See docs/runbook/runs.md#sweep-failing.'));
    }
    return found.length > 0 ? combined(found) : ok(`Swept ${durationOf(upkeep!.lastCheckSeconds * 1_000)} ago.`);
  },
});

const ANSWER_WITHIN_MS = 5_000;
/** The sweep runs at least once within this time. */
const SWEPT_WITHIN_MS = 15 * 60_000;
const LIMIT = 20;
const SHOWN = 3;

/** Checks that no row still waits for a closed workflow, which the sweep should have restarted (docs/waiting.md). */
export const waiting = check({
  name: 'waiting',
  needs: ['database', 'namespace'],
  cure: 'Look up the error of the database or Temporal above.',
  async run(deps) {
    const found = await Promise.all(WAITING_NAMES.map((name) => left(deps, name)));
    const wrong = found.filter((one) => one !== null);
    return wrong.length > 0 ? combined(wrong) : ok('No row waits for a missing workflow.');
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
