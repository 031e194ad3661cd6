import type { AccountSession, Database } from '../../prisma/client';
import { toAccount, type Account } from './row';

/** An account with a flag for its password. */
export type SessionAccount = Account & { hasPassword: boolean };

/** A session that is neither expired nor idle for too long. */
export type OpenSession = Pick<AccountSession, 'id' | 'provedAt'> & { account: SessionAccount };

/** Interval between updates of a session's last use, which is shown only approximately. */
const SEEN_EVERY_MS = 300_000;

/** Session of a browser, or null; the lookup counts as use and keeps it from ending idle. */
export async function findSession(db: Database, hash: Buffer, idleMs: number): Promise<OpenSession | null> {
  const now = Date.now();
  const session = await db.prisma.accountSession.findUnique({
    where: {
      hash: new Uint8Array(hash),
      expiresAt: { gt: new Date(now) },
      lastSeenAt: { gt: new Date(now - idleMs) },
      account: { status: 'active' },
    },
    include: { account: true },
  });
  if (!session) return null;
  if (session.lastSeenAt.getTime() < now - Math.min(SEEN_EVERY_MS, idleMs / 10)) {
    await db.pool.query({ text: 'UPDATE account_sessions SET last_seen_at = now() WHERE hash = $1', values: [hash] });
  }
  const { passwordHash, ...account } = session.account;
  const own = { ...toAccount(account), hasPassword: passwordHash !== null };
  return { id: session.id, provedAt: session.provedAt, account: own };
}

/** A session as shown to its owner. */
export type ListedSession = Omit<AccountSession, 'hash' | 'accountId'>;

/** Signed-in browsers of an account, last seen first. */
export function listSessions(db: Database, accountId: string, idleMs: number): Promise<ListedSession[]> {
  const now = Date.now();
  return db.prisma.accountSession.findMany({
    where: { accountId, expiresAt: { gt: new Date(now) }, lastSeenAt: { gt: new Date(now - idleMs) } },
    omit: { hash: true, accountId: true },
    orderBy: { lastSeenAt: 'desc' },
  });
}
