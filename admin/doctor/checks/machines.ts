import { LATE_BACKUP_MS, LATE_SEGMENT_MS } from '../../../modules/operations/conditions';
import { readServer, readStorage, type Storage } from '../../../modules/operations/store/storage';
import { listWorkers, type SeenWorker } from '../../../modules/operations/store/workers';
import { durationOf } from '../../print';
import { check, fail, ok, warn, combined, counted, type PartialFinding } from '../check';

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

/** The clocks of this machine, of the APIs and of every worker agree with the database's. */
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
      .map(({ identity, skewMs }) => ({ part: identity, ...judged(Math.abs(skewMs), identity, this.cure) }))
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

/** Half of the way to where the server stops accepting writes. */
const AGED_TRANSACTIONS = 1_000_000_000;

/** The database keeps up with its own dead rows and transaction ids; says how large it is, and with what. */
export const storage = check({
  name: 'storage',
  needs: ['database'],
  cure: 'Let the role read the statistics of PostgreSQL.',
  async run({ db }) {
    const state = await readStorage(db);
    const found = [];
    if (state.transactionAge > AGED_TRANSACTIONS) {
      const cure = 'End transactions that are open for days, then VACUUM FREEZE; see pg_stat_activity.';
      found.push(fail(`The oldest transaction id is ${state.transactionAge} old: writes stop at two billion.`, cure));
    }
    if (state.bloated.length > 0) {
      const cure = 'VACUUM these tables, and end transactions that are open for hours; see pg_stat_activity.';
      found.push(warn(`More rows dead than alive: ${state.bloated.join(', ')}.`, cure));
    }
    return found.length > 0 ? combined(found) : ok(sizesOf(state));
  },
});

/** The log of the database is archived, so that a restore loses seconds, and no earlier restore ends the next one. */
export const archive = check({
  name: 'archive',
  needs: ['database'],
  cure: 'Let the role read the statistics of PostgreSQL.',
  async run({ db, env }) {
    const { leftFromRestore } = await readServer(db);
    if (leftFromRestore.length > 0) {
      const left = `${leftFromRestore.join(', ')} is left from a restore: every later one would stop at that moment.`;
      return fail(
        left,
        'ALTER SYSTEM RESET it, reload, and take a new base backup (docs/runbook/restore.md#reset-the-recovery-settings).',
      );
    }
    const { mode, failing, archivedMs, backedUpMs } = (await readStorage(db)).archive;
    if (failing) {
      return fail('The last log segment could not be archived.', 'Fix archive_command: the disk fills until it works.');
    }
    if (mode !== 'off') {
      if ((archivedMs ?? Infinity) > LATE_SEGMENT_MS) {
        const since = archivedMs === null ? 'yet' : `for ${durationOf(archivedMs)}`;
        const cure = 'Set archive_timeout (60 s), and look at the log of PostgreSQL for its archiver.';
        return warn(`No segment of the log was archived ${since}: a lost disk costs all since then.`, cure);
      }
      if (backedUpMs === null) return ok('The log is archived; base backups are none of deploy/base-backup.sh.');
      const age = `The last base backup was begun ${durationOf(backedUpMs)} ago`;
      if (backedUpMs > LATE_BACKUP_MS) {
        return fail(`${age}, and one is due each day.`, 'Run deploy/base-backup.sh, and see why cron did not.');
      }
      return ok(`The log is archived. ${age}.`);
    }
    if (!env.PUBLIC_URL?.startsWith('https:')) return ok('The log is not archived; nothing here is public.');
    return warn(
      'The log is not archived: a restore loses all since the last base backup.',
      'Set archive_mode and archive_command (or a hosted database with point-in-time recovery).',
    );
  },
});

function sizesOf({ bytes, largest }: Storage): string {
  const parts = largest.map((one) => `${one.table} ${sizeOf(one.bytes)}`).join(', ');
  return `${sizeOf(bytes)} in all; largest: ${parts}.`;
}

function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power > 1 ? 1 : 0)} ${units[power]}`;
}

/** Three reports missed in a row. */
const SILENT_MS = 30_000;
/** A restart is over by then; work is stopped. */
const DEAD_MS = 90_000;
/** A process that is silent for this long was replaced, or the others are enough. */
const FORGOTTEN_MS = 10 * 60_000;

const CURE =
  'Start or restart it: docker compose up --detach --wait worker; a frozen one first: docker compose kill worker.';

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
  if (!newest)
    return fail(
      'No worker has ever reported: runs stay queued.',
      'Start one: docker compose up --detach --wait worker.',
    );
  const text = `No worker reports; the last was ${named(newest)}${newest.stoppedAt ? ', which was stopped' : ''}.`;
  return newest.lastSeenMs < DEAD_MS ? warn(text, CURE) : fail(text, CURE);
}

function named({ identity, lastSeenMs }: SeenWorker): string {
  return `${identity}, seen ${durationOf(lastSeenMs)} ago`;
}
