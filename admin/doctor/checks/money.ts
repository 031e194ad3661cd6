import { MODES, type Mode } from '../../../base/access';
import { listAlerts } from '../../../modules/operations/store/alert-states';
import { countOrders } from '../../../modules/orders/store/orders';
import { countWithdrawals } from '../../../modules/payouts/store/withdrawals';
import { countOpenBreaks } from '../../../modules/reconciliation/store/breaks';
import { readBookmarks, findLastRun } from '../../../modules/reconciliation/store/reconciliation';
import type { Database } from '../../../prisma/client';
import { durationOf } from '../../print';
import { check, combined, ok, warn, counted, type PartialFinding } from '../check';

/** Two missed daily reconciliations, plus an hour. */
const LATE_AFTER_MS = 2 * 86_400_000 + 3_600_000;
const CURE = 'Read the worker log, then run: admin reconcile';

/** Checks that every mode with a key was recently reconciled with the payment provider's books. */
export const reconciliation = check({
  name: 'reconciliation',
  needs: ['database'],
  async run({ db, env }) {
    const [bookmarks, last] = await Promise.all([readBookmarks(db), findLastRun(db)]);
    if (!last) return ok('No reconciliation with the payment provider has been due yet.');
    const found: PartialFinding[] = [];
    if (!last.complete) {
      const what = last.compared.length > 0 ? `only ${last.compared.join(' and ')} mode` : 'no mode';
      found.push(warn(`The last reconciliation was incomplete: ${what} was compared in full.`, CURE));
    }
    const agesMs = new Map([...bookmarks].map(([mode, at]) => [mode, Date.now() - at.getTime()]));
    for (const mode of modesWithKey(env)) {
      const ageMs = agesMs.get(mode);
      if (ageMs === undefined)
        found.push(
          warn(`${mode} mode has not been reconciled yet. It is reconciled within a day of setting its key.`, CURE),
        );
      else if (ageMs > LATE_AFTER_MS)
        found.push(warn(`${mode} mode has not been reconciled for ${durationOf(ageMs)}.`, CURE));
    }
    if (found.length > 0) return combined(found);
    const ages = [...agesMs].map(([mode, ageMs]) => `${mode} mode ${durationOf(ageMs)} ago`);
    return ok(`Last reconciled: ${ages.join(', ')}.`);
  },
});

function modesWithKey(env: NodeJS.ProcessEnv): Mode[] {
  return MODES.filter((mode) => Boolean(env[`STRIPE_SECRET_KEY_${mode.toUpperCase()}`]));
}

/** Work waiting for a person, and the commands for it. */
const WAITING: { what: string; count(db: Database): Promise<number>; cure: string }[] = [
  {
    what: 'Orders whose refund failed',
    count: (db) => countOrders(db, 'refund_failed'),
    cure: 'Run admin orders list --status refund_failed, then orders refund or settle.',
  },
  {
    what: 'Withdrawals under review',
    count: (db) => countWithdrawals(db, 'under_review'),
    cure: 'Run admin withdrawals list --status under_review, then approve or reject.',
  },
  {
    what: 'Open differences between the payment provider’s books and ours',
    count: countOpenBreaks,
    cure: 'Run admin reconcile.',
  },
];

export const money = check({
  name: 'money',
  needs: ['database'],
  async run({ db }) {
    const found = [];
    for (const { what, count, cure } of WAITING) {
      const waiting = await count(db);
      if (waiting > 0) found.push(warn(`${what}: ${waiting}.`, cure));
    }
    return found.length > 0 ? combined(found) : ok('No refund, withdrawal or difference waits for a person.');
  },
});

const SHOWN = 5;
const MOST = 100;

export const alerts = check({
  name: 'alerts',
  needs: ['database'],
  async run({ db }) {
    const open = await listAlerts(db, MOST, true);
    if (open.length === 0) return ok('No alert is open.');
    const shown = open.slice(0, SHOWN).map(({ title, severity }) => `${title} (${severity})`);
    const more = open.length > SHOWN ? `, and ${open.length - SHOWN} more` : '';
    const pages = [...new Set(open.slice(0, SHOWN).map(({ runbook }) => runbook))].join(', ');
    const text = `${counted(open.length, 'alert')} open: ${shown.join('; ')}${more}.`;
    return warn(text, `Follow ${pages}. To list all: admin alerts list --open`);
  },
});
