import type { Client } from '@temporalio/client';
import { groupBy } from '../../base/collections';
import type { Findings } from '../../modules/findings/contract/findings';
import { stands } from '../../modules/findings/evidence';
import { EVIDENCE_FLOOR } from '../../modules/findings/rules/completeness';
import { readPastWait } from '../../modules/operations/store/sweeps';
import { WAITING_NAMES, waitingOf } from '../../modules/operations/waiting';
import { STARTED_AGAIN_EVERY_MS, type SweepName } from '../../modules/outbox/sweeps';
import { readArtifact } from '../../modules/runs/store/artifacts';
import type { Database } from '../../prisma/client';
import { isRunning } from '../../vendors/temporal-client';
import type { ControlledSession } from './agents';

/**
 * Checks the invariants of paid runs in the database and the agent provider's sessions while nothing is in progress.
 * Each run ended, took one credit, returned at most one, and kept the credit only with enough evidence. Each run cost
 * what its sessions cost and was researched in one session, which has ended. Returns the violations, one per line;
 * empty if there are none.
 */
export async function runFlaws(db: Database, sessions: readonly ControlledSession[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'run ' || id || ' never ended: ' || status AS flaw FROM runs
        WHERE status NOT IN ('completed', 'failed', 'canceled', 'expired')
      UNION ALL
      SELECT 'run ' || id || ' completed without a dossier' FROM runs
        WHERE status = 'completed' AND NOT EXISTS (SELECT 1 FROM artifacts WHERE run_id = runs.id)
      UNION ALL
      SELECT 'run ' || id || ' completed and gave its credit back' FROM runs
        WHERE status = 'completed' AND entitlement_restored
      UNION ALL
      SELECT 'run ' || runs.id || ' ended as ' || status || ' and gave no credit back' FROM runs
        WHERE mode = 'live' AND NOT EXISTS (
          SELECT 1 FROM entitlements WHERE source IN ('run_failure', 'run_canceled') AND source_id = runs.id)
          AND (status IN ('failed', 'expired')
               OR (status = 'canceled' AND (session_id IS NULL OR cancel_requested_from = 'queued')))
      UNION ALL
      SELECT 'candidate ' || run_id || '/' || candidate_id || ' was never settled' FROM candidates
        JOIN runs ON runs.id = run_id AND runs.status = 'completed' WHERE candidates.status = 'planned'`,
  });
  const flaws = rows.map(({ flaw }) => flaw);
  return [
    ...flaws,
    ...(await evidenceFlaws(db)),
    ...(await creditFlaws(db)),
    ...(await recordedCostFlaws(db)),
    ...(await sessionFlaws(db, sessions)),
  ];
}

/** Checks that charged runs meet the evidence floor. Only sources that the service verified or the agent saw count. */
async function evidenceFlaws(db: Database): Promise<string[]> {
  const few = await db.pool.query<{ id: string }>({
    text: `SELECT id FROM runs WHERE status = 'completed' AND kind = 'idea_check'
             AND (evidence_verified < $1 OR evidence_verified * 100 < evidence_cited * $2)`,
    values: [EVIDENCE_FLOOR.sources, EVIDENCE_FLOOR.percent],
  });
  const flaws: string[] = [];
  for (const { id } of few.rows) {
    const findings = await readArtifact(db, id, 'findings');
    // An erased account's findings are missing.
    if (!findings) continue;
    const { evidence } = JSON.parse(findings.toString()) as Findings;
    const standing = evidence.filter(stands).length;
    if (standing < EVIDENCE_FLOOR.sources || standing * 100 < evidence.length * EVIDENCE_FLOOR.percent)
      flaws.push(`run ${id} was charged for with ${standing} of ${evidence.length} citations that stand`);
  }
  return flaws;
}

/**
 * Checks that each ended run costs what its sessions and second reader cost, and that it shows whether a cost is still
 * unknown. This must be true at any moment. Erasure deletes candidates' costs. A run may have the cost of a missing
 * session if a restore lost the session but the workflow continued. Returns the violations.
 */
async function recordedCostFlaws(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      WITH sessions AS (
        SELECT id AS run_id, session_id, session_cost_micros AS cost, false AS closed FROM runs
          WHERE session_id IS NOT NULL OR session_cost_micros IS NOT NULL
        UNION ALL SELECT run_id, COALESCE(session_id, candidate_id), cost_micros, false FROM candidates
          WHERE session_id IS NOT NULL OR cost_micros IS NOT NULL
        UNION ALL SELECT run_id, session_id, cost_micros, closed_at IS NOT NULL FROM stray_sessions
        UNION ALL SELECT id, 'second reader', claim_check_micros, false FROM runs WHERE claim_check_micros IS NOT NULL),
      one_by_one AS (
        SELECT run_id, session_id, max(cost) AS cost, bool_or(closed) AS closed FROM sessions GROUP BY run_id, session_id),
      counted AS (
        SELECT run_id, sum(cost) AS cost, bool_or(cost IS NULL AND NOT closed) AS awaited FROM one_by_one GROUP BY run_id)
      SELECT 'run ' || runs.id || ' cost ' || COALESCE(cost_micros::text, 'nothing known') || ', its sessions '
             || COALESCE(counted.cost::text, 'nothing known') || ', costs open: ' || costs_open AS flaw
        FROM runs JOIN accounts ON accounts.id = account_id AND accounts.status <> 'erased'
        LEFT JOIN counted ON counted.run_id = runs.id
        WHERE runs.status IN ('completed', 'failed', 'canceled', 'expired')
          AND (cost_micros IS DISTINCT FROM counted.cost OR costs_open <> COALESCE(awaited, false))`,
  });
  return rows.map(({ flaw }) => flaw);
}

