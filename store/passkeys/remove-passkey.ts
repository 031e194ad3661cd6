import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** Removes a passkey of an account: it signs in no more. Ignores unknown ones and those of other accounts. */
export function removePasskey(db: Database, accountId: string, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'DELETE FROM passkeys WHERE id = $1 AND account_id = $2',
      values: [id, accountId],
    });
    if (rowCount) await recordAudit(tx, { action: 'passkey.removed', accountId, subject: id });
  });
}
