import { parseDuration } from '../../../platform/settings';
import { readQueue } from '../../../store/runs/read-queue';
import { durationOf } from '../../print';
import { check, fail, ok, warn } from '../check';

const DEFAULT_EXPIRY = '1h';

/** Runs are begun long before they expire. */
export const queue = check({
  name: 'queue',
  needs: ['database'],
  cure: 'Let RUN_QUEUE_EXPIRY be a duration such as 1h.',
  async run({ db, env }) {
    const { depth, oldestSeconds } = await readQueue(db, 1);
    const expiryMs = parseDuration(env.RUN_QUEUE_EXPIRY || DEFAULT_EXPIRY);
    const oldestMs = (oldestSeconds ?? 0) * 1_000;
    const text = `${depth} runs are queued${depth > 0 ? `, the oldest for ${durationOf(oldestMs)}` : ''}.`;
    const cure = 'Start more workers, or raise MAX_CONCURRENT_SESSIONS; `admin queue` shows whose they are.';
    if (oldestMs > expiryMs) return fail(`${text} They expire unbegun.`, cure);
    return oldestMs > expiryMs / 4 ? warn(text, cure) : ok(text);
  },
});