/**
 * Checks that each credit was taken by one run and returned at most once. This must be true at any moment. Returns the
 * violations.
 */
export async function creditFlaws(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: `
      SELECT 'run ' || runs.id || ' does not hold the credit that it took, which is ' || entitlements.status AS flaw
        FROM runs JOIN entitlements ON entitlements.id = entitlement_id
        WHERE entitlements.status <> 'consumed' OR entitlements.run_id IS DISTINCT FROM runs.id
      UNION ALL
      SELECT 'entitlement ' || entitlements.id || ' was taken by no run' FROM entitlements
        WHERE status = 'consumed' AND NOT EXISTS (SELECT 1 FROM runs WHERE entitlement_id = entitlements.id)
      UNION ALL
      SELECT 'entitlement ' || entitlement_id || ' was taken by ' || count(*) || ' runs' FROM runs
        GROUP BY entitlement_id HAVING count(*) > 1
      UNION ALL
      SELECT 'run ' || runs.id || ' gave back ' || count(entitlements.id) || ' credits, restored: ' || entitlement_restored
        FROM runs LEFT JOIN entitlements ON source IN ('run_failure', 'run_canceled') AND source_id = runs.id
        GROUP BY runs.id HAVING count(entitlements.id) > 1
          OR (runs.mode = 'live' AND entitlement_restored AND count(entitlements.id) = 0)
      UNION ALL
      SELECT 'sandbox run ' || runs.id || ' took, gave back or cost something' FROM runs
        WHERE runs.mode = 'test' AND (reserved_cents > 0 OR cost_micros > 0 OR EXISTS (
          SELECT 1 FROM entitlements WHERE id = entitlement_id OR run_id = runs.id OR source_id = runs.id))`,
  });
  return rows.map(({ flaw }) => flaw);
}

async function sessionFlaws(db: Database, sessions: readonly ControlledSession[]): Promise<string[]> {
  const flaws: string[] = [];
  const byReference = groupBy(sessions, ({ metadata }) => metadata.reference);
  for (const [reference, all] of byReference) {
    if (all.length > 1) flaws.push(`${reference} was researched in ${all.length} sessions`);
    for (const { id, phase } of all) if (phase !== 'done') flaws.push(`session ${id} of ${reference} is ${phase}`);
  }
  const completed = await db.prisma.run.findMany({
    where: { status: 'completed', mode: 'live' },
    select: { id: true, sessionId: true },
  });
  for (const { id, sessionId } of completed) {
    const own = byReference.get(id) ?? [];
    if (!own.some((session) => session.id === sessionId))
      flaws.push(`run ${id} completed by a session that is not its own`);
  }
  return flaws;
}

