import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** Ends one session of an account; ignores unknown sessions and those of other accounts. */
export function revokeSession(
  db: Database,
  accountId: string,
  id: string,
  action: 'session.revoked' | 'session.signed_out',
): Promise<void> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'DELETE FROM account_sessions WHERE id = $1 AND account_id = $2',
      values: [id, accountId],
    });
    if (rowCount) await recordAudit(tx, { action, accountId, subject: id });
  });
}
