import { listAlerts } from '../../../store/alerts/read-alerts';
import { check, counted, ok, warn } from '../check';

const SHOWN = 5;
const MOST = 100;

/** No alert is open. */
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
    return warn(text, `Follow ${pages}; all of them: admin alerts list --open.`);
  },
});
