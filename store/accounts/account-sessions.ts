import type { StepUpMethod } from '../../contracts/sign-in';
import { newId } from '../../contracts/ids';
import { mailMessage } from '../../domain/messages/mails';
import { transaction, type AccountSession, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { enqueue, type PendingMessage } from '../outbox/outbox';
import { forgetDevices, rememberDevice, type Device } from './account-devices';
import { recordPasswordSuccess, type RightPassword } from './password-attempts';
import { toAccount, type Account } from './row';

/** A browser to sign in: hash of its new cookie, longest lifetime, and its previous session. */
export interface NewSession {
  hash: Buffer;
  lifetimeMs: number;
  replaces: Buffer | null;
  device: Device;
}

/**
 * Signs a browser in, in the caller's transaction: ends its previous session, and mails the owner about a new browser,
 * unless it is the account's first sign-in (`isFirst`).
 */
export async function openSession(
  tx: Queryable,
  accountId: string,
  { hash, lifetimeMs, replaces, device }: NewSession,
  { method, isFirst }: { method: StepUpMethod | 'local'; isFirst: boolean },
): Promise<PendingMessage | null> {
  if (replaces) await tx.query({ text: 'DELETE FROM account_sessions WHERE hash = $1', values: [replaces] });
  const id = newId('ses');
  await tx.query({
    name: 'session-insert',
    text: `INSERT INTO account_sessions (id, hash, account_id, browser, expires_at)
           VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')`,
    values: [id, hash, accountId, device.browser, lifetimeMs],
  });
  await recordAudit(tx, { action: 'session.signed_in', accountId, subject: id, after: { method } });
  const known = await rememberDevice(tx, accountId, device);
  if (!known.isNew || isFirst) return null;
  return enqueue(tx, `mail:new_device:${known.id}`, mailMessage({ mail: 'new_device', id: known.id }));
}

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

/** Ends one session of an account; ignores unknown sessions and those of other accounts. */
export function revokeSession(
  db: Database,
  accountId: string,
  id: string,
  action: 'session.revoked' | 'session.signed_out',
): Promise<void> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'DELETE FROM account_sessions WHERE id = $1 AND account_id = $2',
      values: [id, accountId],
    });
    if (rowCount) await recordAudit(tx, { action, accountId, subject: id });
  });
}

/** Signs every browser of an account out and forgets all but the one with this device cookie; returns how many. */
export function signOutEverywhere(db: Database, accountId: string, device: Buffer | null): Promise<number> {
  return transaction(db, async (tx) => {
    const sessions = await endSessions(tx, accountId, device);
    await recordAudit(tx, { action: 'session.signed_out_everywhere', accountId, after: { sessions } });
    return sessions;
  });
}

/** Ends all sessions in the caller's transaction, without an audit event. */
export async function endSessions(tx: Queryable, accountId: string, device: Buffer | null): Promise<number> {
  const { rowCount } = await tx.query({
    text: 'DELETE FROM account_sessions WHERE account_id = $1',
    values: [accountId],
  });
  await forgetDevices(tx, accountId, device);
  return rowCount ?? 0;
}

/** Signs a browser in after a correct password and resets the failures; returns the mail to deliver, if any. */
export function signInByPassword(
  db: Database,
  right: RightPassword,
  session: NewSession,
): Promise<PendingMessage | null> {
  return transaction(db, async (tx) => {
    await recordPasswordSuccess(tx, right);
    return openSession(tx, right.accountId, session, { method: 'password', isFirst: false });
  });
}

/** Signs a browser in without any proof, for /local only, which shows the account's keys to the same browser. */
export async function signInLocally(db: Database, accountId: string, session: NewSession): Promise<void> {
  await transaction(db, (tx) => openSession(tx, accountId, session, { method: 'local', isFirst: true }));
}

/**
 * Records a recent proof of identity under a new cookie, so that a copy of the old one is void. False if the session
 * has ended meanwhile.
 */
export function proveSession(
  db: Database,
  right: RightPassword,
  { from, to, method }: { from: Buffer; to: Buffer; method: StepUpMethod },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await recordPasswordSuccess(tx, right);
    const { rows } = await tx.query<{ id: string }>({
      text: 'UPDATE account_sessions SET hash = $2, proved_at = now(), last_seen_at = now() WHERE hash = $1 RETURNING id',
      values: [from, to],
    });
    if (!rows[0]) return false;
    const { accountId } = right;
    await recordAudit(tx, { action: 'step_up.completed', accountId, subject: rows[0].id, after: { method } });
    return true;
  });
}

/** Deletes expired sessions, at most `limit`; returns how many. */
export async function purgeSessions(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM account_sessions WHERE hash IN (SELECT hash FROM account_sessions WHERE expires_at < now() LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
