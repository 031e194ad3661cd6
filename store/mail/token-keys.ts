import type { Database } from '../../prisma/client';

/** Remaining uses of one secret of TOKEN_SECRET, by its id. */
export interface TokenKeyUse {
  keyId: string;
  /** Mails that may still be retried with the same link. */
  links: number;
  /** Valid marketing consents: the unsubscribe links of their mails do not expire. */
  consents: number;
}

/** Counts the remaining uses of each secret. Mailed links are found by their hash and need no secret. */
export async function countTokenKeys(db: Database): Promise<TokenKeyUse[]> {
  const { rows } = await db.pool.query<TokenKeyUse>(
    `SELECT token_key_id AS "keyId", count(*) FILTER (WHERE use = 'link')::int AS links,
            count(*) FILTER (WHERE use = 'consent')::int AS consents
     FROM (SELECT token_key_id, 'link' AS use FROM account_links
             WHERE issued_at IS NOT NULL AND used_at IS NULL AND expires_at > now()
           UNION ALL SELECT token_key_id, 'link' FROM free_scans
             WHERE status = 'awaiting_confirmation' AND confirmation_expires_at > now()
           UNION ALL SELECT token_key_id, 'consent' FROM consents
             WHERE kind = 'marketing' AND withdrawn_at IS NULL) AS uses
     GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}
