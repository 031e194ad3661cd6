import { readServer } from '../../../store/deployment/read-server';
import { listWorkers } from '../../../store/workers/list-workers';
import { check, fail, ok, warn, type PartialFinding } from '../check';

/** From here on short-lived links and signatures fail at their edges. */
const NOTICED_MS = 2_000;
/** From here on providers refuse our signatures, and we theirs (tolerance of five minutes). */
const REFUSED_MS = 60_000;

/** Report of a worker that still says something of its clock. */
const RECENT_MS = 60_000;

/** APIs behind a proxy answer in turn. */
const QUESTIONS = 4;
const ANSWER_WITHIN_MS = 2_000;
/** An answer has its time in whole seconds, which Node reads once in a second. */
const RESOLUTION_MS = 2_000;

/**
 * The clocks of this machine, of the APIs that answer at PUBLIC_URL and of every worker agree with the database's, which
 * dates and ends everything.
 */
export const clock = check({
  name: 'clock',
  needs: ['database'],
  cure: 'Synchronize the clocks of all machines (NTP).',
  async run({ db, env }) {
    const before = Date.now();
    const { now } = await readServer(db);
    // The answer was made somewhere between the two readings.
    const after = Date.now();
    const own = judged(Math.max(0, before - now, now - after), 'This machine', this.cure);
    const others = (await listWorkers(db)).filter(({ lastSeenMs, stoppedAt }) => !stoppedAt && lastSeenMs < RECENT_MS);
    const wrong = others
      .map(({ identity, skewMs }) => ({ part: identity, ...judged(Math.abs(skewMs ?? 0), identity, this.cure) }))
      .filter(({ status }) => status !== 'ok');
    const apiMs = env.PUBLIC_URL ? await apiSkew(env.PUBLIC_URL) : 0;
    const api = { part: 'api', ...judged(apiMs, 'An API', this.cure, 'this machine') };
    return [own, ...(api.status === 'ok' ? [] : [api]), ...wrong];
  },
});

/** Longest time by which an answering API and this machine differ; one that does not answer is another check's. */
async function apiSkew(url: string): Promise<number> {
  const differences = Array.from({ length: QUESTIONS }, async () => {
    const before = Date.now();
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(`${url}/health/ready`, { signal }).catch(() => null);
    const told = Date.parse(answer?.headers.get('date') ?? '');
    if (Number.isNaN(told)) return 0;
    return Math.max(0, before - (told + RESOLUTION_MS), told - Date.now());
  });
  return Math.max(...(await Promise.all(differences)));
}

function judged(differenceMs: number, whose: string, cure: string, from = 'PostgreSQL'): PartialFinding {
  const text = `${whose} and ${from} differ by ${Math.round(differenceMs)} ms.`;
  if (differenceMs >= REFUSED_MS) return fail(text, cure);
  return differenceMs >= NOTICED_MS ? warn(text, cure) : ok(text);
}
