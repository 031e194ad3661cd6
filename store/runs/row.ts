import type { Mode } from '../../contracts/access';
import type { CandidateStatus } from '../../contracts/candidates';
import type { Metadata } from '../../contracts/metadata';
import type { PlannedCandidate } from '../../domain/plan';
import type { FoundQuotation, KeptOfPage } from '../../domain/verified-evidence';
import type { RunFailureCode } from '../../contracts/run-failures';
import type { RunInputs, RunKind, RunStatusName, Stage } from '../../contracts/runs';
import { Prisma } from '../../prisma/client';
import { columnsOf, type Narrowed } from '../../prisma/sql';

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
