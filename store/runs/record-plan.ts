import { candidateIds } from '../../contracts/candidates';
import type { PlannedCandidate } from '../../domain/plan';
import { transaction, type Database } from '../../prisma/client';
import { addEntry } from './timeline';

/** Stores the plan of a search as candidates `c1`, `c2`, … The first plan stays; idempotent. The timeline tells how many. */
export async function recordPlan(db: Database, runId: string, plan: readonly PlannedCandidate[]): Promise<void> {
  const ids = candidateIds(plan.length);
  const data = plan.map((candidate, i) => ({
    ...candidate,
    runId,
    candidateId: ids[i]!,
    place: i + 1,
    status: 'planned',
  }));
  await transaction(db, async (tx) => {
    await tx.query({ text: 'SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', values: [runId] });
    await tx.query({
      text: `INSERT INTO candidates (run_id, candidate_id, place, title, idea, audience, geography, effort, status)
             SELECT "runId", "candidateId", place, title, idea, audience, geography, effort, status
             FROM jsonb_to_recordset($2) AS planned("runId" text, "candidateId" text, place int, title text, idea text,
                                                    audience text, geography text, effort text, status text)
             WHERE NOT EXISTS (SELECT 1 FROM candidates WHERE run_id = $1)`,
      values: [runId, JSON.stringify(data)],
    });
    await addEntry(tx, { runId, candidateId: null }, { key: '', kind: 'plan', detail: { candidates: plan.length } });
  });
}
