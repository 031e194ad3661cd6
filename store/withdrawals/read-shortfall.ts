import type { Queryable } from '../../prisma/client';
import { contributorBalance } from '../ledger/read-balances';
import type { Withdrawal } from './row';

/**
 * Says why the balance no longer covers a withdrawal that holds a part of it: `shares` if shares behind it were
 * frozen or taken back since the hold, `other` if it is short without that, as by a withdrawal that a restore had
 * lost. Null if it is covered, or was approved with no more left than now.
 */
export async function readShortfall(
  db: Queryable,
  { id, accountId, mode, approvedAvailable }: Withdrawal,
): Promise<'shares' | 'other' | null> {
  const { available } = (await contributorBalance(db, accountId, mode))!;
  if (available >= 0) return null;
  const { rows } = await db.query<{ moved: number }>({
    name: 'withdrawal-shares-since-hold',
    text: `SELECT COALESCE(sum(lines.amount), 0)::float8 AS moved
           FROM ledger_transactions AS entered JOIN ledger_entries AS lines ON lines.transaction_id = entered.id
           WHERE entered.account_id = $1 AND entered.mode = $2 AND entered.cause LIKE 'share:%'
             AND lines.account = 'available'
             AND entered.id > (SELECT id FROM ledger_transactions WHERE cause = $3)`,
    values: [accountId, mode, `withdrawal:${id}:held`],
  });
  if (available - rows[0]!.moved < 0) return 'other';
  return approvedAvailable !== null && available >= approvedAvailable ? null : 'shares';
}
