import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { LinkPurpose } from '../../contracts/sign-in';
import { USABLE_ACCOUNT } from '../../domain/accounts';
import { isOneOf } from '../../domain/machine';
import { mailMessage } from '../../domain/messages/mails';
import type { NewLinkToken } from '../../platform/tokens';
import { transaction, type AccountLink, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { endSessions, openSession, type NewSession } from './account-sessions';
import { insertAccount } from './insert-account';
import { enqueue, type PendingMessage } from '../outbox/outbox';

/**
 * Limit of unused links per address, purpose and hour. Above it another is mailed only once the newest has lost half of
 * its lifetime, so that strangers can neither flood an inbox nor leave its owner without a working link.
 */
const MAX_LINKS_AN_HOUR = 3;

/**
 * Records a request for a link with the mail to send. Does the same work for every address, so timing reveals no
 * account: {@link issueLink} looks the account up after the answer.
 */
export function requestLink(
  db: Database,
  request: { purpose: LinkPurpose; email: string; returnPath: string | null },
): Promise<PendingMessage> {
  return transaction(db, async (tx) => {
    const id = newId('lnk');
    await tx.query({
      name: 'link-request',
      text: 'INSERT INTO account_links (id, purpose, email, return_path) VALUES ($1, $2, $3, $4)',
      values: [id, request.purpose, request.email, request.returnPath],
    });
    return (await enqueue(tx, `mail:account_link:${id}`, mailMessage({ mail: 'account_link', id })))!;
  });
}

/** A requested link. */
type RequestedLink = Pick<AccountLink, 'id' | 'email' | 'issuedAt'> & { purpose: LinkPurpose };

/** A link to mail, with the stored hash and key id of the token that was issued first. */
export type IssuedLink = Pick<AccountLink, 'id' | 'email' | 'tokenHash' | 'tokenKeyId'> & {
  purpose: LinkPurpose;
  expiresAt: Date;
};

/**
 * Makes a requested link valid and returns it; null if none may be sent: the address has reached its limit, a reset is
 * for an unknown or inactive account, or the link is used or expired. A sign-in link creates a missing account as
 * `pending`. Repeating it for an issued link changes nothing, whatever token is offered.
 */
export function issueLink(
  db: Database,
  linkId: string,
  token: NewLinkToken,
  lifetimeMs: number,
): Promise<IssuedLink | null> {
  return transaction(db, async (tx) => {
    const link = await lockLink(tx, linkId);
    if (link && !link.issuedAt) {
      // One at a time per address, so that concurrent requests are counted.
      await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [link.email] });
      if (await isCapped(tx, link)) return null;
      const accountId = await accountFor(tx, link);
      if (!accountId) return null;
      await tx.query({
        text: `UPDATE account_links SET account_id = $2, token_hash = $3, token_key_id = $4, issued_at = now(),
                      expires_at = now() + $5 * interval '1 millisecond'
               WHERE id = $1 AND issued_at IS NULL AND used_at IS NULL`,
        values: [linkId, accountId, token.tokenHash, token.tokenKeyId, lifetimeMs],
      });
    }
    const { rows } = await tx.query<IssuedLink>({
      text: `SELECT id, purpose, email, expires_at AS "expiresAt", token_hash AS "tokenHash",
                    token_key_id AS "tokenKeyId"
             FROM account_links
             WHERE id = $1 AND used_at IS NULL AND expires_at > now()`,
      values: [linkId],
    });
    return rows[0] ?? null;
  });
}

// A concurrent attempt at the same link waits here and then finds it issued.
async function lockLink(tx: Queryable, linkId: string): Promise<RequestedLink | null> {
  const { rows } = await tx.query<RequestedLink>({
    text: 'SELECT id, purpose, email, issued_at AS "issuedAt" FROM account_links WHERE id = $1 FOR UPDATE',
    values: [linkId],
  });
  return rows[0] ?? null;
}

