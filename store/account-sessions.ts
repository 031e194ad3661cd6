import { MAX_PASSWORD_FAILURES } from '../contracts/sign-in';
import { transaction, type Account, type Database, type Queryable } from '../prisma/client';

/** A browser that is to be signed in: the hash of its cookie, and for how long. */
export interface NewSession {
  hash: Buffer;
  lifetimeMs: number;
}

/** Records a session, in the caller's transaction. */
export async function insertSession(tx: Queryable, accountId: string, { hash, lifetimeMs }: NewSession): Promise<void> {
  await tx.query({
    name: 'session-insert',
    text: `INSERT INTO account_sessions (hash, account_id, expires_at)
           VALUES ($1, $2, now() + $3 * interval '1 millisecond')`,
    values: [hash, accountId, lifetimeMs],
  });
}

/** An account, and whether it has a password. */
export type SessionAccount = Account & { hasPassword: boolean };

/** The account that a browser is signed in to, or null. */
export async function findSessionAccount(db: Database, hash: Buffer): Promise<SessionAccount | null> {
  const session = await db.prisma.accountSession.findUnique({
    where: { hash: new Uint8Array(hash), expiresAt: { gt: new Date() } },
    include: { account: true },
  });
  if (!session) return null;
  const { passwordHash, ...account } = session.account;
  return { ...account, hasPassword: passwordHash !== null };
}

/** Signs a browser out. */
export async function endSession(db: Database, hash: Buffer): Promise<void> {
  await db.prisma.accountSession.deleteMany({ where: { hash: new Uint8Array(hash) } });
}

/** What a password is to be held against. `passwordHash` is null where it can only be wrong. */
export interface PasswordAttempt {
  accountId: string | null;
  passwordHash: string | null;
}

/**
 * Counts an attempt to sign in with a password, before the password is looked at, so that guesses at once cannot pass by the
 * lockout. Unknown and locked addresses are counted and answered alike.
 */
export async function beginPasswordAttempt(db: Database, email: string): Promise<PasswordAttempt> {
  const { rows: attempts } = await db.pool.query<{ failures: number }>({
    name: 'password-attempt',
    text: `INSERT INTO password_attempts (email, failures, tried_at) VALUES ($1, 1, now())
           ON CONFLICT (email) DO UPDATE SET failures = password_attempts.failures + 1, tried_at = now()
           RETURNING failures`,
    values: [email],
  });
  const { rows: accounts } = await db.pool.query<{ id: string; passwordHash: string | null }>({
    name: 'password-account',
    text: `SELECT id, password_hash AS "passwordHash" FROM accounts WHERE email = $1 AND status = 'active'`,
    values: [email],
  });
  const locked = attempts[0]!.failures > MAX_PASSWORD_FAILURES;
  return { accountId: accounts[0]?.id ?? null, passwordHash: locked ? null : (accounts[0]?.passwordHash ?? null) };
}

/** Signs a browser in after its password was right; the failures before are forgotten. */
export function signInByPassword(
  db: Database,
  { accountId, email }: { accountId: string; email: string },
  session: NewSession,
): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.query({ text: 'DELETE FROM password_attempts WHERE email = $1', values: [email] });
    await insertSession(tx, accountId, session);
  });
}

/** Deletes sessions that are over, and attempts on addresses that no account has, after 30 days; returns how many. */
export async function purgeSessions(db: Database, limit: number): Promise<number> {
  const sessions = await db.pool.query({
    text: `DELETE FROM account_sessions WHERE hash IN (SELECT hash FROM account_sessions WHERE expires_at < now() LIMIT $1)`,
    values: [limit],
  });
  const attempts = await db.pool.query({
    text: `DELETE FROM password_attempts WHERE email IN (
             SELECT email FROM password_attempts
             WHERE tried_at < now() - interval '30 days'
               AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.email = password_attempts.email) LIMIT $1)`,
    values: [limit],
  });
  return (sessions.rowCount ?? 0) + (attempts.rowCount ?? 0);
}
