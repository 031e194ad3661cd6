import { isScanAssignment } from '../../contracts/agent';
import type { Flaw } from '../../domain/findings-rules/rule';
import type { Database, Queryable } from '../../prisma/client';

/** Limit of flaws that are kept of a submission, and of the characters of one. */
const MAX_FLAWS = 100;

const MAX_DETAIL = 300;

/**
 * Keeps the flaws of the last submission for a run, or for one of its candidates; none removes those of an earlier one.
 * Free scans keep none: they cost nothing and have no owner who asks.
 */
export async function recordFlaws(
  tx: Queryable,
  { runId, candidateId }: { runId: string; candidateId: string | null },
  flaws: readonly Flaw[],
): Promise<void> {
  if (isScanAssignment(runId)) return;
  if (flaws.length === 0) {
    await tx.query({
      name: 'flaws-clear',
      text: 'DELETE FROM submission_flaws WHERE run_id = $1 AND candidate_id = $2',
      values: [runId, candidateId ?? ''],
    });
    return;
  }
  const kept = flaws.slice(0, MAX_FLAWS).map(({ pointer, detail }) => ({
    pointer: pointer.slice(0, MAX_DETAIL),
    detail: detail.slice(0, MAX_DETAIL),
  }));
  await tx.query({
    name: 'flaws-record',
    text: `INSERT INTO submission_flaws (run_id, candidate_id, flaws) VALUES ($1, $2, $3)
           ON CONFLICT (run_id, candidate_id) DO UPDATE SET flaws = excluded.flaws, found_at = now()`,
    values: [runId, candidateId ?? '', JSON.stringify(kept)],
  });
}

/**
 * Flaws that the last submissions of a run still have, those of a candidate below `/candidates/<id>`; empty where all
 * passed, or after their retention. For operators.
 */
export async function listFlaws(db: Database, runId: string): Promise<Flaw[]> {
  const rows = await db.prisma.submissionFlaws.findMany({ where: { runId }, orderBy: { candidateId: 'asc' } });
  return rows.flatMap(({ candidateId, flaws }) => {
    const below = candidateId === '' ? '' : `/candidates/${candidateId}`;
    return (flaws as unknown as Flaw[]).map(({ pointer, detail }) => ({ pointer: below + pointer, detail }));
  });
}
