import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { raiseAlert, today } from '../../alerts/store/alerts';
import { leastRecent, pastLongestWait } from '../../outbox/store/sweeping';
import { FAILURES_BEFORE_ALERT, type SweepName } from '../../outbox/sweeps';
import { WAITING, waitingOf, type LostWorkName, type WaitingName } from '../waiting';
import { addToFigure } from './figures';

/** Start time of a pass, by the database's clock, which also sets the times of its checks. */
export async function beginPass(db: Database): Promise<Date> {
  const { rows } = await db.pool.query<{ now: Date }>({
    name: 'sweep-begin',
    text: 'SELECT now()::timestamptz(3) AS now',
  });
  return rows[0]!.now;
}

/** Records that a pass of a sweep has finished: it checked every item that was due, even if some checks failed. */
export async function recordPass(db: Database, sweep: SweepName): Promise<void> {
  await db.pool.query({
    name: 'sweep-pass',
    text: `INSERT INTO sweep_passes (sweep, completed_at) VALUES ($1, now())
           ON CONFLICT (sweep) DO UPDATE SET completed_at = now()`,
    values: [sweep],
  });
}

/** One check of an item: its id and, if it failed, the type of the error. */
export interface ItemCheck {
  item: string;
  error: string | null;
}

/**
 * Records checks, so that the next pass starts with other items, and counts consecutive failures. If an item keeps
 * failing, alerts the operators, at most once a day per sweep.
 */
export async function recordChecks(db: Database, sweep: SweepName, checks: readonly ItemCheck[]): Promise<void> {
  if (checks.length === 0) return;
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<ItemCheck & { failures: number }>({
      name: 'sweep-looks',
      // Sorted by item, so that two workers cannot deadlock.
      text: `INSERT INTO sweep_looks (sweep, item, looked_at, failures, error)
             SELECT $1, item, now(), CASE WHEN error IS NULL THEN 0 ELSE 1 END, error
             FROM unnest($2::text[], $3::text[]) AS look (item, error) ORDER BY item
             ON CONFLICT (sweep, item) DO UPDATE
             SET looked_at = now(), error = EXCLUDED.error,
                 failures = CASE WHEN EXCLUDED.error IS NULL THEN 0 ELSE sweep_looks.failures + 1 END
             RETURNING item, error, failures`,
      values: [sweep, checks.map(({ item }) => item), checks.map(({ error }) => error)],
    });
    const failed = rows.filter(({ error }) => error !== null).length;
    if (failed > 0) await addToFigure(tx, { figure: 'sweep_failures', label: sweep, amount: failed });
    const failing = rows.filter(({ failures }) => failures >= FAILURES_BEFORE_ALERT);
    if (failing.length > 0) await raiseFailing(tx, sweep, failing);
  });
}

function raiseFailing(tx: Queryable, sweep: SweepName, failing: (ItemCheck & { failures: number })[]): Promise<void> {
  const { item, error, failures } = failing[0]!;
  return raiseAlert(tx, {
    alert: 'sweep-failing',
    subject: `${sweep}/${today()}`,
    facts: { sweep, item, error: error!, failures: String(failures), items: String(failing.length) },
  });
}

export interface SweepState {
  sweep: SweepName;
  /** Seconds since the sweep last checked any item. */
  lastCheckSeconds: number;
  /** Number of items that keep failing, with the error type of one of them. */
  failing: number;
  error: string | null;
}

/** Reads the state of each sweep from its checks of the last week. */
export async function readSweeps(db: Database): Promise<SweepState[]> {
  const { rows } = await db.pool.query<SweepState>({
    text: `SELECT sweep, floor(extract(epoch FROM now() - max(looked_at)))::int AS "lastCheckSeconds",
                  count(*) FILTER (WHERE failures >= $1)::int AS failing,
                  max(error) FILTER (WHERE failures >= $1) AS error
           FROM sweep_looks GROUP BY sweep ORDER BY sweep`,
    values: [FAILURES_BEFORE_ALERT],
  });
  return rows;
}

/** A row that has waited longer than allowed, and the workflow that it is waiting for. */
export interface LostWork {
  id: string;
  workflowId: string;
}

/** Rows of one kind that have waited too long and were not checked since `before`, least recently checked first. */
export async function lostWork(db: Database, name: LostWorkName, before: Date, limit: number): Promise<LostWork[]> {
  const { table, id, net } = WAITING[name];
  const checks = leastRecent('lost_work', net.workflowId);
  const { rows } = await db.pool.query<LostWork>({
    name: `lost-${name}`,
    text: `SELECT ${id} AS id, ${net.workflowId} AS "workflowId" FROM ${table} ${checks.join}
           WHERE ${pastLongestWait(WAITING[name])} AND ${checks.due} ORDER BY ${checks.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows;
}

/** A waiting row. `workflowId` is null if the sweep ends the row itself. */
export interface WaitingRow {
  id: string;
  workflowId: string | null;
}

/** Up to `limit` rows of one kind that exceed their allowed wait by more than `moreMs`, longest wait first. */
export async function readPastWait(
  db: Database,
  name: WaitingName,
  { moreMs, limit }: { moreMs: number; limit: number },
): Promise<WaitingRow[]> {
  const { table, id, since, net } = waitingOf(name);
  const workflowId = 'workflowId' in net ? net.workflowId : 'NULL';
  const { rows } = await db.pool.query<WaitingRow>({
    text: `SELECT ${id} AS id, ${workflowId} AS "workflowId" FROM ${table}
           WHERE ${pastLongestWait(waitingOf(name), moreMs)} ORDER BY ${since} LIMIT $1`,
    values: [limit],
  });
  return rows;
}
