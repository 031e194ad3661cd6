import { normalEmail } from '../../contracts/email-address';
import { transaction, type Database, type Suppression } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** Suppressions of an address. */
export function listSuppressions(db: Database, email: string): Promise<Suppression[]> {
  return db.prisma.suppression.findMany({ where: { email: normalEmail(email) }, orderBy: { createdAt: 'asc' } });
}

/** Deletes bounces and complaints of an address that works again, for operators; returns how many. */
export function liftSuppressions(db: Database, email: string): Promise<number> {
  return transaction(db, async (tx) => {
    const address = normalEmail(email);
    const { rowCount: lifted } = await tx.query({
      text: `DELETE FROM suppressions WHERE email = $1 AND scope = 'all'`,
      values: [address],
    });
    const { rows } = await tx.query<{ id: string }>({
      text: 'SELECT id FROM accounts WHERE email = $1',
      values: [address],
    });
    if (lifted) await recordAudit(tx, { action: 'mail.allowed', accountId: rows[0]?.id ?? null, after: { lifted } });
    return lifted ?? 0;
  });
}
