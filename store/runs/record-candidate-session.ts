import { transaction, type Database } from '../../prisma/client';
import { lockCosts, recountCosts } from './session-costs';

/** Records the session of a candidate. The first one stays; its cost is awaited, also where the run has ended. */
export async function recordCandidateSession(
  db: Database,
  runId: string,
  candidateId: string,
  {
    sessionId,
    agentVersion,
    model,
    rulesEdition = null,
  }: { sessionId: string; agentVersion: string; model: string; rulesEdition?: number | null },
): Promise<void> {
  await transaction(db, (tx) =>
    Promise.all([
      lockCosts(tx, runId),
      tx.query({
        name: 'candidate-session',
        text: `UPDATE candidates SET session_id = $3, agent_version = $4, model = $5, rules_edition = $6
               WHERE run_id = $1 AND candidate_id = $2 AND session_id IS NULL`,
        values: [runId, candidateId, sessionId, agentVersion, model, rulesEdition],
      }),
      recountCosts(tx, runId),
    ]),
  );
}
