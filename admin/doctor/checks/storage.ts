import { readServer } from '../../../store/deployment/read-server';
import { readStorage, type Storage } from '../../../store/deployment/read-storage';
import { durationOf } from '../../print';
import { check, combined, fail, ok, warn } from '../check';

/** Half of the way to where the server stops accepting writes. */
const AGED_TRANSACTIONS = 1_000_000_000;

/** Segments are archived each minute, because workers write every ten seconds. */
const LATE_SEGMENT_MS = 15 * 60_000;
/** A copy is made each day, and takes its time. */
const LATE_BACKUP_MS = 30 * 3_600_000;

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
      return fail(left, 'ALTER SYSTEM RESET it, reload, and take a base backup anew (docs/runbook/restore.md).');
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
