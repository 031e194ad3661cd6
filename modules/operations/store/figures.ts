import type { Sample } from '../../../base/metrics';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { ALERTS } from '../../alerts/contract';
import { REFUND_OBJECT_STATUSES } from '../../ledger/contract';
import { ORDER } from '../../orders/rules';
import { readBacklog } from '../../outbox/store/outbox';
import { SWEEPS } from '../../outbox/sweeps';
import { WITHDRAWAL } from '../../payouts/rules';
import { UNSETTLED } from '../../reconciliation/rules';
import { RUN_KIND_NAMES } from '../../run-kinds/contract';
import { RUN } from '../../run-kinds/rules';
import { DELIVERY } from '../../webhooks/rules';
import { OBJECTIVE_DAYS, SETTLED_WITHIN_MS, type ObjectiveName } from '../objectives';
import { SESSION_WITHIN } from './sessions';
import { readArchive } from './storage';

const MICROS = 1_000_000;
const CENTS = 100;

/** SQL: age of a time in seconds; 0 if the time is null. */
const ageOf = (time: string) => `GREATEST(COALESCE(extract(epoch FROM clock_timestamp() - ${time}), 0), 0)::float8`;

/**
 * Reads the figures for operators (docs/operations.md, Metrics) from totals and indexes of unfinished work, so that the
 * cost does not grow with history. Every process reads the same values. Missing values are 0.
 */
export function readFigures(db: Database): Promise<Sample[]> {
  return transaction(db, async (tx) => {
    const parts = [
      readRuns,
      readOutbox,
      readSessions,
      readBreaks,
      readBookmarks,
      readPasses,
      readBeat,
      readBackups,
      readTotals,
    ];
    return (await Promise.all(parts.map((part) => part(tx)))).flat();
  });
}

async function readRuns(tx: Queryable): Promise<Sample[]> {
  const { rows } = await tx.query<Record<'kind' | 'status', string> & Record<'runs' | 'age' | 'cents', number>>({
    name: 'figures-runs',
    text: `SELECT kind, status, count(*)::int AS runs, ${ageOf('min(created_at) FILTER (WHERE NOT review)')} AS age,
                  COALESCE(sum(reserved_cents), 0)::float8 AS cents
           FROM runs WHERE mode = 'live' AND status IN (${listOf(RUN.open)}) GROUP BY kind, status`,
  });
  const found = (kind: string, status: string) => rows.find((row) => row.kind === kind && row.status === status);
  return [
    ...RUN_KIND_NAMES.flatMap((kind): Sample[] => {
      const queued = found(kind, 'queued');
      return [
        ...RUN.open.map((status) => ({
          name: 'noi_runs' as const,
          labels: { kind, status },
          value: found(kind, status)?.runs ?? 0,
        })),
        {
          name: 'noi_runs_oldest_queued_age_seconds',
          labels: { kind },
          value: queued?.age ?? 0,
          ages: queued !== undefined,
        },
      ];
    }),
    {
      name: 'noi_budget_reserved_dollars',
      labels: {},
      value: rows.reduce((sum, { cents }) => sum + cents, 0) / CENTS,
    },
  ];
}

async function readOutbox(tx: Queryable): Promise<Sample[]> {
  const { messages, oldestSeconds } = await readBacklog(tx);
  const age = { value: oldestSeconds ?? 0, ages: oldestSeconds !== null };
  return [
    { name: 'noi_outbox_messages', labels: {}, value: messages },
    { name: 'noi_outbox_oldest_age_seconds', labels: {}, ...age },
  ];
}

async function readSessions(tx: Queryable): Promise<Sample[]> {
  const { rows } = await tx.query<{ sessions: number }>({
    name: 'figures-sessions',
    // Counts a session once even if it is both recorded and stray.
    text: `SELECT count(*)::int AS sessions FROM (
             SELECT session_id FROM runs WHERE session_id IS NOT NULL AND session_cost_micros IS NULL
               AND created_at > now() - ${SESSION_WITHIN}
             UNION SELECT session_id FROM candidates WHERE session_id IS NOT NULL AND cost_micros IS NULL
               AND created_at > now() - ${SESSION_WITHIN}
             UNION SELECT session_id FROM free_scans WHERE session_id IS NOT NULL AND cost_micros IS NULL
               AND created_at > now() - ${SESSION_WITHIN}
             UNION SELECT session_id FROM stray_sessions WHERE closed_at IS NULL
               AND found_at > now() - ${SESSION_WITHIN}) AS open_sessions`,
  });
  return [{ name: 'noi_agent_sessions_open', labels: {}, value: rows[0]!.sessions }];
}

