import type { Plan } from '../../contracts/access';
import type { AccountState } from '../../contracts/account';
import { normalEmail } from '../../contracts/email-address';
import { newId } from '../../contracts/ids';
import type { USABLE_ACCOUNT } from '../../domain/accounts';
import type { Queryable } from '../../prisma/client';

/** An inserted or existing account. */
export interface InsertedAccount {
  id: string;
  status: AccountState;
  /** True if it did not exist before. */
  created: boolean;
}

/**
 * Creates the account of an address unless it exists, in the caller's transaction, and locks it. Addresses compare
 * case-insensitively; an existing account stays unchanged.
 */
export async function insertAccount(
  tx: Queryable,
  account: { email: string; plan: Plan; status: (typeof USABLE_ACCOUNT)[number] },
): Promise<InsertedAccount> {
  const id = newId('acc');
  const { rows } = await tx.query<{ id: string; status: AccountState }>({
    name: 'account-insert',
    text: `INSERT INTO accounts (id, email, plan, status) VALUES ($1, $2, $3, $4)
           ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id, status`,
    values: [id, normalEmail(account.email), account.plan, account.status],
  });
  return { ...rows[0]!, created: rows[0]!.id === id };
}
