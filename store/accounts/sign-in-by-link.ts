import { Failure } from '../../contracts/failures';
import { USABLE_ACCOUNT } from '../../domain/accounts';
import { transaction, type Database } from '../../prisma/client';
import type { PendingMessage } from '../outbox/enqueue';
import { openSession, type NewSession } from './open-session';
import { takeLink } from './take-link';

/**
 * Uses a sign-in link: activates the account and signs a browser in. Returns the path that the reader wanted.
 *
 * @throws Failure `invalid_token` for one that is unknown, used or expired
 */
export function signInByLink(
  db: Database,
  tokenHash: Buffer,
  session: NewSession,
): Promise<{ accountId: string; returnPath: string | null; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    const { accountId, returnPath } = await takeLink(tx, 'sign_in', tokenHash);
    const { rows } = await tx.query<{ before: string }>({
      text: `UPDATE accounts SET status = $2
             FROM (SELECT id, status FROM accounts WHERE id = $1 FOR NO KEY UPDATE) AS old
             WHERE accounts.id = old.id AND old.status = ANY($3) RETURNING old.status AS before`,
      values: [accountId, 'active', USABLE_ACCOUNT],
    });
    if (!rows[0]) throw new Failure('invalid_token');
    const isFirst = rows[0].before === 'pending';
    const pending = await openSession(tx, accountId, session, { method: 'mail_link', isFirst });
    return { accountId, returnPath, pending };
  });
}
