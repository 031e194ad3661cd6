import { newId } from '../../../base/ids';
import { transaction, type AccountSession, type Database, type Queryable } from '../../../prisma/client';
import { requestMail } from '../../mail/store/mails';
import { recordAudit } from '../../outbox/store/audit';
import type { PendingMessage } from '../../outbox/store/outbox';
import type { StepUpMethod } from '../contract';
import { toAccount, type Account } from './accounts';
import { forgetDevices, rememberDevice, type Device } from './devices';

export type SessionAccount = Account & { hasPassword: boolean };

/** A session that is neither expired nor idle for too long. */
export type OpenSession = Pick<AccountSession, 'id' | 'provedAt'> & { account: SessionAccount };

/** Interval between updates of a session's last use, which we show only approximately. */
const SEEN_EVERY_MS = 300_000;

/** Finds the open session of a browser, or null. The lookup counts as use, so the session's idle time starts again. */
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

export type ListedSession = Omit<AccountSession, 'hash' | 'accountId'>;

/** Signed-in browsers of an account, most recently seen first. */
export function listSessions(db: Database, accountId: string, idleMs: number): Promise<ListedSession[]> {
  const now = Date.now();
  return db.prisma.accountSession.findMany({
    where: { accountId, expiresAt: { gt: new Date(now) }, lastSeenAt: { gt: new Date(now - idleMs) } },
    omit: { hash: true, accountId: true },
    orderBy: { lastSeenAt: 'desc' },
  });
}

export interface NewSession {
  hash: Buffer;
  lifetimeMs: number;
  replaces: Buffer | null;
  device: Device;
}

/**
 * Opens a session and ends the browser's old session. Mails the owner about a new browser, except at the first sign-in
 * (`isFirst`).
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
  return requestMail(tx, { mail: 'new_device', id: known.id });
}

/** Signs a browser in without authentication. Only for /local, which already shows that browser the account's keys. */
export async function signInLocally(db: Database, accountId: string, session: NewSession): Promise<void> {
  await transaction(db, (tx) => openSession(tx, accountId, session, { method: 'local', isFirst: true }));
}

/** Signs out every browser and forgets all except the one with this cookie. Returns the number of sessions ended. */
export function signOutEverywhere(db: Database, accountId: string, device: Buffer | null): Promise<number> {
  return transaction(db, async (tx) => {
    const sessions = await endSessions(tx, accountId, device);
    await recordAudit(tx, { action: 'session.signed_out_everywhere', accountId, after: { sessions } });
    return sessions;
  });
}

/** Ends all sessions of an account in the caller's transaction, without an audit event. */
export async function endSessions(tx: Queryable, accountId: string, device: Buffer | null): Promise<number> {
  const { rowCount } = await tx.query({
    text: 'DELETE FROM account_sessions WHERE account_id = $1',
    values: [accountId],
  });
  await forgetDevices(tx, accountId, device);
  return rowCount ?? 0;
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
