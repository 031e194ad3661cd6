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
    const { id, accountId, usedAt: completedAt } = await takeLink(tx, 'password_reset', tokenHash);
    const { rows } = await tx.query<{ email: string }>({
      text: `UPDATE accounts SET password_hash = $2 WHERE id = $1 AND status = $3 RETURNING email`,
      values: [accountId, passwordHash, 'active'],
    });
    if (!rows[0]) throw new Failure('invalid_token');
    const { email } = rows[0];
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

/**
 * The reset that was done with this token within the last half hour, by its account's last change of password; null if
 * there is none.
 */
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
           WHERE token_hash = $1 AND purpose = 'password_reset' AND used_at > now() - interval '30 minutes'
             AND expires_at > used_at`,
    values: [tokenHash],
  });
  return rows[0] ?? null;
}