async function isCapped(tx: Queryable, { email, purpose }: RequestedLink): Promise<boolean> {
  const { rows } = await tx.query<{ count: number; hasFresh: boolean }>({
    text: `SELECT count(*)::int AS count,
                  bool_or(expires_at > now() AND expires_at - now() > (expires_at - issued_at) / 2) AS "hasFresh"
           FROM account_links
           WHERE email = $1 AND purpose = $2 AND issued_at > now() - interval '1 hour' AND used_at IS NULL`,
    values: [email, purpose],
  });
  return rows[0]!.count >= MAX_LINKS_AN_HOUR && rows[0]!.hasFresh;
}

// A reset needs an active account; a sign-in creates a missing one.
async function accountFor(tx: Queryable, { email, purpose }: RequestedLink): Promise<string | null> {
  if (purpose === 'sign_in') {
    const account = await insertAccount(tx, { email, plan: 'free', status: 'pending' });
    return isOneOf(USABLE_ACCOUNT, account.status) ? account.id : null;
  }
  const { rows } = await tx.query<{ id: string }>({
    text: `SELECT id FROM accounts WHERE email = $1 AND status = 'active'`,
    values: [email],
  });
  return rows[0]?.id ?? null;
}

/** Returns true if a token is valid now for this purpose; does not consume it. */
export async function isLinkValid(db: Database, purpose: LinkPurpose, tokenHash: Buffer): Promise<boolean> {
  return (await findLinkAddress(db, purpose, tokenHash)) !== null;
}

/** Address of a valid token; null if it is unknown, used or expired. Does not consume it. */
export async function findLinkAddress(db: Database, purpose: LinkPurpose, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await db.pool.query<{ email: string }>({
    text: `SELECT email FROM account_links
           WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()`,
    values: [tokenHash, purpose],
  });
  return rows[0]?.email ?? null;
}

/** A used link. */
interface TakenLink {
  id: string;
  accountId: string;
  returnPath: string | null;
}

// Condition and update are one statement: of concurrent callers with the same token, one gets the row.
async function takeLink(tx: Queryable, purpose: LinkPurpose, tokenHash: Buffer): Promise<TakenLink> {
  const { rows } = await tx.query<TakenLink>({
    text: `UPDATE account_links SET used_at = now()
           WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
           RETURNING id, account_id AS "accountId", return_path AS "returnPath"`,
    values: [tokenHash, purpose],
  });
  if (!rows[0]) throw new Failure('invalid_token');
  return rows[0];
}

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
    await tx.query({ text: 'DELETE FROM password_attempts WHERE email = $1', values: [email] });
    await tx.query({
      // Voided, not used: findResetAccount must not accept such a link.
      text: `UPDATE account_links SET used_at = now(), expires_at = LEAST(expires_at, now())
             WHERE account_id = $1 AND used_at IS NULL`,
      values: [accountId],
    });
    const sessionsRevoked = await endSessions(tx, accountId, device);
    await recordAudit(tx, { action: 'password.changed', accountId, after: { sessionsRevoked } });
    const notice = mailMessage({ mail: 'password_changed', id });
    return {
      completedAt,
      sessionsRevoked,
      pending: await enqueue(tx, `mail:password_changed:${id}`, notice),
    };
  });
}

/** Account whose password was set with this token within the last half hour, or null; its keys may be reviewed. */
export async function findResetAccount(db: Database, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await db.pool.query<{ accountId: string }>({
    text: `SELECT account_id AS "accountId" FROM account_links
           WHERE token_hash = $1 AND purpose = 'password_reset' AND used_at > now() - interval '30 minutes'
             AND expires_at > used_at`,
    values: [tokenHash],
  });
  return rows[0]?.accountId ?? null;
}

/** A link by id, or null. */
export function findLink(db: Database, linkId: string): Promise<AccountLink | null> {
  return db.prisma.accountLink.findUnique({ where: { id: linkId } });
}

/** Deletes links requested more than 30 days ago, at most `limit`; returns how many. */
export async function purgeLinks(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM account_links WHERE id IN (
             SELECT id FROM account_links WHERE requested_at < now() - interval '30 days' LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
