import { transaction, type Database } from '../../prisma/client';
import type { PendingMessage } from '../outbox/enqueue';
import { openSession, type NewSession } from './open-session';
import { recordPasswordSuccess, type RightPassword } from './record-password-success';

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
