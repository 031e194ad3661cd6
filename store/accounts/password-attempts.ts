import { MAX_PASSWORD_FAILURES, PASSWORD_WINDOW_MS } from '../../contracts/sign-in';
import type { Database, Queryable } from '../../prisma/client';
import { countDeviceAttempt } from './account-devices';

/** Stored hash to check a password against; `passwordHash` is null if no password can match. */
export interface PasswordAttempt {
  accountId: string | null;
  passwordHash: string | null;
  /** Known device whose failures are counted; null if they count for the address, shared by all unknown browsers. */
  deviceId: string | null;
}

/**
 * Counts a sign-in attempt before its password is checked, so that concurrent guesses cannot exceed the limit: ten an
 * hour by all unknown browsers together, and ten by each browser known to the account. The counts are separate, so
 * nobody can lock an owner out. Unknown and locked addresses are counted and answered alike.
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
    text: `INSERT INTO password_attempts (email, failures, tried_at, counted_since) VALUES ($1, 1, now(), now())
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

/** A correct password, with a new hash if the stored one has an outdated cost. */
export interface RightPassword {
  accountId: string;
  email: string;
  deviceId: string | null;
  rehash: { from: string; to: string } | null;
}

/** Resets the failures after a correct password and stores its stronger hash, in the caller's transaction. */
export async function recordPasswordSuccess(
  tx: Queryable,
  { accountId, email, deviceId, rehash }: RightPassword,
): Promise<void> {
  if (deviceId) {
    await tx.query({ text: 'UPDATE account_devices SET failures = 0 WHERE id = $1', values: [deviceId] });
  } else {
    await tx.query({ text: 'DELETE FROM password_attempts WHERE email = $1', values: [email] });
  }
  if (rehash) {
    // Replaces only the verified hash: a reset may have set another password meanwhile.
    await tx.query({
      text: 'UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      values: [accountId, rehash.from, rehash.to],
    });
  }
}

/** Deletes attempts on addresses without an account after 30 days, at most `limit`; returns how many. */
export async function purgeAttempts(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM password_attempts WHERE email IN (
             SELECT email FROM password_attempts
             WHERE tried_at < now() - interval '30 days'
               AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.email = password_attempts.email) LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
