import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';
import { toBookmark } from './row';

/** Period before a bookmark that is compared again: objects of a failover, and clocks that differ. */
export const OVERLAP = "interval '1 day'";

/** Until when the provider's books of each mode were compared to their end; none for a mode that never was. */
export async function readBookmarks(db: Database): Promise<Map<Mode, Date>> {
  const rows = await db.prisma.reconciliationBookmark.findMany();
  return new Map(rows.map(toBookmark));
}

/**
 * Start of the period of a mode in which our database can lack what the provider did: a restore brings the bookmark back
 * with the rows. 1970 where no run has compared the mode.
 */
export async function startOfUncompared(db: Database, mode: Mode): Promise<Date> {
  const { rows } = await db.pool.query<{ from: Date }>({
    name: 'reconciliation-uncompared',
    text: `SELECT COALESCE(max(at) - ${OVERLAP}, 'epoch') AS from FROM reconciliation_bookmarks WHERE mode = $1`,
    values: [mode],
  });
  return rows[0]!.from;
}
