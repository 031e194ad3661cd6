import { COUNTED, readBacklog } from '../../../store/outbox/read-backlog';
import { durationOf } from '../../print';
import { check, fail, ok, warn } from '../check';

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
