import { createHash } from 'node:crypto';
import type { Support } from '../../contracts/findings-parts';
import { transaction, type Database } from '../../prisma/client';
import { lockCosts, recountCosts } from './session-costs';

/** Research whose claims are judged: a run, or one of its candidates. */
interface Judged {
  runId: string;
  candidateId: string | null;
}

/** What a second reader was asked about. */
export interface ReadClaim {
  claim: string;
  sourceUrl: string;
  excerpt: string;
  /** Arithmetic that it was told; null where there is none. */
  calculation: string | null;
}

/** Answer of the second reader, which is paid for without a judgement, too; cost in millionths of a US dollar. */
export interface KeptJudgement {
  support: Support | null;
  costMicros: number;
}

/** Key of a claim in {@link readJudgements}: a hash, so that nothing of what was claimed is kept twice. */
export function claimKey({ claim, sourceUrl, excerpt, calculation }: ReadClaim): string {
  return createHash('sha256')
    .update(JSON.stringify([claim, sourceUrl, excerpt, ...(calculation === null ? [] : [calculation])]))
    .digest('hex');
}

/** Judgements that were made for this research, by {@link claimKey}. */
export async function readJudgements(
  db: Database,
  { runId, candidateId }: Judged,
): Promise<Map<string, KeptJudgement>> {
  const { rows } = await db.pool.query<KeptJudgement & { claim: string }>({
    name: 'claims-read',
    text: `SELECT claim, support, cost_micros AS "costMicros" FROM claim_checks WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId ?? ''],
  });
  return new Map(rows.map(({ claim, ...judgement }) => [claim, judgement]));
}

/** Keeps a judgement and adds what it cost to the run, once: the first of a claim stays. */
export async function keepJudgement(
  db: Database,
  { runId, candidateId }: Judged,
  key: string,
  { support, costMicros }: KeptJudgement,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockCosts(tx, runId);
    await tx.query({
      name: 'claim-keep',
      text: `WITH kept AS (
               INSERT INTO claim_checks (run_id, candidate_id, claim, support, cost_micros)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING cost_micros)
             UPDATE runs SET claim_check_micros = COALESCE(claim_check_micros, 0) + kept.cost_micros
             FROM kept WHERE runs.id = $1`,
      values: [runId, candidateId ?? '', key, support, costMicros],
    });
    // Of a run that has ended meanwhile.
    await recountCosts(tx, runId);
  });
}
