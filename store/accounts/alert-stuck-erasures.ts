import { transaction, type Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';

/** Longer than any run or search, and well below the month of the law. */
const STUCK_AFTER_DAYS = 3;

/**
 * Alerts the operators of erasures that have not ended {@link STUCK_AFTER_DAYS} days after their request, once for each;
 * returns how many of at most `limit`.
 */
export function alertStuckErasures(db: Database, limit: number): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string; days: string }>({
      name: 'erasures-stuck',
      text: `SELECT account_id AS "accountId", floor(extract(epoch FROM now() - requested_at) / 86400)::text AS days
             FROM erasures WHERE completed_at IS NULL AND requested_at < now() - $2 * interval '1 day'
               AND NOT EXISTS (SELECT 1 FROM alerts WHERE alert = 'erasure-stuck' AND subject = account_id)
             ORDER BY requested_at LIMIT $1`,
      values: [limit, STUCK_AFTER_DAYS],
    });
    for (const facts of rows) await raiseAlert(tx, { alert: 'erasure-stuck', subject: facts.accountId, facts });
    return rows.length;
  });
}
