import { MAX_PASSWORD_FAILURES, PASSWORD_WINDOW_MS } from '../../contracts/account';
import type { Database } from '../../prisma/client';

/** Stored hash to check a password against; `passwordHash` is null if no password can match. */
export interface PasswordAttempt {
  accountId: string | null;
  passwordHash: string | null;
  /** Known device whose failures are counted; null if they count for the address, shared by all unknown browsers. */
  deviceId: string | null;
}

/**
 * Counts a sign-in attempt before its password is checked, so that concurrent guesses cannot exceed the limit: ten an
 * hour by all unknown browsers together at all addresses of a mailbox, and ten by each browser known to the account. The
 * counts are separate, so nobody can lock an owner out. Unknown and locked addresses are counted and answered alike.
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

/** Counts an attempt with a known browser; returns true while its password may be checked. */
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
