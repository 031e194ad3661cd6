import type { Mode } from '../../../base/access';
import type { Metadata } from '../../../base/metadata';
import type { RunFailureCode } from '../../../base/run-failures';
import { Prisma, type Database } from '../../../prisma/client';
import { columnsOf, listOf, type Narrowed } from '../../../prisma/sql';
import type { PlannedCandidate } from '../../findings/plan';
import type { FoundQuotation, KeptOfPage } from '../../findings/verified-evidence';
import type { CandidateStatus, RunInputs, RunKind, RunStatusName, Stage } from '../../run-kinds/contract';
import type { CheckResult } from '../contract';

interface Narrow {
  mode: Mode;
  status: RunStatusName;
  stage: Stage;
  failureCode: RunFailureCode | null;
  cancelRequestedFrom: RunStatusName | null;
  metadata: Metadata;
}

/** A row of `runs`; the type of `input` follows from its `kind`. */
export type Run<Kind extends RunKind = RunKind> = {
  [K in Kind]: Omit<Prisma.RunModel, keyof Narrow | 'kind' | 'input'> & Narrow & { kind: K; input: RunInputs[K] };
}[Kind];

/** Columns of {@link Run} for statements that are written out. */
export const RUN_COLUMNS = columnsOf(Prisma.RunScalarFieldEnum);

/** Narrows a row as the database has it: constraints and `acceptRun` let nothing else in. */
export const toRun = (row: Prisma.RunModel) => row as unknown as Run;

/**
 * Quotations of the published findings and those that were found, null before they were checked; and what the second
 * reader said of their claims, null without one.
 */
export const evidenceOf = (run: Run) => {
  const { evidenceCited: cited, evidenceVerified: verified } = run;
  const { claimsSupported: supported, claimsPartly: partly, claimsUnsupported: unsupported } = run;
  return cited === null || verified === null ? null : { cited, verified, supported, partly, unsupported };
};

/** Narrows a row as the database has it. */
export const toEvidenceCheck = (row: Prisma.EvidenceCheckModel): FoundQuotation => ({
  status: row.status as FoundQuotation['status'],
  checkedAt: row.checkedAt.toISOString(),
  contentSha256: row.contentSha256,
  ...(row.kept as KeptOfPage),
});

/** SQL of every change of a run: a new version (its ETag, which also wakes waiting callers) and its time. */
export const TOUCH = 'version = version + 1, updated_at = now()';

/**
 * SQL: what is known of the costs of run $1, null if nothing is, and whether one is not known yet. All of its sessions
 * count, each once: its own, with the cost `own`, those of its candidates, and stray ones, which can be any of these; and
 * the second reader.
 */
export const costsOf = (own: string) => `
  SELECT sum(cost)::int AS cost, COALESCE(bool_or(cost IS NULL AND awaited), false) AS open
  FROM (SELECT max(cost) AS cost, bool_and(awaited) AS awaited
        FROM (SELECT session_id, ${own}::int, true FROM runs
              WHERE id = $1 AND (session_id IS NOT NULL OR ${own}::int IS NOT NULL)
              UNION ALL
              SELECT COALESCE(session_id, candidate_id), cost_micros, true FROM candidates
              WHERE run_id = $1 AND (session_id IS NOT NULL OR cost_micros IS NOT NULL)
              UNION ALL
              SELECT session_id, cost_micros, closed_at IS NULL FROM stray_sessions WHERE run_id = $1
              UNION ALL
              SELECT 'claim check', claim_check_micros, false FROM runs WHERE id = $1 AND claim_check_micros IS NOT NULL
             ) AS sessions (id, cost, awaited) GROUP BY id) AS each_session`;

/** SQL of the costs of run $1, which ends; `own` is that of its own session, unknown if null. Lock the run before. */
export const endCosts = (own: string) => `session_cost_micros = ${own}::int,
                  (cost_micros, costs_open) = (${costsOf(own)})`;

/** A row of `candidates` without the bytes of its documents. */
export type Candidate = Narrowed<
  Omit<Prisma.CandidateModel, keyof typeof DOCUMENTS>,
  { status: CandidateStatus; reason: RunFailureCode | null; effort: PlannedCandidate['effort'] }
>;

/** The large columns of `candidates`, which lists leave out. */
export const DOCUMENTS = { submission: true, findings: true } as const;

/** Narrows a row as the database has it. */
export const toCandidate = <Row extends Omit<Prisma.CandidateModel, keyof typeof DOCUMENTS>>(row: Row) =>
  row as Omit<Row, keyof Candidate> & Candidate;

/** SQL: runs of `ended` whose owners get a mail; a run of the sandbox writes none. */
export const OF_LIVE_MODE = "ended WHERE mode = 'live'";

/** Scope of visible runs: one account in one mode. */
export interface RunOwner {
  accountId: string;
  mode: Mode;
}

