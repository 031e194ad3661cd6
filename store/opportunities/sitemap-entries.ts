import { LISTED_STATES } from '../../contracts/opportunities';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

/** Ids of the newest live opportunities on offer, with the time at which each was published. */
export async function listSitemapEntries(db: Database, limit: number): Promise<{ id: string; publishedAt: Date }[]> {
  const { rows } = await db.pool.query<{ id: string; publishedAt: Date }>({
    name: 'opportunity-sitemap',
    text: `SELECT id, published_at AS "publishedAt" FROM opportunities
           WHERE mode = 'live' AND status IN (${listOf(LISTED_STATES)})
           ORDER BY id DESC LIMIT $1`,
    values: [limit],
  });
  return rows;
}
