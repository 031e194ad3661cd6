import type { Plan } from '../../contracts/access';
import { normalEmail } from '../../contracts/email-address';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { insertAccount } from './insert-account';
import { toAccount, type Account } from './row';

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

/** An account by its id, or null. */
export async function findAccount(db: Database, accountId: string): Promise<Account | null> {
  const account = await db.prisma.account.findUnique({ where: { id: accountId }, omit: { passwordHash: true } });
  return account && toAccount(account);
}

/** An account by its id or by its address, or null: for operators. */
export async function lookUpAccount(db: Database, idOrEmail: string): Promise<Account | null> {
  const where = idOrEmail.includes('@') ? { email: normalEmail(idOrEmail) } : { id: idOrEmail };
  const account = await db.prisma.account.findFirst({ where, omit: { passwordHash: true } });
  return account && toAccount(account);
}

/** Accounts, newest first, optionally filtered by a part of the address; for operators. */
export async function listAccounts(
  db: Database,
  { limit, email }: { limit: number; email?: string | undefined },
): Promise<Account[]> {
  const accounts = await db.prisma.account.findMany({
    where: email ? { email: { contains: normalEmail(email) } } : {},
    omit: { passwordHash: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return accounts.map(toAccount);
}
