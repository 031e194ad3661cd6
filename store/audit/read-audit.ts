import type { AuditEvent, Database } from '../../prisma/client';

/** Events of everybody, or of one account, newest first: for operators. */
export function listAuditEvents(db: Database, limit: number, accountId?: string): Promise<AuditEvent[]> {
  return db.prisma.auditEvent.findMany({ where: accountId ? { accountId } : {}, orderBy: { id: 'desc' }, take: limit });
}

/** Events of one account, newest first, before the event with this id where one is given. */
export function listActivity(
  db: Database,
  accountId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<AuditEvent[]> {
  return db.prisma.auditEvent.findMany({
    where: { accountId, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
