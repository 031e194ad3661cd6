import type { Database } from '../../../prisma/client';
import { alertTexts, isAlertName, type AlertName } from '../../alerts/contract';
import type { RaisedAlert } from '../../alerts/store/alerts';
import { erasedWithBalance } from '../../erasure/store/open-money';
import type { DisputeStatus } from '../../ledger/contract';
import { disputesWithMoneyLeft } from '../../ledger/store/disputes';
import { FAILURES_BEFORE_ALERT } from '../../outbox/sweeps';
import { UNDERWAY } from '../../payouts/rules';
import { UNSETTLED } from '../../reconciliation/rules';

/** An alert with the columns that decide whether it is open. */
interface AlertRecord {
  alert: AlertName;
  facts: Record<string, string>;
  seenAt: Date | null;
  clearedAt: Date | null;
}

/**
 * How to tell which alerts are open: the fact that holds the object's id, and a query for those of `ids` that still
 * need action.
 */
interface AlertObjects {
  fact: string;
  open(db: Database, ids: string[]): Promise<{ id: string }[]>;
}

const select = { id: true };
const breaks: AlertObjects = {
  fact: 'breakId',
  open: ({ prisma }, ids) =>
    prisma.reconciliationBreak.findMany({ where: { id: { in: ids }, status: { in: [...UNSETTLED] } }, select }),
};
const disputes = (status: DisputeStatus): AlertObjects => ({
  fact: 'disputeId',
  open: ({ prisma }, ids) => prisma.dispute.findMany({ where: { id: { in: ids }, status }, select }),
});
const withdrawals = (states: readonly string[]): AlertObjects => ({
  fact: 'withdrawalId',
  open: ({ prisma }, ids) =>
    prisma.withdrawal.findMany({ where: { id: { in: ids }, status: { in: [...states] } }, select }),
});

/** Objects that decide whether an alert is still open. All other alerts are events or episodes. */
const OBJECTS: Partial<Record<AlertName, AlertObjects>> = {
  'refund-failed': {
    fact: 'orderId',
    open: ({ prisma }, ids) => prisma.order.findMany({ where: { id: { in: ids }, status: 'refund_failed' }, select }),
  },
  'payment-unknown-order': breaks,
  'reconciliation-break': breaks,
  'withdrawal-stuck': withdrawals(UNDERWAY),
  'payout-review': withdrawals(['under_review']),
  'dispute-opened': disputes('open'),
  'dispute-evidence-due': disputes('open'),
  'inquiry-opened': disputes('inquiry'),
  'dispute-money-left': { fact: 'disputeId', open: ({ pool }, ids) => disputesWithMoneyLeft(pool, ids) },
  'agent-stopped': {
    fact: 'provider',
    open: async ({ prisma }, ids) => {
      const stops = await prisma.agentStop.findMany({ where: { provider: { in: ids }, endedAt: null } });
      return stops.map(({ provider }) => ({ id: provider }));
    },
  },
  'erased-balance': { fact: 'accountId', open: erasedWithBalance },
  'erasure-restored': {
    fact: 'accountId',
    open: ({ prisma }, ids) =>
      prisma.account.findMany({ where: { id: { in: ids }, status: { not: 'erased' } }, select }),
  },
  'erasure-stuck': {
    fact: 'accountId',
    open: async ({ prisma }, ids) => {
      const unfinished = await prisma.erasure.findMany({ where: { accountId: { in: ids }, completedAt: null } });
      return unfinished.map(({ accountId }) => ({ id: accountId }));
    },
  },
  'sweep-failing': {
    fact: 'sweep',
    open: async ({ prisma }, ids) => {
      const where = { sweep: { in: ids }, failures: { gte: FAILURES_BEFORE_ALERT } };
      const failing = await prisma.sweepLook.findMany({ where, distinct: ['sweep'], select: { sweep: true } });
      return failing.map(({ sweep }) => ({ id: sweep }));
    },
  },
};

/** Reads the objects of these alerts, with one query per kind, and returns each alert's state. */
export async function alertStates(
  db: Database,
  alerts: readonly AlertRecord[],
): Promise<(alert: AlertRecord) => 'open' | 'over' | 'event'> {
  const open = new Map<AlertName, Set<string>>();
  await Promise.all(
    (Object.entries(OBJECTS) as [AlertName, AlertObjects][]).map(async ([name, objects]) => {
      const ids = alerts.filter(({ alert }) => alert === name).map(({ facts }) => facts[objects.fact] ?? '');
      const found = ids.length > 0 ? await objects.open(db, [...new Set(ids)]) : [];
      open.set(name, new Set(found.map(({ id }) => id)));
    }),
  );
  return ({ alert, facts, seenAt, clearedAt }) => {
    const objects = OBJECTS[alert];
    if (seenAt !== null) return clearedAt === null ? 'open' : 'over';
    if (!objects) return 'event';
    return open.get(alert)!.has(facts[objects.fact] ?? '') ? 'open' : 'over';
  };
}

export interface ListedAlert extends RaisedAlert {
  alert: AlertName;
  subject: string;
  /** `open` while its condition holds, `over` afterwards, `event` if it has no condition that could end. */
  state: 'open' | 'over' | 'event';
  severity: string;
  title: string;
  runbook: string;
}

/** How many of the newest alerts we search for open ones. */
const LOOKED_THROUGH = 1_000;

/** Newest alerts, at most `limit`. With `onlyOpen`, only alerts that are still open, from among the newest thousand. */
export async function listAlerts(db: Database, limit: number, onlyOpen = false): Promise<ListedAlert[]> {
  const rows = await db.prisma.alert.findMany({
    orderBy: [{ raisedAt: 'desc' }, { alert: 'asc' }, { subject: 'asc' }],
    take: onlyOpen ? LOOKED_THROUGH : limit,
  });
  const raised = rows.flatMap(({ alert, facts, ...row }) =>
    // A newer release may have raised an alert that this release does not know.
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
