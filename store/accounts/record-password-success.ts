import type { Queryable } from '../../prisma/client';

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
    await tx.query({ text: 'DELETE FROM password_attempts WHERE email = mailbox_of($1)', values: [email] });
  }
  if (rehash) {
    // Replaces only the verified hash: a reset may have set another password meanwhile.
    await tx.query({
      text: 'UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      values: [accountId, rehash.from, rehash.to],
    });
  }
}
