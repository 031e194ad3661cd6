import { Failure } from '../../../base/failures';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { requestMail } from '../../mail/store/mails';
import { recordAudit } from '../../outbox/store/audit';
import type { PendingMessage } from '../../outbox/store/outbox';
import { MAX_PASSWORD_FAILURES, PASSWORD_WINDOW_MS } from '../contract';
import { takeLink, voidLinks } from './links';
import { endSessions } from './sessions';

/** Stored hash to check a password against. If `passwordHash` is null, no password can match. */
export interface PasswordAttempt {
  accountId: string | null;
  passwordHash: string | null;
  /** Known device whose failures are counted. If null, failures are counted per mailbox for all unknown browsers. */
  deviceId: string | null;
}

/**
 * Counts a sign-in attempt before the password is checked, so that concurrent guesses cannot exceed the limit. All
 * unknown browsers share ten attempts per hour and mailbox. Each known browser of the account has its own ten, so
 * strangers cannot lock an owner out. Unknown and locked email addresses are counted in the same way and get the same
 * response.
 */
export async function beginPasswordAttempt(
  db: Database,
  email: string,
  deviceHash: Buffer | null,
): Promise<PasswordAttempt> {
  const { rows } = await db.pool.query<PasswordAttempt & { accountId: string }>({
    name: 'password-account',
    text: `SELECT accounts.id AS "accountId", password_hash AS "passwordHash", account_devices.id AS "deviceId"
           FROM accounts LEFT JOIN account_devices
             ON account_devices.account_id = accounts.id AND hash = $2 AND forgotten_at IS NULL
           WHERE email = $1 AND status = 'active'`,
    values: [email, deviceHash],
  });
  const { accountId, passwordHash, deviceId } = rows[0] ?? { accountId: null, passwordHash: null, deviceId: null };
  const allowed = deviceId ? await countDeviceAttempt(db, deviceId) : await countStranger(db, email);
  return { accountId, deviceId, passwordHash: allowed ? passwordHash : null };
}

async function countStranger(db: Database, email: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ failures: number }>({
    name: 'password-attempt',
    text: `INSERT INTO password_attempts (email, failures, tried_at, counted_since) VALUES (mailbox_of($1), 1, now(), now())
           ON CONFLICT (email) DO UPDATE SET
             failures = CASE WHEN password_attempts.counted_since < now() - $2 * interval '1 millisecond'
                        THEN 1 ELSE password_attempts.failures + 1 END,
             counted_since = CASE WHEN password_attempts.counted_since < now() - $2 * interval '1 millisecond'
                             THEN now() ELSE password_attempts.counted_since END,
             tried_at = now()
           RETURNING failures`,
    values: [email, PASSWORD_WINDOW_MS],
  });
  return rows[0]!.failures <= MAX_PASSWORD_FAILURES;
}

/** Counts a sign-in attempt from a known browser. Returns true if its password may still be checked. */
async function countDeviceAttempt(db: Database, deviceId: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ failures: number }>({
    name: 'device-attempt',
    text: `UPDATE account_devices
           SET failures = CASE WHEN counted_since < now() - $2 * interval '1 millisecond' THEN 1 ELSE failures + 1 END,
               counted_since = CASE WHEN failures = 0 OR counted_since < now() - $2 * interval '1 millisecond'
                               THEN now() ELSE counted_since END
           WHERE id = $1 RETURNING failures`,
    values: [deviceId, PASSWORD_WINDOW_MS],
  });
  return rows[0]!.failures <= MAX_PASSWORD_FAILURES;
}

/** A correct password, with a new hash if the stored one is outdated. */
export interface RightPassword {
  accountId: string;
  email: string;
  deviceId: string | null;
  rehash: { from: string; to: string } | null;
}

/** Resets the failures after a correct password and stores its new hash, in the caller's transaction. */
export async function recordPasswordSuccess(
  tx: Queryable,
  { accountId, email, deviceId, rehash }: RightPassword,
): Promise<void> {
  if (deviceId) {
    await tx.query({ text: 'UPDATE account_devices SET failures = 0 WHERE id = $1', values: [deviceId] });
  } else {
    await tx.query({ text: 'DELETE FROM password_attempts WHERE email = mailbox_of($1)', values: [email] });
  }
  if (rehash) {
    // Replaces only the verified hash, because a reset may have set another password in the meantime.
    await tx.query({
      text: 'UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      values: [accountId, rehash.from, rehash.to],
    });
  }
}

/**
 * Uses a reset link, atomically: sets the password, ends the lockout, signs out every browser, voids the account's
 * other links, and mails the owner a notice (docs/interface/accounts.md). Forgets all known browsers except the one
 * with this device cookie.
 * @throws Failure `invalid_token` for an unknown, used or expired token
 */
export function resetPassword(
  db: Database,
  tokenHash: Buffer,
  passwordHash: string,
  device: Buffer | null,
): Promise<{ completedAt: Date; sessionsRevoked: number; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    const { id, accountId, usedAt: completedAt } = await takeLink(tx, 'password_reset', tokenHash);
    const { rows } = await tx.query<{ email: string }>({
      text: `UPDATE accounts SET password_hash = $2 WHERE id = $1 AND status = $3 RETURNING email`,
      values: [accountId, passwordHash, 'active'],
    });
    if (!rows[0]) throw new Failure('invalid_token');
    const { email } = rows[0];
    await tx.query({ text: 'DELETE FROM password_attempts WHERE email = mailbox_of($1)', values: [email] });
    await voidLinks(tx, accountId);
    const sessionsRevoked = await endSessions(tx, accountId, device);
    await recordAudit(tx, { action: 'password.changed', accountId, after: { sessionsRevoked } });
    return {
      completedAt,
      sessionsRevoked,
      pending: await requestMail(tx, { mail: 'password_changed', id }),
    };
  });
}

/** SQL condition for a link that set a password in the last half hour; `$1` is the hash of its token. */
const DONE_RESET = `token_hash = $1 AND purpose = 'password_reset' AND used_at > now() - interval '30 minutes'
  AND expires_at > used_at`;

/** Password reset made with this token in the last half hour. `sessionsRevoked` comes from the last password change. */
export async function findDoneReset(
  db: Database,
  tokenHash: Buffer,
): Promise<{ email: string; completedAt: Date; sessionsRevoked: number } | null> {
  const { rows } = await db.pool.query<{ email: string; completedAt: Date; sessionsRevoked: number }>({
    text: `SELECT accounts.email, used_at AS "completedAt", (after ->> 'sessionsRevoked')::int AS "sessionsRevoked"
           FROM account_links JOIN accounts ON accounts.id = account_id,
             LATERAL (SELECT after FROM audit_events
                      WHERE audit_events.account_id = accounts.id AND action = 'password.changed'
                      ORDER BY id DESC LIMIT 1) AS changed
           WHERE ${DONE_RESET}`,
    values: [tokenHash],
  });
  return rows[0] ?? null;
}

/** Account whose password was set with this token in the last half hour, or null. Its API keys may then be reviewed. */
export async function findResetAccount(db: Database, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await db.pool.query<{ accountId: string }>({
    text: `SELECT account_id AS "accountId" FROM account_links WHERE ${DONE_RESET}`,
    values: [tokenHash],
  });
  return rows[0]?.accountId ?? null;
}
