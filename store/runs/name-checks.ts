import type { Registration } from '../../contracts/findings-depth';
import type { Registrations } from '../../domain/registrations';
import type { Database } from '../../prisma/client';

/** Research whose names are looked up: a run's own, or that of one of its candidates. */
interface Named {
  runId: string;
  candidateId: string | null;
}

/** What was seen of domains for this research. */
export async function readNameChecks(db: Database, { runId, candidateId }: Named): Promise<Registrations> {
  const { rows } = await db.pool.query<{ domain: string; registration: Registration }>({
    name: 'names-read',
    text: 'SELECT domain, registration FROM name_checks WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId ?? ''],
  });
  return new Map(rows.map(({ domain, registration }) => [domain, registration]));
}

/** Keeps what was seen of a domain. The first answer stays, so that repeated steps agree. */
export async function keepNameCheck(
  db: Database,
  { runId, candidateId }: Named,
  domain: string,
  registration: Registration,
): Promise<void> {
  await db.pool.query({
    name: 'names-keep',
    text: `INSERT INTO name_checks (run_id, candidate_id, domain, registration)
           VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    values: [runId, candidateId ?? '', domain, JSON.stringify(registration)],
  });
}
