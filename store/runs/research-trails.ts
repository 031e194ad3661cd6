import type { SearchStep } from '../../contracts/search-log';
import type { KeptOfPage } from '../../domain/verified-evidence';
import type { Database } from '../../prisma/client';

/** Research of one session: a run's own, or that of one of its candidates. */
interface Researched {
  runId: string;
  candidateId: string | null;
}

/** What the agent saw of a cited page. */
export type SeenPassage = Pick<KeptOfPage, 'excerpt' | 'context'>;

/** What is known of the citations of the latest submission, by `quotationKey`. */
export interface KnownTrail {
  /** Citations whose page the agent never opened. */
  unopened: ReadonlySet<string>;
  /** Citations that stand in what the agent saw of their page, with the words around them. */
  seen: ReadonlyMap<string, SeenPassage>;
}

/** Keeps what a session asked and opened, in the place of what was kept of it before. */
export async function keepTrail(
  db: Database,
  { runId, candidateId }: Researched,
  { log, unopened, seen }: KnownTrail & { log: readonly SearchStep[] },
): Promise<void> {
  await db.pool.query({
    name: 'trail-keep',
    text: `INSERT INTO research_trails (run_id, candidate_id, log, unopened, seen)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (run_id, candidate_id) DO UPDATE
           SET log = EXCLUDED.log, unopened = EXCLUDED.unopened, seen = EXCLUDED.seen, kept_at = now()`,
    values: [runId, candidateId ?? '', JSON.stringify(log), [...unopened], JSON.stringify(Object.fromEntries(seen))],
  });
}

/** What is known of the citations of the latest submission; null where nothing is. */
export async function readTrail(db: Database, { runId, candidateId }: Researched): Promise<KnownTrail | null> {
  const { rows } = await db.pool.query<{ unopened: string[]; seen: Record<string, SeenPassage> }>({
    name: 'trail-read',
    text: 'SELECT unopened, seen FROM research_trails WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId ?? ''],
  });
  const [row] = rows;
  return row ? { unopened: new Set(row.unopened), seen: new Map(Object.entries(row.seen)) } : null;
}

/** What the agent asked and opened for a research until its latest submission, in its order; empty where nothing is known. */
export async function searchLogOf(db: Database, { runId, candidateId }: Researched): Promise<SearchStep[]> {
  const { rows } = await db.pool.query<{ log: SearchStep[] }>({
    name: 'trail-log',
    text: 'SELECT log FROM research_trails WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId ?? ''],
  });
  return rows[0]?.log ?? [];
}
