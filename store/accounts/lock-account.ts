import type { AccountState } from '../../contracts/account';
import { Failure } from '../../contracts/failures';
import type { Queryable } from '../../prisma/client';

/** Locks an account and returns its state. @throws Failure `not_found` */
export async function lockAccount(tx: Queryable, accountId: string): Promise<AccountState> {
  const { rows } = await tx.query<{ status: AccountState }>({
    text: 'SELECT status FROM accounts WHERE id = $1 FOR UPDATE',
    values: [accountId],
  });
  if (!rows[0]) throw new Failure('not_found', { detail: `No account ${accountId}.` });
  return rows[0].status;
}
