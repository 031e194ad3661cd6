import type { RunKind } from '../../contracts/runs';
import type { Database } from '../../prisma/client';

/** A run that an operator made the sample of its kind. */
export interface Sample {
  kind: RunKind;
  runId: string;
  accountId: string;
  publishedAt: Date;
  /** False while visitors see what is shipped: its account is not active, or its findings are gone. */
  isShown: boolean;
}

const IS_SHOWN = `(runs.status = 'completed' AND accounts.status = 'active'
  AND EXISTS (SELECT FROM artifacts WHERE artifacts.run_id = runs.id AND name = 'findings'))`;

const SAMPLES = `samples JOIN runs ON runs.id = run_id JOIN accounts ON accounts.id = account_id`;

/** The run that visitors read as the sample of a kind; null where it is what is shipped. Three rows by their keys. */
export async function findSample(db: Database, kind: RunKind): Promise<string | null> {
  const { rows } = await db.pool.query<{ runId: string }>({
    name: 'sample-find',
    text: `SELECT run_id AS "runId" FROM ${SAMPLES} WHERE samples.kind = $1 AND ${IS_SHOWN}`,
    values: [kind],
  });
  return rows[0]?.runId ?? null;
}

/** All published samples, for operators. */
export async function listSamples(db: Database): Promise<Sample[]> {
  const { rows } = await db.pool.query<Sample>({
    text: `SELECT samples.kind, run_id AS "runId", account_id AS "accountId", published_at AS "publishedAt",
                  ${IS_SHOWN} AS "isShown"
           FROM ${SAMPLES} ORDER BY samples.kind`,
  });
  return rows;
}
