import { readServer } from '../../../store/deployment/read-server';
import { check, fail, ok, warn } from '../check';

/** From here on short-lived links and signatures fail at their edges. */
const NOTICED_MS = 2_000;
/** From here on providers refuse our signatures, and we theirs (tolerance of five minutes). */
const REFUSED_MS = 60_000;

/** The clock of this machine agrees with the database's, which dates and ends everything. */
export const clock = check({
  name: 'clock',
  needs: ['database'],
  cure: 'Synchronize the clocks of all machines (NTP).',
  async run({ db }) {
    const before = Date.now();
    const { now } = await readServer(db);
    // The answer was made somewhere between the two readings.
    const after = Date.now();
    const skew = Math.round(Math.max(0, before - now, now - after));
    const text = `This machine and PostgreSQL differ by ${skew} ms.`;
    if (skew >= REFUSED_MS) return fail(text, this.cure);
    return skew >= NOTICED_MS ? warn(text, this.cure) : ok(text);
  },
});
