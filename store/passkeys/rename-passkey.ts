import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** Renames a passkey of an account; ignores unknown ones and those of other accounts. */
export function renamePasskey(db: Database, accountId: string, id: string, name: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'UPDATE passkeys SET name = $3 WHERE id = $1 AND account_id = $2',
      values: [id, accountId, name],
    });
    if (rowCount) await recordAudit(tx, { action: 'passkey.renamed', accountId, subject: id });
  });
}