async function readBreaks(tx: Queryable): Promise<Sample[]> {
  const { rows } = await tx.query<{ breaks: number }>({
    name: 'figures-breaks',
    text: `SELECT count(*)::int AS breaks FROM reconciliation_breaks WHERE status IN (${listOf(UNSETTLED)})`,
  });
  return [{ name: 'noi_reconciliation_open_breaks', labels: {}, value: rows[0]!.breaks }];
}

async function readBookmarks(tx: Queryable): Promise<Sample[]> {
  const { rows } = await tx.query<{ mode: string; age: number }>({
    name: 'figures-bookmarks',
    text: `SELECT mode, ${ageOf('at')} AS age FROM reconciliation_bookmarks`,
  });
  const name = 'noi_reconciliation_age_seconds';
  return rows.map(({ mode, age }) => ({ name, labels: { mode }, value: age, ages: true }));
}

async function readPasses(tx: Queryable): Promise<Sample[]> {
  const { rows } = await tx.query<{ sweep: string; age: number }>({
    name: 'figures-passes',
    text: `SELECT sweep, ${ageOf('completed_at')} AS age FROM sweep_passes`,
  });
  const name = 'noi_sweep_last_completed_age_seconds';
  return rows.map(({ sweep, age }) => ({ name, labels: { sweep }, value: age, ages: true }));
}

async function readBeat(tx: Queryable): Promise<Sample[]> {
  const { rows } = await tx.query<{ seen: boolean; age: number }>({
    name: 'figures-beat',
    text: `SELECT max(seen_at) IS NOT NULL AS seen, ${ageOf('max(seen_at)')} AS age FROM workers WHERE role = 'worker'`,
  });
  const { seen, age } = rows[0]!;
  return [{ name: 'noi_worker_last_seen_age_seconds', labels: {}, value: seen ? age : Infinity, ages: true }];
}

async function readBackups(tx: Queryable): Promise<Sample[]> {
  const { mode, archivedMs, backedUpMs } = await readArchive(tx);
  const ages = { log: archivedMs, base: backedUpMs };
  return Object.entries(ages).flatMap(([part, ms]): Sample[] =>
    mode === 'off' || ms === null
      ? []
      : [{ name: 'noi_backup_age_seconds', labels: { part }, value: ms / 1_000, ages: true }],
  );
}

/** Figures that are totals: how to turn a label into a sample, and the labels that exist from the start. */
const TOTALS: Record<string, { sample(label: string, amount: number): Sample; labels: readonly string[] }> = {
  orders: { sample: byStatus('noi_orders'), labels: ORDER.states },
  refunds: { sample: byStatus('noi_refunds'), labels: REFUND_OBJECT_STATUSES },
  withdrawals: { sample: byStatus('noi_withdrawals'), labels: WITHDRAWAL.states },
  webhook_deliveries: { sample: byStatus('noi_webhook_deliveries'), labels: DELIVERY.states },
  runs_finished: {
    sample(label, value) {
      const [kind, outcome] = label.split('/') as [string, string];
      return { name: 'noi_runs_finished_total', labels: { kind, outcome }, value };
    },
    labels: RUN_KIND_NAMES.flatMap((kind) => RUN.terminal.map((outcome) => `${kind}/${outcome}`)),
  },
  payments_settled: {
    sample: (settled, value) => ({ name: 'noi_payments_settled_total', labels: { settled }, value }),
    labels: ['in_time', 'later'],
  },
  spend_micros: {
    sample: (_, amount) => ({ name: 'noi_spend_dollars_total', labels: {}, value: amount / MICROS }),
    labels: [''],
  },
  alerts_raised: {
    sample: (alert, value) => ({ name: 'noi_alerts_raised_total', labels: { alert }, value }),
    labels: Object.keys(ALERTS),
  },
  sweep_failures: {
    sample: (sweep, value) => ({ name: 'noi_sweep_failures_total', labels: { sweep }, value }),
    labels: Object.keys(SWEEPS),
  },
};

