import type { Queryable } from '../../../prisma/client';
import { erasedAddress, type AccountState } from '../contract';
import { ACCOUNT } from '../rules';
import { voidLinks } from './links';
import { endSessions } from './sessions';

/** Suspends an account. The caller's transaction must hold the account's lock. */
export async function markSuspended(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE accounts SET suspended_from = status, status = $2 WHERE id = $1 AND status = ANY($3)',
    values: [accountId, 'suspended', ACCOUNT.before('suspended')],
  });
}

/** Restores the state that an account had before its suspension, and returns it. */
export async function markResumed(tx: Queryable, accountId: string): Promise<AccountState> {
  const { rows } = await tx.query<{ status: AccountState }>({
    text: `UPDATE accounts SET status = suspended_from, suspended_from = NULL WHERE id = $1 AND status = $2
           RETURNING status`,
    values: [accountId, 'suspended'],
  });
  return rows[0]!.status;
}

/** Removes an account's email address, password and budget. Nobody can sign in to it, and the address can be reused. */
export async function markErased(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: `DELETE FROM password_attempts WHERE email = (SELECT mailbox_of(email) FROM accounts WHERE id = $1)`,
    values: [accountId],
  });
  await tx.query({
    text: `UPDATE accounts SET status = $3, email = $2, password_hash = NULL, suspended_from = NULL,
                  monthly_budget_cents = NULL WHERE id = $1 AND status = ANY($4)`,
    values: [accountId, erasedAddress(accountId), 'erased', ACCOUNT.before('erased')],
  });
}

export async function revokeAccess(tx: Queryable, accountId: string): Promise<void> {
  await endSessions(tx, accountId, null);
  await voidLinks(tx, accountId);
}
