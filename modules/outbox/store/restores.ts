import { transaction, type Database } from '../../../prisma/client';
import { recordAudit } from './audit';

/**
 * Records that the database was set back to an earlier moment: what is there now may have done more than it knows
 * ({@link isFromBeforeRestore}).
 */
export function markRestored(db: Database): Promise<void> {
  return transaction(db, (tx) =>
    recordAudit(tx, { action: 'database.restored', accountId: null, subject: 'database' }),
  );
}

/** SQL: true where the database was restored after this moment (a column or a parameter). */
export const restoredSince = (moment: string) =>
  `EXISTS (SELECT FROM audit_events WHERE action = 'database.restored' AND at > ${moment})`;

/** True for what was created before the last restore, so that the providers may know more of it than we do. */
export async function isFromBeforeRestore(db: Database, createdAt: Date): Promise<boolean> {
  const { rows } = await db.pool.query<{ before: boolean }>({
    name: 'restored-since',
    text: `SELECT ${restoredSince('$1')} AS before`,
    values: [createdAt],
  });
  return rows[0]!.before;
}
