import type { Database, Erasure } from '../../prisma/client';

/** Erasure of an account, or null if none was requested. */
export function findErasure(db: Database, accountId: string): Promise<Erasure | null> {
  return db.prisma.erasure.findUnique({ where: { accountId } });
}

/** Records that a session at the agent provider was deleted. */
export async function recordDeletedSession(db: Database, accountId: string, sessionId: string): Promise<void> {
  await db.pool.query({
    text: `UPDATE erasures SET session_ids = array_remove(session_ids, $2), sessions_deleted = sessions_deleted + 1
           WHERE account_id = $1 AND $2 = ANY(session_ids)`,
    values: [accountId, sessionId],
  });
}
