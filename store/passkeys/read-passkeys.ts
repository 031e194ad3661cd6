import type { Database, Passkey } from '../../prisma/client';

/** Passkeys of an account, oldest first. */
export function listPasskeys(db: Database, accountId: string): Promise<Passkey[]> {
  return db.prisma.passkey.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
}

/** The passkey of an active account by the id of its credential, or null; with `accountId` only one of that account. */
export function findPasskey(
  db: Database,
  credentialId: Buffer,
  accountId: string | undefined,
): Promise<Passkey | null> {
  return db.prisma.passkey.findFirst({
    where: {
      credentialId: new Uint8Array(credentialId),
      account: { status: 'active' },
      ...(accountId !== undefined && { accountId }),
    },
  });
}

/** A passkey with the address of its account, for the mail about it; null once removed. */
export function findPasskeyOwner(db: Database, id: string) {
  return db.prisma.passkey.findUnique({ where: { id }, include: { account: { select: { email: true } } } });
}