/** One run of this owner, or null: a run of another account counts as unknown. */
export async function findRun(db: Database, owner: RunOwner, runId: string): Promise<Run | null> {
  // Prepared statement: clients poll this query, at a quarter of its cost through the ORM.
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'run-find',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3`,
    values: [runId, owner.accountId, owner.mode],
  });
  return rows[0] ? toRun(rows[0]) : null;
}

/** A run of any owner: for activities and operators, never for a caller. */
export async function loadRun(db: Database, runId: string): Promise<Run | null> {
  // Prepared statement: the activities of one evaluation read their run five times.
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'run-load',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1`,
    values: [runId],
  });
  return rows[0] ? toRun(rows[0]) : null;
}

/** Runs like a run that have to be among the last ones before they tell something. */
const ENOUGH = 5;

/**
 * Minutes that half of the last runs like this one needed at most: of its kind and size, live and completed. Null for one
 * of the sandbox, and while there are too few.
 */
export async function typicalTime(
  db: Database,
  { kind, mode, progressTotal }: Pick<Run, 'kind' | 'mode' | 'progressTotal'>,
): Promise<number | null> {
  if (mode === 'test') return null;
  const { rows } = await db.pool.query<{ count: number; minutes: number | null }>({
    name: 'runs-typical-time',
    text: `SELECT count(*)::int, percentile_cont(0.5) WITHIN GROUP (
                    ORDER BY extract(epoch FROM completed_at - started_at)::float8 / 60) AS minutes
           FROM (${LAST_COMPLETED}) AS ended WHERE kind = $1 AND progress_total = $2`,
    values: [kind, progressTotal],
  });
  const { count, minutes } = rows[0]!;
  return minutes === null || count < ENOUGH ? null : Math.max(1, Math.round(minutes));
}

/** Queued runs of all accounts, or of one; the age is that of the oldest in whole seconds, null if there is none. */
export interface QueueDepth {
  depth: number;
  oldestSeconds: number | null;
}

/** Waiting work by account, deepest first. */
export interface Queue extends QueueDepth {
  byAccount: (QueueDepth & { accountId: string })[];
}

/** Reads which runs wait for a worker, by an index of unfinished runs only; at most `limit` accounts. */
export async function readQueue(db: Database, limit: number): Promise<Queue> {
  const { rows } = await db.pool.query<QueueDepth & { accountId: string | null }>({
    text: `SELECT account_id AS "accountId", count(*)::int AS depth,
                  floor(extract(epoch FROM now() - min(created_at)))::int AS "oldestSeconds"
           FROM runs WHERE status = 'queued' AND NOT review GROUP BY ROLLUP (account_id)
           ORDER BY account_id IS NULL DESC, depth DESC, account_id LIMIT $1`,
    values: [limit + 1],
  });
  const [all, ...accounts] = rows;
  const { depth, oldestSeconds } = all!;
  return { depth, oldestSeconds, byAccount: accounts.map((row) => ({ ...row, accountId: row.accountId! })) };
}

/**
 * SQL: the live runs that completed last, newest first, from which typical times and figures are measured. Those of the
 * sandbox are left out before the limit: they are many and quick, and would crowd the live ones out.
 */
export const LAST_COMPLETED = `SELECT id, kind, progress_total, evidence_cited, evidence_verified, started_at, completed_at
  FROM runs WHERE status = 'completed' AND mode = 'live' ORDER BY id DESC LIMIT 500`;

/** Results by which a submission went back to the agent. */
const SENT_BACK = ['sent_back', 'too_little_evidence'] as const satisfies readonly CheckResult[];

/** What was measured of live runs of one kind that completed, among the last ones. */
export interface ResearchFigures {
  kind: RunKind;
  runs: number;
  /** Runs of these whose quotations were looked for, with the sums of theirs. */
  checked: { runs: number; cited: number; verified: number };
  /** Runs of these whose timeline is kept, and how often their submissions went back to the agent. */
  followed: { runs: number; corrections: number };
  /** Minutes that half of them needed at most; null without a run. */
  minutes: number | null;
}

/** Reads the figures of each kind that has a completed live run. */
export async function readResearchFigures(db: Database): Promise<ResearchFigures[]> {
  const { rows } = await db.pool.query<ResearchFigures>({
    name: 'runs-research-figures',
    text: `WITH ended AS (${LAST_COMPLETED}),
           followed AS (
             SELECT run_id, count(*) FILTER (WHERE detail->>'result' IN (${listOf(SENT_BACK)})) AS corrections
             FROM run_timeline JOIN ended ON id = run_id
             WHERE run_timeline.kind = 'check' GROUP BY run_id)
           SELECT kind, count(*)::int AS runs,
                  jsonb_build_object('runs', count(evidence_cited), 'cited', coalesce(sum(evidence_cited), 0),
                                     'verified', coalesce(sum(evidence_verified), 0)) AS checked,
                  jsonb_build_object('runs', count(corrections), 'corrections', coalesce(sum(corrections), 0)) AS followed,
                  percentile_cont(0.5) WITHIN GROUP (
                    ORDER BY extract(epoch FROM completed_at - started_at)::float8 / 60) AS minutes
           FROM ended LEFT JOIN followed ON run_id = id GROUP BY kind ORDER BY kind`,
  });
  return rows;
}
