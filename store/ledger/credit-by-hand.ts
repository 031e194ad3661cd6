import type { Mode } from '../../contracts/access';
import type { AccountState } from '../../contracts/account';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import type { IdempotencyClaim } from '../idempotency/claim-key';
import { once, type Once } from '../idempotency/once';
import { post } from './post';

/**
 * Credits a contributor by hand and returns the cause of the posting; once for its claim, if it has one.
 *
 * @throws Failure `not_found` if the account is not a contributor in this mode; `invalid_request` if it is erased, since
 *   nobody could withdraw it; as {@link once}
 */
export function creditByHand(
  db: Database,
  credit: { accountId: string; mode: Mode; amount: number; reason: string },
  claim: IdempotencyClaim | null = null,
): Promise<Once<string>> {
  const { accountId, mode, amount, reason } = credit;
  return once(db, claim, async (tx) => {
    // An erasure that begins waits for the credit, and then finds it.
    const { rows } = await tx.query<{ status: AccountState }>({
      text: `SELECT status FROM accounts JOIN contributors ON account_id = accounts.id
             WHERE accounts.id = $1 AND contributors.mode = $2 FOR SHARE OF accounts`,
      values: [accountId, mode],
    });
    if (!rows[0]) throw new Failure('not_found', { detail: `${accountId} is no contributor (${mode}).` });
    if (rows[0].status === 'erased') {
      throw new Failure('invalid_request', { detail: `Account ${accountId} is erased: nobody could withdraw it.` });
    }
    const cause = `by-hand:${newId('led')}`;
    const posting = { cause, accountId, mode, currency: 'usd', note: reason };
    await post(tx, posting, { platform: -amount, available: amount });
    await recordAudit(tx, { action: 'ledger.credited', accountId, reason, after: { mode, amount, cause } });
    return cause;
  });
}
