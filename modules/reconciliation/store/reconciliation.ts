import type { Mode } from '../../../base/access';
import { newId } from '../../../base/ids';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { raiseAlert } from '../../alerts/store/alerts';
import { recordAudit } from '../../outbox/store/audit';
import { enqueue } from '../../outbox/store/outbox';
import { pastLongestWait } from '../../outbox/store/sweeping';
import { reconciliationMessage } from '../messages';
import { RECONCILIATION_WAIT } from '../rules';

/** A run by id; null until a worker starts it. */
export function findRun(db: Database, id: string) {
  return db.prisma.reconciliationRun.findUnique({ where: { id } });
}

export function findLastRun(db: Database) {
  return db.prisma.reconciliationRun.findFirst({ where: { endedAt: { not: null } }, orderBy: { endedAt: 'desc' } });
}

/** Requests a run, which the outbox starts; returns its id. The period starts at `since`; null means the bookmark. */
export function requestRun(db: Database, since: Date | null): Promise<string> {
  return transaction(db, async (tx) => {
    const runId = newId('rcn');
    await recordAudit(tx, { action: 'reconciliation.requested', accountId: null, subject: runId, after: { since } });
    await enqueue(tx, `start:reconciliation/${runId}`, reconciliationMessage(runId, since?.toISOString() ?? null));
    return runId;
  });
}

/** How far before its bookmark the period of a run begins. The overlap covers failovers and clock skew. */
const OVERLAP = "interval '1 day'";

/** Period that the first run of a mode compares. */
const FIRST_PERIOD = "interval '30 days'";

export interface RunPeriod {
  from: Date;
  until: Date;
}

/**
 * Opens a run for these modes, unless it is already open, and returns its period, which ends now. The period starts at
 * `since`, or by default {@link OVERLAP} before the earliest bookmark of the modes. If `since` is after a bookmark, the
 * run does not move any bookmark, because that would leave a gap.
 */
export async function openRun(
  db: Database,
  id: string,
  { modes, since }: { modes: readonly Mode[]; since: Date | null },
): Promise<RunPeriod> {
  await db.pool.query({
    name: 'reconciliation-open',
    text: `WITH known AS (SELECT min(at) AS at, count(*) < cardinality($3::text[]) AS first
                          FROM reconciliation_bookmarks WHERE mode = ANY($3))
           INSERT INTO reconciliation_runs (id, from_at, until_at, moves_bookmark)
           SELECT $1,
                  COALESCE($2, LEAST(at - ${OVERLAP}, CASE WHEN first OR at IS NULL THEN now() - ${FIRST_PERIOD} END)),
                  now(), $2 IS NULL OR COALESCE($2 <= at AND NOT first, false)
           FROM known ON CONFLICT (id) DO NOTHING`,
    values: [id, since, modes],
  });
  const { fromAt, untilAt } = await db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id } });
  return { from: fromAt, until: untilAt };
}

export interface EndOfRun {
  objects: number;
  /** Modes compared to the end of the period. */
  compared: readonly Mode[];
  /** Why the run is incomplete; null if it is complete. */
  incomplete: string | null;
  workflowId: string;
}

/**
 * Ends a run, once, and moves the bookmarks of the modes that it finished. Alerts the operator if the run is
 * incomplete.
 */
export function endRun(db: Database, id: string, end: EndOfRun): Promise<void> {
  const { objects, compared, incomplete, workflowId } = end;
  return transaction(db, async (tx) => {
    const ended = tx.query({
      name: 'reconciliation-end',
      text: `UPDATE reconciliation_runs SET ended_at = now(), objects = $2, compared = $3, complete = $4
             WHERE id = $1 AND ended_at IS NULL`,
      values: [id, objects, compared, incomplete === null],
    });
    const moved = tx.query({
      name: 'reconciliation-bookmarks',
      text: `INSERT INTO reconciliation_bookmarks AS known (mode, at)
             SELECT unnest(compared), until_at FROM reconciliation_runs WHERE id = $1 AND moves_bookmark
             ON CONFLICT (mode) DO UPDATE SET at = GREATEST(known.at, excluded.at)`,
      values: [id],
    });
    await Promise.all([ended, moved]);
    if (incomplete === null) return;
    await raiseFailed(tx, id, { workflowId, why: incomplete });
  });
}

/** Ends runs whose workflow was lost, and marks them incomplete. */
export function endLostComparisons(db: Database): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      name: 'reconciliation-lost',
      text: `UPDATE reconciliation_runs SET ended_at = now() WHERE ${pastLongestWait(RECONCILIATION_WAIT)} RETURNING id`,
    });
    // The id of a scheduled run is its workflow's id.
    for (const { id } of rows) {
      const workflowId = id.startsWith('rcn_') ? `reconciliation/${id}` : id;
      await raiseFailed(tx, id, { workflowId, why: 'its workflow is gone' });
    }
  });
}

function raiseFailed(tx: Queryable, id: string, facts: { workflowId: string; why: string }): Promise<void> {
  return raiseAlert(tx, { alert: 'reconciliation-failed', subject: id, facts });
}

/** Time up to which each mode was compared with the provider. Omits modes that were never compared. */
export async function readBookmarks(db: Database): Promise<Map<Mode, Date>> {
  const rows = await db.prisma.reconciliationBookmark.findMany();
  return new Map(rows.map(({ mode, at }) => [mode as Mode, at]));
}

/**
 * Time from which a restored database may lack movements: {@link OVERLAP} before the bookmark, or 1970 without a
 * bookmark.
 */
export async function startOfUncompared(db: Database, mode: Mode): Promise<Date> {
  const { rows } = await db.pool.query<{ from: Date }>({
    name: 'reconciliation-uncompared',
    text: `SELECT COALESCE(max(at) - ${OVERLAP}, 'epoch') AS from FROM reconciliation_bookmarks WHERE mode = $1`,
    values: [mode],
  });
  return rows[0]!.from;
}
