import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import { formatMoney } from '../../platform/wording';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { openBalances } from './open-balances';
import { post } from './post';

/** An available balance that an operator ends. */
export interface SettleBalance {
  accountId: string;
  mode: Mode;
  /** Minor units, all that is available; negative where the contributor owes it. */
  amount: number;
  currency: string;
  /** Kept in the books: how it was paid, or why nobody is owed it. */
  reason: string;
}

/**
 * Ends the available balance of a contributor whom no withdrawal can pay, or who will not pay what they owe. Only the
 * whole of it, so a repetition finds nothing to end. Returns the cause in the ledger.
 *
 * @throws Failure `not_found` if the account is not a contributor in this mode
 * @throws Failure `invalid_request` if another amount is available
 */
export function settleBalance(db: Database, balance: SettleBalance): Promise<string> {
  const { accountId, mode, amount, currency, reason } = balance;
  return transaction(db, async (tx) => {
    // The lock of every withdrawal.
    const { rowCount } = await tx.query({
      text: 'SELECT 1 FROM contributors WHERE account_id = $1 AND mode = $2 FOR NO KEY UPDATE',
      values: [accountId, mode],
    });
    if (rowCount === 0) throw new Failure('not_found', { detail: `${accountId} is no contributor (${mode}).` });
    const open = await openBalances(tx, accountId, mode);
    const available = open.find((each) => each.account === 'available' && each.currency === currency)?.amount ?? 0;
    if (available !== amount || amount === 0) {
      const [asked, found] = [amount, available].map((each) => formatMoney({ amount: each, currency }));
      throw new Failure('invalid_request', { detail: `${found} is available to ${accountId}, not ${asked}.` });
    }
    const cause = `settled:${newId('led')}`;
    await post(tx, { cause, accountId, mode, currency, note: reason }, { available: -amount, platform: amount });
    await recordAudit(tx, { action: 'ledger.settled', accountId, reason, after: { mode, amount, currency, cause } });
    return cause;
  });
}
