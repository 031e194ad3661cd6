import { Failure } from '../../contracts/failures';
import type { AccountState } from '../../contracts/account';
import type { Queryable } from '../../prisma/client';

/**
 * Refuses what an account that is suspended asks for, in the transaction that would begin it. Keys are cached for seconds,
 * so a suspension is asked for here again; the lock, which the foreign keys of new rows take too, makes it and this
 * transaction wait for each other.
 *
 * @throws Failure `account_suspended`
 */
export async function refuseSuspended(tx: Queryable, accountId: string): Promise<void> {
  // Compared here: a condition in SQL would be read before the wait.
  const { rows } = await tx.query<{ status: AccountState }>({
    name: 'account-suspended',
    text: 'SELECT status FROM accounts WHERE id = $1 FOR KEY SHARE',
    values: [accountId],
  });
  if (rows[0]?.status === 'suspended') throw new Failure('account_suspended');
}
