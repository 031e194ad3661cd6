import { Failure } from '../../contracts/failures';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { requestMail } from '../mail/request-mail';
import type { PendingMessage } from '../outbox/enqueue';
import { endSessions } from './end-sessions';
import { takeLink } from './take-link';

/**
 * Uses a reset link, atomically: sets the password, ends the lockout, signs every browser out, voids every other link
 * of the account, and mails the owner a notice (docs/interface.md, Links and passwords). Forgets all known browsers
 * except the one with this device cookie.
 *
 * @throws Failure `invalid_token` for one that is unknown, used or expired
 */
export function resetPassword(
  db: Database,
  tokenHash: Buffer,
  passwordHash: string,
  device: Buffer | null,
): Promise<{ completedAt: Date; sessionsRevoked: number; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    const { id, accountId } = await takeLink(tx, 'password_reset', tokenHash);
    const { rows } = await tx.query<{ completedAt: Date; email: string }>({
      text: `UPDATE accounts SET password_hash = $2 WHERE id = $1 AND status = $3 RETURNING now() AS "completedAt", email`,
      values: [accountId, passwordHash, 'active'],
    });
    if (!rows[0]) throw new Failure('invalid_token');
    const { completedAt, email } = rows[0];
    await tx.query({ text: 'DELETE FROM password_attempts WHERE email = mailbox_of($1)', values: [email] });
    await tx.query({
      // Voided, not used: findResetAccount must not accept such a link.
      text: `UPDATE account_links SET used_at = now(), expires_at = LEAST(expires_at, now())
             WHERE account_id = $1 AND used_at IS NULL`,
      values: [accountId],
    });
    const sessionsRevoked = await endSessions(tx, accountId, device);
    await recordAudit(tx, { action: 'password.changed', accountId, after: { sessionsRevoked } });
    return {
      completedAt,
      sessionsRevoked,
      pending: await requestMail(tx, { mail: 'password_changed', id }),
    };
  });
}
