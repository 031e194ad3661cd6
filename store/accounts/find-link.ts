import type { LinkPurpose } from '../../contracts/account';
import type { Database, AccountLink } from '../../prisma/client';

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
