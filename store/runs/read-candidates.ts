import type { DossierLanguage } from '../../contracts/dossier-language';
import type { Database } from '../../prisma/client';
import { DOCUMENTS, toCandidate, type Candidate, type Run } from './row';

/** A candidate with the fields of its run that its steps need. */
export type CandidateOfRun = Pick<
  Candidate,
  'runId' | 'candidateId' | 'idea' | 'audience' | 'geography' | 'sessionId' | 'rulesEdition'
> & {
  run: Pick<Run, 'kind' | 'mode' | 'progressTotal' | 'reservedCents' | 'createdAt' | 'startedAt'> & {
    /** Language that the run asks for; null where it names none. */
    language: DossierLanguage | null;
  };
};

/** One candidate of a run, or null. Without the bytes of its documents. */
export async function loadCandidate(db: Database, runId: string, candidateId: string): Promise<CandidateOfRun | null> {
  // Prepared statement: every step begins with this query, at a quarter of its cost through the ORM.
  const { rows } = await db.pool.query<Omit<CandidateOfRun, 'run'> & CandidateOfRun['run']>({
    name: 'candidate-load',
    text: `SELECT run_id AS "runId", candidate_id AS "candidateId", idea, audience, geography,
                  candidates.session_id AS "sessionId", candidates.rules_edition AS "rulesEdition", kind, mode, progress_total AS "progressTotal",
                  reserved_cents AS "reservedCents", runs.created_at AS "createdAt", started_at AS "startedAt",
                  input ->> 'language' AS language
           FROM candidates JOIN runs ON runs.id = run_id WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId],
  });
  if (!rows[0]) return null;
  const { kind, mode, progressTotal, reservedCents, createdAt, startedAt, language, ...candidate } = rows[0];
  return { ...candidate, run: { kind, mode, progressTotal, reservedCents, createdAt, startedAt, language } };
}

/** All candidates of a run in the order of the plan, without the bytes of their documents. */
export async function listCandidates(db: Database, runId: string): Promise<Candidate[]> {
  const rows = await db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' }, omit: DOCUMENTS });
  return rows.map(toCandidate);
}

/** The passed candidates of a run in the order of the plan, with their findings. */
export async function listPassed(db: Database, runId: string): Promise<(Candidate & { findings: Buffer })[]> {
  const rows = await db.prisma.candidate.findMany({
    where: { runId, status: 'passed' },
    orderBy: { place: 'asc' },
    omit: { submission: true },
  });
  return rows.map((row) => ({ ...toCandidate(row), findings: Buffer.from(row.findings!) }));
}
