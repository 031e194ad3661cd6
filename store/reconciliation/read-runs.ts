import type { Database } from '../../prisma/client';

/** A run by its id, or null while no worker has taken it up. */
export function findRun(db: Database, id: string) {
  return db.prisma.reconciliationRun.findUnique({ where: { id } });
}

/** The run that ended last, or null. */
export function findLastRun(db: Database) {
  return db.prisma.reconciliationRun.findFirst({ where: { endedAt: { not: null } }, orderBy: { endedAt: 'desc' } });
}
