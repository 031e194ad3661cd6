import { Failure } from '../../../base/failures';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import type { RunKind } from '../../run-kinds/contract';

/** The run that an operator published as the sample of its kind. */
export interface Sample {
  kind: RunKind;
  runId: string;
  accountId: string;
  publishedAt: Date;
  /** False if the account is not active or the findings are gone, so that visitors see the shipped sample instead. */
  isShown: boolean;
}

const IS_SHOWN = `(runs.status = 'completed' AND accounts.status = 'active'
  AND EXISTS (SELECT FROM artifacts WHERE artifacts.run_id = runs.id AND name = 'findings'))`;

const SAMPLES = `samples JOIN runs ON runs.id = run_id JOIN accounts ON accounts.id = account_id`;

/** Finds the published sample of a kind; null while the shipped sample is shown. */
export async function findSample(db: Database, kind: RunKind): Promise<string | null> {
  const { rows } = await db.pool.query<{ runId: string }>({
    name: 'sample-find',
    text: `SELECT run_id AS "runId" FROM ${SAMPLES} WHERE samples.kind = $1 AND ${IS_SHOWN}`,
    values: [kind],
  });
  return rows[0]?.runId ?? null;
}

export async function listSamples(db: Database): Promise<Sample[]> {
  const { rows } = await db.pool.query<Sample>({
    text: `SELECT samples.kind, run_id AS "runId", account_id AS "accountId", published_at AS "publishedAt",
                  ${IS_SHOWN} AS "isShown"
           FROM ${SAMPLES} ORDER BY samples.kind`,
  });
  return rows;
}

export interface PublishedSample {
  runId: string;
  accountId: string;
  kind: RunKind;
  replaced: string | null;
}

/**
 * Publishes a completed live run of an active account as the sample of its kind, replacing the earlier one.
 *
 * @throws Failure `run_not_found` if no run of that kind has this id, `run_not_completed`, `not_found` for a test run
 * or an account that is not active
 */
export function publishSample(db: Database, runId: string, kind: RunKind): Promise<PublishedSample> {
  return transaction(db, async (tx) => {
    // Locks the run, so that an erasure also removes this sample.
    const { rows: runs } = await tx.query<{ status: string; mode: string; accountId: string; isActive: boolean }>({
      text: `SELECT runs.status, mode, account_id AS "accountId", accounts.status = 'active' AS "isActive"
             FROM runs JOIN accounts ON accounts.id = account_id WHERE runs.id = $1 AND kind = $2 AND deleted_at IS NULL
             FOR UPDATE OF runs`,
      values: [runId, kind],
    });
    const run = runs[0];
    if (!run) throw new Failure('run_not_found', { detail: `No run ${runId} of kind ${kind}.` });
    if (run.mode !== 'live')
      throw new Failure('not_found', { detail: `Run ${runId} is a test run with invented findings.` });
    if (!run.isActive) throw new Failure('not_found', { detail: `The account of run ${runId} is not active.` });
    if (run.status !== 'completed')
      throw new Failure('run_not_completed', { detail: `Run ${runId} is ${run.status}.` });
    const { accountId } = run;
    const replaced = await removeSample(tx, 'kind = $1 AND run_id <> $2', [kind, runId]);
    await tx.query({
      text: `INSERT INTO samples (kind, run_id) VALUES ($1, $2)
             ON CONFLICT (kind) DO UPDATE SET run_id = $2, published_at = now()`,
      values: [kind, runId],
    });
    await recordAudit(tx, { action: 'run.sample_published', accountId, subject: runId, after: { kind } });
    return { runId, accountId, kind, replaced };
  });
}

/** Withdraws a sample, so that the shipped one is shown. @throws Failure `run_not_found` if the run is not a sample */
export function withdrawSample(db: Database, runId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const withdrawn = await removeSample(tx, 'run_id = $1', [runId]);
    if (withdrawn === null) throw new Failure('run_not_found', { detail: `Run ${runId} is not a sample.` });
  });
}

/** Removes the sample that matches the condition `found`. Returns the id of its run, or null. */
async function removeSample(tx: Queryable, found: string, values: string[]): Promise<string | null> {
  const { rows } = await tx.query<{ runId: string; kind: RunKind; accountId: string }>({
    text: `DELETE FROM samples USING runs WHERE runs.id = run_id AND samples.${found}
           RETURNING run_id AS "runId", samples.kind, account_id AS "accountId"`,
    values,
  });
  const removed = rows[0];
  if (!removed) return null;
  const { runId, kind, accountId } = removed;
  await recordAudit(tx, { action: 'run.sample_withdrawn', accountId, subject: runId, before: { kind } });
  return runId;
}
