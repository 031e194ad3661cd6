import type { Plan } from '../contracts/access';
import { normalEmail } from '../contracts/email-address';
import { newId } from '../contracts/ids';
import type { Account, Database } from '../prisma/client';

/**
 * The account of an e-mail address, created `active` where there is none (an operator vouches for the address).
 * Addresses compare without regard to case. An existing account keeps its plan and becomes active.
 */
export async function ensureAccount(db: Database, email: string, plan: Plan): Promise<Account> {
  const address = normalEmail(email);
  return db.prisma.account.upsert({
    where: { email: address },
    create: { id: newId('acc'), email: address, plan, status: 'active' },
    update: { status: 'active' },
    omit: { passwordHash: true },
  });
}

/** An account by its id, or null. */
export function findAccount(db: Database, accountId: string): Promise<Account | null> {
  return db.prisma.account.findUnique({ where: { id: accountId }, omit: { passwordHash: true } });
}
