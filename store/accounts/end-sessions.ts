import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

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

/** Forgets all known browsers of an account, except the one whose cookie has the hash `but`. */
async function forgetDevices(tx: Queryable, accountId: string, but: Buffer | null): Promise<void> {
  await tx.query({
    text: `UPDATE account_devices SET forgotten_at = now()
           WHERE account_id = $1 AND forgotten_at IS NULL AND hash IS DISTINCT FROM $2`,
    values: [accountId, but],
  });
}
