import { normalEmail } from '../../contracts/email-address';
import type { Database } from '../../prisma/client';
import { toAccount, type Account } from './row';

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
