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

/** What a session asked and opened, and what that says of the citations of its latest submission, by `quotationKey`. */
export interface KnownTrail {
  /** Steps until the latest submission, in their order. */
  log: readonly SearchStep[];
  /** Citations whose page the agent never opened. */
  unopened: ReadonlySet<string>;
  /** Citations that stand in what the agent saw of their page, with the words around them. */
  seen: ReadonlyMap<string, SeenPassage>;
}

/** Keeps what a session asked and opened, in the place of what was kept of it before. */
export async function keepTrail(
  db: Database,
  { runId, candidateId }: Researched,
  { log, unopened, seen }: KnownTrail,
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

/** What is known of a research and of the citations of its latest submission; null where nothing is. */
export async function readTrail(db: Database, { runId, candidateId }: Researched): Promise<KnownTrail | null> {
  const { rows } = await db.pool.query<{ log: SearchStep[]; unopened: string[]; seen: Record<string, SeenPassage> }>({
    name: 'trail-read',
    text: 'SELECT log, unopened, seen FROM research_trails WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId ?? ''],
  });
  const [row] = rows;
  return row ? { log: row.log, unopened: new Set(row.unopened), seen: new Map(Object.entries(row.seen)) } : null;
}
