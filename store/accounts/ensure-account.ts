import type { Plan } from '../../contracts/access';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { findAccount } from './find-account';
import { insertAccount } from './insert-account';
import type { Account } from './row';

/**
 * Returns the account of an e-mail address, creating a missing one as `active` (an operator vouches for the address).
 * Addresses compare case-insensitively. An existing account keeps its plan; a pending one becomes active.
 */
export async function ensureAccount(db: Database, email: string, plan: Plan): Promise<Account> {
  const id = await transaction(db, async (tx) => {
    const account = await insertAccount(tx, { email, plan, status: 'active' });
    const after = { status: 'active' };
    if (account.created) {
      await recordAudit(tx, { action: 'account.created', accountId: account.id, after: { plan, ...after } });
    } else if (account.status === 'pending') {
      await tx.query({
        text: 'UPDATE accounts SET status = $2 WHERE id = $1 AND status = ANY($3)',
        values: [account.id, after.status, [account.status]],
      });
      const before = { status: account.status };
      await recordAudit(tx, { action: 'account.activated', accountId: account.id, before, after });
    }
    return account.id;
  });
  return (await findAccount(db, id))!;
}
