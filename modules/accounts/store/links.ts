import { normalMailbox } from '../../../base/email-address';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { isOneOf } from '../../../base/machine';
import type { NewLinkToken } from '../../../base/tokens';
import { transaction, type Database, type AccountLink, type Queryable } from '../../../prisma/client';
import { requestMail } from '../../mail/store/mails';
import type { PendingMessage } from '../../outbox/store/outbox';
import type { LinkPurpose } from '../contract';
import { USABLE_ACCOUNT } from '../rules';
import { insertAccount } from './accounts';

/**
 * Requests a link. Does the same work for every address, so that timing reveals nothing. {@link issueLink} looks up
 * the account later.
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
    return (await requestMail(tx, { mail: 'account_link', id }))!;
  });
}

export function findLink(db: Database, linkId: string): Promise<AccountLink | null> {
  return db.prisma.accountLink.findUnique({ where: { id: linkId } });
}

/**
 * Maximum unused links per purpose and hour. We count per email address if it has an account. Otherwise we count per
 * mailbox, because a mailbox can have any number of addresses. Above the limit, we mail another link only once the
 * newest has passed half of its lifetime. Strangers therefore cannot flood an inbox or leave its owner without a
 * working link.
 */
const MAX_LINKS_AN_HOUR = 3;

/** Maximum unused links per day to a mailbox, for addresses without an account. This limit cannot lock anyone out. */
const MAX_LINKS_TO_STRANGERS = 10;

type RequestedLink = Pick<AccountLink, 'id' | 'email' | 'issuedAt'> & { purpose: LinkPurpose };

/** A link to mail, with the stored hash and key id of the token that was issued first. */
export type IssuedLink = Pick<AccountLink, 'id' | 'email' | 'tokenHash' | 'tokenKeyId'> & {
  purpose: LinkPurpose;
  expiresAt: Date;
  /** True if somebody has signed in with this address before. */
  isKnown: boolean;
};

/**
 * Makes a requested link valid and returns it. Returns null if the link must not be sent: the address is at its limit,
 * the link is used or expired, or a password reset is for an unknown or inactive account. For a sign-in link, a missing
 * account is created as `pending`. Issuing a link again changes nothing, even with another token.
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
      // One transaction at a time per mailbox, so that concurrent requests see each other's links.
      const mailbox = normalMailbox(link.email);
      await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [mailbox] });
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
                    token_key_id AS "tokenKeyId", ${hasAccount('account_links.email')} AS "isKnown"
             FROM account_links
             WHERE id = $1 AND used_at IS NULL AND expires_at > now()`,
      values: [linkId],
    });
    return rows[0] ?? null;
  });
}

// A concurrent attempt to issue the same link waits here, then finds the link issued.
async function lockLink(tx: Queryable, linkId: string): Promise<RequestedLink | null> {
  const { rows } = await tx.query<RequestedLink>({
    text: 'SELECT id, purpose, email, issued_at AS "issuedAt" FROM account_links WHERE id = $1 FOR UPDATE',
    values: [linkId],
  });
  return rows[0] ?? null;
}

async function isCapped(tx: Queryable, { email, purpose }: RequestedLink): Promise<boolean> {
  const { rows } = await tx.query<{ hour: number; day: number; hasFresh: boolean; isKnown: boolean }>({
    text: `SELECT count(*) FILTER (WHERE issued_at > now() - interval '1 hour')::int AS hour, count(*)::int AS day,
                  bool_or(expires_at > now() AND expires_at - now() > (expires_at - issued_at) / 2) AS "hasFresh",
                  ${hasAccount('$1')} AS "isKnown"
           FROM account_links AS link
           WHERE mailbox_of(email) = $3 AND purpose = $2 AND issued_at > now() - interval '1 day' AND used_at IS NULL
             AND (email = $1 OR NOT (${hasAccount('$1')} OR ${hasAccount('link.email')}))`,
    values: [email, purpose, normalMailbox(email)],
  });
  const { hour, day, hasFresh, isKnown } = rows[0]!;
  return (hour >= MAX_LINKS_AN_HOUR && hasFresh) || (!isKnown && day >= MAX_LINKS_TO_STRANGERS);
}

const hasAccount = (email: string) =>
  `EXISTS (SELECT 1 FROM accounts WHERE accounts.email = ${email} AND status <> 'pending')`;

// A password reset needs an active account; a sign-in creates the account if it is missing.
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

/** Email address of a valid token; null if the token is unknown, used or expired. Does not use up the token. */
export async function findLinkAddress(db: Database, purpose: LinkPurpose, tokenHash: Buffer): Promise<string | null> {
  const link = await db.prisma.accountLink.findUnique({
    where: { tokenHash: new Uint8Array(tokenHash), purpose, usedAt: null, expiresAt: { gt: new Date() } },
    select: { email: true },
  });
  return link?.email ?? null;
}

/** True if a token is currently valid for this purpose. Does not use up the token. */
export async function isLinkValid(db: Database, purpose: LinkPurpose, tokenHash: Buffer): Promise<boolean> {
  return (await findLinkAddress(db, purpose, tokenHash)) !== null;
}

interface TakenLink {
  id: string;
  accountId: string;
  returnPath: string | null;
  usedAt: Date;
}

/**
 * Uses a valid link. One statement checks and updates the link, so only one of several concurrent callers gets the row.
 * @throws Failure `invalid_token` for an unknown, used or expired token
 */
export async function takeLink(tx: Queryable, purpose: LinkPurpose, tokenHash: Buffer): Promise<TakenLink> {
  const { rows } = await tx.query<TakenLink>({
    text: `UPDATE account_links SET used_at = now()
           WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
           RETURNING id, account_id AS "accountId", return_path AS "returnPath", used_at AS "usedAt"`,
    values: [tokenHash, purpose],
  });
  if (!rows[0]) throw new Failure('invalid_token');
  return rows[0];
}

/** Voids every unused link of an account. Also expires the links, or `findResetAccount` would count them as resets. */
export async function voidLinks(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: `UPDATE account_links SET used_at = now(), expires_at = LEAST(expires_at, now())
           WHERE account_id = $1 AND used_at IS NULL`,
    values: [accountId],
  });
}
