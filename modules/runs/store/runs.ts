import type { Mode } from '../../../base/access';
import type { Metadata } from '../../../base/metadata';
import type { RunFailureCode } from '../../../base/run-failures';
import { Prisma, type Database, type Queryable } from '../../../prisma/client';
import { columnsOf } from '../../../prisma/sql';
import type { RunInputs, RunKind, RunStatusName, Stage } from '../../run-kinds/contract';
import type { RunWebhook } from '../../webhooks/store/events';

interface Narrow {
  mode: Mode;
  status: RunStatusName;
  stage: Stage;
  failureCode: RunFailureCode | null;
  cancelRequestedFrom: RunStatusName | null;
  metadata: Metadata;
  webhook: RunWebhook | null;
}

/** A row of `runs`. Its `kind` determines the type of `input`. */
export type Run<Kind extends RunKind = RunKind> = {
  [K in Kind]: Omit<Prisma.RunModel, keyof Narrow | 'kind' | 'input'> & Narrow & { kind: K; input: RunInputs[K] };
}[Kind];

export const RUN_COLUMNS = columnsOf(Prisma.RunScalarFieldEnum);

/** Narrows the type of a database row. Constraints and `acceptRun` guarantee the narrower type. */
export const toRun = (row: Prisma.RunModel) => row as unknown as Run;

/**
 * Number of quotations in the published findings, and how many were found; null if they were not checked. Also the
 * second reader's counts of claims; null if it judged none.
 */
export const evidenceOf = (run: Run) => {
  const { evidenceCited: cited, evidenceVerified: verified } = run;
  const { claimsSupported: supported, claimsPartly: partly, claimsUnsupported: unsupported } = run;
  return cited === null || verified === null ? null : { cited, verified, supported, partly, unsupported };
};

/** SQL that every change to a run must include. The version is the ETag, and a new version wakes waiting callers. */
export const TOUCH = 'version = version + 1, updated_at = now()';

/** The runs that a caller can see: those of one account in one mode. */
export interface RunOwner {
  accountId: string;
  mode: Mode;
}

/** Finds a run of this owner. Returns null for deleted runs and runs of other accounts too. */
export const findRun = (db: Database, owner: RunOwner, runId: string) => findRunIn(db.pool, owner, runId);

/** {@link findRun} in the caller's transaction. */
export async function findRunIn(tx: Queryable, owner: RunOwner, runId: string): Promise<Run | null> {
  // Every poll may run this query. A prepared statement takes a quarter of the time of the ORM.
  const { rows } = await tx.query<Prisma.RunModel>({
    name: 'run-find',
    text: `SELECT ${RUN_COLUMNS} FROM runs
           WHERE id = $1 AND account_id = $2 AND mode = $3 AND deleted_at IS NULL`,
    values: [runId, owner.accountId, owner.mode],
  });
  return rows[0] ? toRun(rows[0]) : null;
}

/** Loads a run of any owner. For activities and operators, never for an API caller. */
export const loadRun = (db: Database, runId: string) => loadRunIn(db.pool, runId);

/** {@link loadRun} in the caller's transaction. */
export async function loadRunIn(tx: Queryable, runId: string): Promise<Run | null> {
  // Uses a prepared statement, because the activities of one evaluation read their run five times.
  const { rows } = await tx.query<Prisma.RunModel>({
    name: 'run-load',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1`,
    values: [runId],
  });
  return rows[0] ? toRun(rows[0]) : null;
}