function byStatus(name: Extract<Sample['name'], `noi_${'orders' | 'refunds' | 'withdrawals' | 'webhook_deliveries'}`>) {
  return (status: string, value: number): Sample => ({ name, labels: { status }, value });
}

async function readTotals(tx: Queryable): Promise<Sample[]> {
  const { rows } = await tx.query<{ figure: string; label: string; amount: number }>({
    name: 'figures-totals',
    // Omits totals that only web pages use, such as those for the catalog's filters.
    text: `SELECT figure, label, sum(amount)::float8 AS amount FROM (
             SELECT figure, label, amount FROM figure_totals
             UNION ALL SELECT figure, label, amount FROM figure_changes) AS known
           WHERE figure IN (${listOf(Object.keys(TOTALS))}) GROUP BY figure, label`,
  });
  return Object.entries(TOTALS).flatMap(([figure, { sample, labels }]) => {
    const amounts = new Map<string, number>(labels.map((label) => [label, 0]));
    for (const row of rows) if (row.figure === figure) amounts.set(row.label, row.amount);
    return [...amounts].map(([label, amount]) => sample(label, amount));
  });
}

/** Maximum number of changes that one statement adds up. */
const BATCH = 10_000;

/** Adds to a figure in the caller's transaction. Most figures are counted by triggers on the tables instead. */
export async function addToFigure(
  tx: Queryable,
  { figure, label, amount }: { figure: 'sweep_failures'; label: string; amount: number },
): Promise<void> {
  await tx.query({
    name: 'figure-add',
    text: 'INSERT INTO figure_changes (figure, label, amount) VALUES ($1, $2, $3)',
    values: [figure, label, amount],
  });
}

/**
 * Adds the recorded changes to the totals, which keeps reads cheap. No figure changes, because each is its total plus
 * the changes not yet added. Returns how many changes were added.
 */
export async function addUpFigures(db: Database): Promise<number> {
  for (let added = 0; ;) {
    const { rows } = await db.pool.query<{ changes: number }>({
      name: 'figures-add-up',
      // One statement, so that readers see each change exactly once. Concurrent workers take different changes.
      text: `WITH taken AS (
               DELETE FROM figure_changes WHERE id IN (
                 SELECT id FROM figure_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
               RETURNING figure, label, amount),
             added AS (
               INSERT INTO figure_totals (figure, label, amount)
               SELECT figure, label, sum(amount) FROM taken GROUP BY figure, label ORDER BY figure, label
               ON CONFLICT (figure, label) DO UPDATE SET amount = figure_totals.amount + excluded.amount)
             SELECT count(*)::int AS changes FROM taken`,
      values: [BATCH],
    });
    const { changes } = rows[0]!;
    added += changes;
    if (changes < BATCH) return added;
  }
}

export interface ObjectiveEvents {
  objective: ObjectiveName;
  events: number;
  bad: number;
}

const DECIDED = RUN.terminal.filter((status) => status !== 'canceled');

/** Reads the objectives measured from the database: live runs and payments of the last {@link OBJECTIVE_DAYS} days. */
export async function readObjectives(db: Database): Promise<ObjectiveEvents[]> {
  const { rows } = await db.pool.query<ObjectiveEvents>({
    text: `SELECT 'run' AS objective, count(*)::int AS events,
                  (count(*) FILTER (WHERE status <> 'completed'))::int AS bad
           FROM runs WHERE mode = 'live' AND status IN (${listOf(DECIDED)})
             AND completed_at > now() - $1 * interval '1 day'
           UNION ALL
           SELECT 'money', count(*)::int,
                  (count(*) FILTER (WHERE arrived_at < created_at - $2 * interval '1 millisecond'))::int
           FROM payments WHERE mode = 'live' AND created_at > now() - $1 * interval '1 day'`,
    values: [OBJECTIVE_DAYS, SETTLED_WITHIN_MS],
  });
  return rows;
}
