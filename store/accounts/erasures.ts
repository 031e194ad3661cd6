import { transaction, type Database, type Erasure } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

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

/** Completes an erasure, once: blanks its address and audits the number of deleted sessions. */
export function finishErasure(db: Database, accountId: string): Promise<{ sessionsDeleted: number }> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'UPDATE erasures SET email = NULL, completed_at = now() WHERE account_id = $1 AND completed_at IS NULL',
      values: [accountId],
    });
    const { rows } = await tx.query<{ sessionsDeleted: number }>({
      text: 'SELECT sessions_deleted AS "sessionsDeleted" FROM erasures WHERE account_id = $1',
      values: [accountId],
    });
    const after = { sessionsDeleted: rows[0]!.sessionsDeleted };
    if (rowCount) await recordAudit(tx, { action: 'account.erased', accountId, after });
    return after;
  });
}
