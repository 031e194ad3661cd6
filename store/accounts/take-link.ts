import type { LinkPurpose } from '../../contracts/account';
import { Failure } from '../../contracts/failures';
import type { Queryable } from '../../prisma/client';

/** A used link. */
interface TakenLink {
  id: string;
  accountId: string;
  returnPath: string | null;
  usedAt: Date;
}

/**
 * Uses a valid link. Condition and update are one statement: of concurrent callers with the same token, one gets the row.
 *
 * @throws Failure `invalid_token` for one that is unknown, used or expired
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
