import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { post } from './post';

/**
 * Credits a contributor by hand.
 *
 * @throws Failure `not_found` if the account is not a contributor in this mode
 */
export async function creditByHand(
  db: Database,
  credit: { accountId: string; mode: Mode; amount: number; reason: string },
): Promise<string> {
  const { accountId, mode, amount, reason } = credit;
  const cause = `by-hand:${newId('led')}`;
  await transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'SELECT 1 FROM contributors WHERE account_id = $1 AND mode = $2',
      values: [accountId, mode],
    });
    if (rowCount === 0) throw new Failure('not_found', { detail: `${accountId} is no contributor (${mode}).` });
    const posting = { cause, accountId, mode, currency: 'usd', note: reason };
    await post(tx, posting, { platform: -amount, available: amount });
    await recordAudit(tx, { action: 'ledger.credited', accountId, reason, after: { mode, amount, cause } });
  });
  return cause;
}
