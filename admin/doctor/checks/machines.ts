import { LATE_BACKUP_MS, LATE_SEGMENT_MS } from '../../../modules/operations/conditions';
import { readServer, readStorage, type Storage } from '../../../modules/operations/store/storage';
import { listWorkers, type SeenWorker } from '../../../modules/operations/store/workers';
import { durationOf } from '../../print';
import { check, fail, ok, warn, combined, counted, type PartialFinding } from '../check';

/** Beyond this clock difference, short-lived links and signatures can expire early or become valid late. */
const NOTICED_MS = 2_000;
/** The check fails well below five minutes, the difference at which providers and this product refuse signatures. */
const REFUSED_MS = 60_000;

/** Older worker reports do not show the worker's current clock. */
const RECENT_MS = 60_000;

/** Number of requests, which a load balancer spreads across the API instances. */
const QUESTIONS = 4;
const ANSWER_WITHIN_MS = 2_000;
/** The Date header has a resolution of one second, and Node refreshes it once a second. */
const RESOLUTION_MS = 2_000;

/** Checks that the clocks of this machine, the APIs and all workers agree with the database. */
export const clock = check({
  name: 'clock',
  needs: ['database'],
  cure: 'Synchronize the clocks of all machines (NTP).',
  async run({ db, env }) {
    const before = Date.now();
    const { now } = await readServer(db);
    // The database read its clock between `before` and `after`.
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

/** Largest clock difference between an API instance and this machine. Skips instances that do not answer. */
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

/** PostgreSQL stops accepting writes at twice this age. */
const AGED_TRANSACTIONS = 1_000_000_000;

/** Checks that vacuum keeps up with dead rows and transaction ids. Reports the sizes of the largest tables. */
export const storage = check({
  name: 'storage',
  needs: ['database'],
  cure: 'Allow the role to read the statistics of PostgreSQL.',
  async run({ db }) {
    const state = await readStorage(db);
    const found = [];
    if (state.transactionAge > AGED_TRANSACTIONS) {
      const cure = 'End transactions that have been open for days (pg_stat_activity), then VACUUM FREEZE.';
      found.push(fail(`The oldest transaction id has age ${state.transactionAge}: writes stop at two billion.`, cure));
    }
    if (state.bloated.length > 0) {
      const cure = 'VACUUM these tables, and end transactions that have been open for hours (pg_stat_activity).';
      found.push(warn(`More dead rows than live ones: ${state.bloated.join(', ')}.`, cure));
    }
    return found.length > 0 ? combined(found) : ok(sizesOf(state));
  },
});

/** Checks that WAL archiving works, and that no recovery target is left over from an earlier restore. */
export const archive = check({
  name: 'archive',
  needs: ['database'],
  cure: 'Allow the role to read the statistics of PostgreSQL.',
  async run({ db, env }) {
    const { leftFromRestore } = await readServer(db);
    if (leftFromRestore.length > 0) {
      const left = `${leftFromRestore.join(', ')} is left over from a restore: later restores would stop at that point.`;
      return fail(
        left,
        'ALTER SYSTEM RESET it, reload, and take a new base backup (docs/runbook/restore.md#reset-the-recovery-settings).',
      );
    }
    const { mode, failing, archivedMs, backedUpMs } = (await readStorage(db)).archive;
    if (failing) {
      return fail(
        'The last WAL segment could not be archived.',
        'Fix archive_command: the disk fills up until it works.',
      );
    }
    if (mode !== 'off') {
      if ((archivedMs ?? Infinity) > LATE_SEGMENT_MS) {
        const since = archivedMs === null ? 'yet' : `for ${durationOf(archivedMs)}`;
        const cure = 'Set archive_timeout (60 s), and look for archiver errors in the PostgreSQL log.';
        return warn(`No WAL segment was archived ${since}: if the disk is lost, all later data is lost too.`, cure);
      }
      if (backedUpMs === null) return ok('WAL is archived. No base backup by deploy/base-backup.sh was found.');
      const age = `The last base backup started ${durationOf(backedUpMs)} ago`;
      if (backedUpMs > LATE_BACKUP_MS) {
        return fail(`${age}, and one is due each day.`, 'Run deploy/base-backup.sh, and find out why cron did not.');
      }
      return ok(`WAL is archived. ${age}.`);
    }
    if (!env.PUBLIC_URL?.startsWith('https:')) return ok('WAL is not archived; this deployment is not public.');
    return warn(
      'WAL is not archived: a restore loses all data since the last base backup.',
      'Set archive_mode and archive_command, or use a hosted database with point-in-time recovery.',
    );
  },
});

function sizesOf({ bytes, largest }: Storage): string {
  const parts = largest.map((one) => `${one.table} ${sizeOf(one.bytes)}`).join(', ');
  return `${sizeOf(bytes)} in total; largest: ${parts}.`;
}

function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power > 1 ? 1 : 0)} ${units[power]}`;
}

/** A worker counts as silent after three missed reports. */
const SILENT_MS = 30_000;
/** If no worker reports for this long, work has stopped, because even a restart takes less time. */
const DEAD_MS = 90_000;
/** A worker that is silent for this long was replaced or is no longer needed. */
const FORGOTTEN_MS = 10 * 60_000;

const CURE =
  'Start or restart it: docker compose up --detach --wait worker. If it is frozen, first: docker compose kill worker.';

/** Checks the workers' reports, due every ten seconds. A frozen worker keeps its connections but does not report. */
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
  const text = `No worker reports. The last one was ${named(newest)}${newest.stoppedAt ? ', which was stopped' : ''}.`;
  return newest.lastSeenMs < DEAD_MS ? warn(text, CURE) : fail(text, CURE);
}

function named({ identity, lastSeenMs }: SeenWorker): string {
  return `${identity}, seen ${durationOf(lastSeenMs)} ago`;
}
