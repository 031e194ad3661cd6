import { readServer } from '../../../store/deployment/read-server';
import { listWorkers } from '../../../store/workers/list-workers';
import { check, fail, ok, warn, type PartialFinding } from '../check';

/** From here on short-lived links and signatures fail at their edges. */
const NOTICED_MS = 2_000;
/** From here on providers refuse our signatures, and we theirs (tolerance of five minutes). */
const REFUSED_MS = 60_000;

/** Report of a worker that still says something of its clock. */
const RECENT_MS = 60_000;

/** The clocks of this machine and of every worker agree with the database's, which dates and ends everything. */
export const clock = check({
  name: 'clock',
  needs: ['database'],
  cure: 'Synchronize the clocks of all machines (NTP).',
  async run({ db }) {
    const before = Date.now();
    const { now } = await readServer(db);
    // The answer was made somewhere between the two readings.
    const after = Date.now();
    const own = judged(Math.max(0, before - now, now - after), 'This machine', this.cure);
    const others = (await listWorkers(db)).filter(({ lastSeenMs, stoppedAt }) => !stoppedAt && lastSeenMs < RECENT_MS);
    const wrong = others
      .map(({ identity, skewMs }) => ({ part: identity, ...judged(Math.abs(skewMs ?? 0), identity, this.cure) }))
      .filter(({ status }) => status !== 'ok');
    return [own, ...wrong];
  },
});

function judged(differenceMs: number, whose: string, cure: string): PartialFinding {
  const text = `${whose} and PostgreSQL differ by ${Math.round(differenceMs)} ms.`;
  if (differenceMs >= REFUSED_MS) return fail(text, cure);
  return differenceMs >= NOTICED_MS ? warn(text, cure) : ok(text);
}
