import type { Database } from '../../prisma/client';

/** API processes that counted requests within the last `recentMs`. */
export function countWriters(db: Database, recentMs: number): Promise<number> {
  return db.prisma.usageWriter.count({ where: { writtenAt: { gt: new Date(Date.now() - recentMs) } } });
}
