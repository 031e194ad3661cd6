import type { StepUpMethod } from '../../contracts/account';
import { newId } from '../../contracts/ids';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { requestMail } from '../mail/request-mail';
import type { PendingMessage } from '../outbox/enqueue';
import { rememberDevice, type Device } from './remember-device';

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
  return requestMail(tx, { mail: 'new_device', id: known.id });
}

/** Signs a browser in without any proof, for /local only, which shows the account's keys to the same browser. */
export async function signInLocally(db: Database, accountId: string, session: NewSession): Promise<void> {
  await transaction(db, (tx) => openSession(tx, accountId, session, { method: 'local', isFirst: true }));
}
