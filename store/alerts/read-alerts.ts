import { alertTexts, isAlertName, type AlertChannel, type AlertInput, type AlertName } from '../../contracts/alerts';
import type { Database } from '../../prisma/client';
import { alertStates } from './alert-states';

/** A raised alert with its facts. */
export interface RaisedAlert {
  facts: Record<string, string>;
  raisedAt: Date;
  /** End of an episode; null while it lasts, and for alerts about one object. */
  clearedAt: Date | null;
}

/** An alert to deliver. */
export interface AlertToDeliver extends RaisedAlert {
  /** Channels that have still to take it; none where an earlier release raised it. */
  undelivered: AlertChannel[];
}

/** An alert as operators list it. */
export interface ListedAlert extends RaisedAlert {
  alert: AlertName;
  subject: string;
  /** `open` while its condition holds, `over` once it does not, `event` where there is no condition that can end. */
  state: 'open' | 'over' | 'event';
  severity: string;
  title: string;
  runbook: string;
}

/** Newest alerts that are searched for open ones. */
const LOOKED_THROUGH = 1_000;

/** A raised alert, or null. */
export async function findAlert(db: Database, { alert, subject }: AlertInput): Promise<AlertToDeliver | null> {
  const row = await db.prisma.alert.findUnique({ where: { alert_subject: { alert, subject } } });
  if (!row) return null;
  const { raisedAt, clearedAt } = row;
  const undelivered = row.undelivered as AlertChannel[];
  return { facts: row.facts as Record<string, string>, raisedAt, clearedAt, undelivered };
}

/** Newest alerts, at most `limit`; with `onlyOpen` those among the newest thousand that are still open. */
export async function listAlerts(db: Database, limit: number, onlyOpen = false): Promise<ListedAlert[]> {
  const rows = await db.prisma.alert.findMany({
    orderBy: [{ raisedAt: 'desc' }, { alert: 'asc' }, { subject: 'asc' }],
    take: onlyOpen ? LOOKED_THROUGH : limit,
  });
  const raised = rows.flatMap(({ alert, facts, ...row }) =>
    // A newer release can have raised one that this one does not know.
    isAlertName(alert) ? [{ ...row, alert, facts: facts as Record<string, string> }] : [],
  );
  const stateOf = await alertStates(db, raised);
  return raised
    .map((row): ListedAlert => {
      const { alert, subject, facts, raisedAt, clearedAt } = row;
      const { severity, title, runbook } = alertTexts(alert, facts);
      return { alert, subject, state: stateOf(row), severity, title, facts, raisedAt, clearedAt, runbook };
    })
    .filter(({ state }) => !onlyOpen || state === 'open')
    .slice(0, limit);
}
