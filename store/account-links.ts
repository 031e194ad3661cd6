import { Failure } from '../contracts/failures';
import { newId } from '../contracts/ids';
import type { LinkPurpose } from '../contracts/sign-in';
import { mailMessage } from '../contracts/workflow-messages';
import { transaction, type AccountLink, type Database, type Queryable } from '../prisma/client';
import { insertSession, type NewSession } from './account-sessions';
import { enqueue, type PendingMessage } from './outbox';

/** Links that are mailed to one address for one purpose within an hour; what is above is dropped (contract.md, Tokens). */
const MAX_LINKS_AN_HOUR = 3;

/**
 * Records that somebody wants a link, with the mail to send: the same work for every address, since whether there is an account
 * is looked at behind the answer, by {@link issueLink}.
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

/** A link as it was asked for. */
type RequestedLink = Pick<AccountLink, 'id' | 'email' | 'issuedAt'> & { purpose: LinkPurpose };

/** A link that may be mailed. */
export type IssuedLink = Pick<AccountLink, 'id' | 'email'> & { purpose: LinkPurpose; expiresAt: Date };

/**
 * Makes a requested link valid and returns it; null where none is to be sent: the address has had its links of this hour, a reset
 * was asked for an account that is unknown or not active, or the link is used or over. A sign-in link makes the account where
 * there is none, `pending`. Asking again for an issued link changes nothing.
 */
export function issueLink(
  db: Database,
  linkId: string,
  tokenHash: Buffer,
  lifetimeMs: number,
): Promise<IssuedLink | null> {
  return transaction(db, async (tx) => {
    const link = await lockLink(tx, linkId);
    if (link && !link.issuedAt) {
      // One at a time for an address, so that links that are asked for together are counted.
      await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [link.email] });
      if (await isCapped(tx, link)) return null;
      const accountId = await accountFor(tx, link);
      if (!accountId) return null;
      await tx.query({
        text: `UPDATE account_links SET account_id = $2, token_hash = $3, issued_at = now(),
                      expires_at = now() + $4 * interval '1 millisecond'
               WHERE id = $1 AND issued_at IS NULL AND used_at IS NULL`,
        values: [linkId, accountId, tokenHash, lifetimeMs],
      });
    }
    const { rows } = await tx.query<IssuedLink>({
      text: `SELECT id, purpose, email, expires_at AS "expiresAt" FROM account_links
             WHERE id = $1 AND used_at IS NULL AND expires_at > now()`,
      values: [linkId],
    });
    return rows[0] ?? null;
  });
}

// A second attempt at the same link waits here and then finds it issued.
async function lockLink(tx: Queryable, linkId: string): Promise<RequestedLink | null> {
  const { rows } = await tx.query<RequestedLink>({
    text: 'SELECT id, purpose, email, issued_at AS "issuedAt" FROM account_links WHERE id = $1 FOR UPDATE',
    values: [linkId],
  });
  return rows[0] ?? null;
}

async function isCapped(tx: Queryable, { email, purpose }: RequestedLink): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM account_links
           WHERE email = $1 AND purpose = $2 AND issued_at > now() - interval '1 hour'`,
    values: [email, purpose],
  });
  return rows[0]!.count >= MAX_LINKS_AN_HOUR;
}

async function accountFor(tx: Queryable, { email, purpose }: RequestedLink): Promise<string | null> {
  if (purpose === 'sign_in') {
    await tx.query({
      text: `INSERT INTO accounts (id, email, plan, status) VALUES ($1, $2, 'free', 'pending')
             ON CONFLICT (email) DO NOTHING`,
      values: [newId('acc'), email],
    });
  }
  const { rows } = await tx.query<{ id: string }>({
    text: `SELECT id FROM accounts WHERE email = $1 AND (status = 'active' OR $2 = 'sign_in')`,
    values: [email, purpose],
  });
  return rows[0]?.id ?? null;
}

/** Whether a token would be taken now for this purpose. Looking consumes nothing. */
export async function isLinkValid(db: Database, purpose: LinkPurpose, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await db.pool.query({
    text: `SELECT 1 FROM account_links
           WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()`,
    values: [tokenHash, purpose],
  });
  return rows.length > 0;
}

/** What a link led to. */
interface TakenLink {
  id: string;
  accountId: string;
  returnPath: string | null;
}

// The condition and the change are one statement: of callers at once with the same token one gets the row.
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
 * Uses a sign-in link: the account is active from now on and a browser is signed in. Returns where the reader wanted to go.
 *
 * @throws Failure `invalid_token` for one that is unknown, used or over
 */
export function signInByLink(
  db: Database,
  tokenHash: Buffer,
  session: NewSession,
): Promise<{ accountId: string; returnPath: string | null }> {
  return transaction(db, async (tx) => {
    const { accountId, returnPath } = await takeLink(tx, 'sign_in', tokenHash);
    await tx.query({ text: `UPDATE accounts SET status = 'active' WHERE id = $1`, values: [accountId] });
    await insertSession(tx, accountId, session);
    return { accountId, returnPath };
  });
}

/**
 * Uses a reset link: the new password counts, the lockout is over, every browser is signed out, every other link of the account
 * is void, and the owner is told by mail (spec, States, rule 6). All of it or none.
 *
 * @throws Failure `invalid_token` for one that is unknown, used or over
 */
export function resetPassword(
  db: Database,
  tokenHash: Buffer,
  passwordHash: string,
): Promise<{ completedAt: Date; sessionsRevoked: number; pending: PendingMessage | null }> {
  return transaction(db, async (tx) => {
    const { id, accountId } = await takeLink(tx, 'password_reset', tokenHash);
    const { rows } = await tx.query<{ completedAt: Date; email: string }>({
      text: 'UPDATE accounts SET password_hash = $2 WHERE id = $1 RETURNING now() AS "completedAt", email',
      values: [accountId, passwordHash],
    });
    const { completedAt, email } = rows[0]!;
    await tx.query({ text: 'DELETE FROM password_attempts WHERE email = $1', values: [email] });
    await tx.query({
      text: 'UPDATE account_links SET used_at = now() WHERE account_id = $1 AND used_at IS NULL',
      values: [accountId],
    });
    const sessions = await tx.query({
      text: 'DELETE FROM account_sessions WHERE account_id = $1',
      values: [accountId],
    });
    const notice = mailMessage({ mail: 'password_changed', id });
    return {
      completedAt,
      sessionsRevoked: sessions.rowCount ?? 0,
      pending: await enqueue(tx, `mail:password_changed:${id}`, notice),
    };
  });
}

/** A link with the address that it was asked for, or null. */
export function findLink(db: Database, linkId: string): Promise<AccountLink | null> {
  return db.prisma.accountLink.findUnique({ where: { id: linkId } });
}

/** Deletes links that were asked for more than 30 days ago, at most `limit`; returns how many. */
export async function purgeLinks(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM account_links WHERE id IN (
             SELECT id FROM account_links WHERE requested_at < now() - interval '30 days' LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
