import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

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
