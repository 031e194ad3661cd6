import { transaction, type Database } from '../../prisma/client';
import type { PendingMessage } from '../outbox/enqueue';
import { recordPasskeyUse, type UsedPasskey } from '../passkeys/record-passkey-use';
import { openSession, type NewSession } from './open-session';

/** Signs a browser in with a checked passkey; returns the mail to deliver, if any. Null where it counts no more. */
export function signInByPasskey(
  db: Database,
  used: UsedPasskey,
  session: NewSession,
): Promise<{ pending: PendingMessage | null } | null> {
  return transaction(db, async (tx) => {
    if (!(await recordPasskeyUse(tx, used))) return null;
    return { pending: await openSession(tx, used.accountId, session, { method: 'passkey', isFirst: false }) };
  });
}