/**
 * Throws if the cost of a run differs from the total cost of its sessions, and names those runs. This must be true at
 * any moment.
 */
export async function checkCosts(db: Database): Promise<void> {
  const flaws = await recordedCostFlaws(db);
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
}

const MICROS_A_CENT = 10_000;

/**
 * Checks that each run costs what its sessions cost at the agent provider, plus its second reader. Includes sessions
 * that were recorded only by a sweep. Call it while nothing is in progress. Returns the violations, one per line; empty
 * if there are none.
 */
export async function costFlaws(db: Database, sessions: readonly ControlledSession[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string; costMicros: number | null; read: number }>({
    // Skip erased accounts, because erasure deletes the sessions at the provider.
    text: `SELECT runs.id, cost_micros AS "costMicros", COALESCE(claim_check_micros, 0) AS read FROM runs
           JOIN accounts ON accounts.id = account_id AND accounts.status <> 'erased'`,
  });
  const costs = new Map<string, number>();
  for (const { metadata, usage } of sessions) {
    const [runId] = metadata.reference.split('/');
    costs.set(runId!, (costs.get(runId!) ?? 0) + Number(usage.list_cost.amount) * MICROS_A_CENT);
  }
  return rows.flatMap(({ id, costMicros, read }) => {
    const cost = (costs.get(id) ?? 0) + read;
    return cost === (costMicros ?? 0)
      ? []
      : [`run ${id} cost ${costMicros}, and its sessions with the second reader ${cost}`];
  });
}

const LIMIT = 1_000;

/** A row that the sweep should have caught. */
export interface WaitingFlaw {
  sweep: SweepName;
  what: string;
}

/**
 * Checks that a sweep catches every row whose workflow is gone. Such a row waits no longer than
 * `modules/operations/waiting.ts` says, plus `sweptWithinMs`. A row whose workflow was restarted is exempt for an hour.
 * Returns the violations; empty if there are none.
 */
export async function waitingFlaws(db: Database, client: Client, sweptWithinMs: number): Promise<WaitingFlaw[]> {
  const flaws: WaitingFlaw[] = [];
  for (const name of WAITING_NAMES) {
    const { sweep } = waitingOf(name);
    for (const { id, workflowId } of await readPastWait(db, name, { moreMs: sweptWithinMs, limit: LIMIT })) {
      if (workflowId === null) flaws.push({ sweep, what: `${name} ${id} was not ended by its sweep` });
      else if (!(await isRunning(client, workflowId)) && !(await wasStartedAgain(db, sweep, [id, workflowId])))
        flaws.push({ sweep, what: `${name} ${id} waits for ${workflowId}, which is gone` });
    }
  }
  return flaws;
}

// Some sweeps identify items by ID, others by workflow ID.
async function wasStartedAgain(db: Database, sweep: SweepName, items: string[]): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    text: `SELECT FROM sweep_looks WHERE sweep = $1 AND item = ANY ($2) AND error IS NULL
           AND looked_at > now() - make_interval(secs => $3)`,
    values: [sweep, items, STARTED_AGAIN_EVERY_MS / 1_000],
  });
  return rowCount! > 0;
}

/** Rows that still wait for a workflow, one per line; empty once all work is done. */
export async function stillWaiting(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: WAITING_NAMES.map(waitingOf)
      .map(
        ({ what, table, id, waits }) =>
          `SELECT '${what} ' || ${id} || ' still waits' AS flaw FROM ${table} WHERE ${waits}`,
      )
      .join(' UNION ALL '),
  });
  return rows.map(({ flaw }) => flaw);
}
