import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { purge, type Hashed } from './purge-account';

/**
 * Completes an erasure, once: purges what came since, blanks its address and audits the number of deleted sessions.
 * Null while work is unfinished or sessions are left, of which it then knows.
 *
 * @throws Failure `not_found` where no erasure has begun: a restore of the database undid it
 */
export function finishErasure(
  db: Database,
  accountId: string,
  hashed: Hashed,
): Promise<{ sessionsDeleted: number } | null> {
  return transaction(db, async (tx) => {
    const unfinished = await purge(tx, accountId, hashed);
    const { rows } = await tx.query<{ sessionsDeleted: number; sessionsLeft: number; completed: boolean }>({
      text: `SELECT sessions_deleted AS "sessionsDeleted", cardinality(session_ids) AS "sessionsLeft",
                    completed_at IS NOT NULL AS completed FROM erasures WHERE account_id = $1`,
      values: [accountId],
    });
    const { sessionsDeleted, sessionsLeft, completed } = rows[0]!;
    if (unfinished > 0 || sessionsLeft > 0) return null;
    if (completed) return { sessionsDeleted };
    await tx.query({
      text: 'UPDATE erasures SET email = NULL, completed_at = now() WHERE account_id = $1',
      values: [accountId],
    });
    await recordAudit(tx, { action: 'account.erased', accountId, after: { sessionsDeleted } });
    return { sessionsDeleted };
  });
}
