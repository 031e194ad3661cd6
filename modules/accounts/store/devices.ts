import { newId } from '../../../base/ids';
import type { Database, Queryable } from '../../../prisma/client';

/** A browser that signs in: hashes of its current and next device cookie, and a description for the owner. */
export interface Device {
  sent: Buffer | null;
  given: Buffer;
  browser: string;
}

/** Days without a sign-in before we forget a browser. Browsers cap the lifetime of cookies at 400 days. */
export const DEVICE_DAYS = 400;

/**
 * Records that a browser signed in to an account, in the caller's transaction. The device cookie rotates at each
 * sign-in, so a planted or copied one is worthless after the owner's next sign-in. Returns the device's id and whether
 * it is new to the account.
 */
export async function rememberDevice(
  tx: Queryable,
  accountId: string,
  { sent, given, browser }: Device,
): Promise<{ id: string; isNew: boolean }> {
  if (sent) {
    await tx.query({
      text: 'UPDATE account_devices SET hash = $2 WHERE hash = $1 AND forgotten_at IS NULL',
      values: [sent, given],
    });
  }
  const id = newId('dev');
  const { rows } = await tx.query<{ id: string }>({
    text: `INSERT INTO account_devices (id, account_id, hash, browser) VALUES ($1, $2, $3, $4)
           ON CONFLICT (hash, account_id) DO UPDATE
             SET last_seen_at = now(), browser = excluded.browser, failures = 0
           RETURNING id`,
    values: [id, accountId, given, browser],
  });
  return { id: rows[0]!.id, isNew: rows[0]!.id === id };
}

/** Forgets all known browsers of an account, except the one whose cookie has the hash `but`. */
export async function forgetDevices(tx: Queryable, accountId: string, but: Buffer | null): Promise<void> {
  await tx.query({
    text: `UPDATE account_devices SET forgotten_at = now()
           WHERE account_id = $1 AND forgotten_at IS NULL AND hash IS DISTINCT FROM $2`,
    values: [accountId, but],
  });
}

export function findDevice(db: Database, id: string) {
  return db.prisma.accountDevice.findUnique({ where: { id }, include: { account: { select: { email: true } } } });
}

/** Deletes up to `limit` devices that were forgotten over 30 days ago; returns how many. */
export async function purgeForgottenDevices(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM account_devices WHERE id IN (
             SELECT id FROM account_devices WHERE forgotten_at < now() - interval '30 days' LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
