import { Failure } from '../../contracts/failures';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { toApiKey, type ApiKey } from './row';

/**
 * Revokes a key at once; processes that have it cached see it within their cache's lifetime.
 *
 * @throws Failure `not_found` for an unknown key
 */
export async function revokeKey(db: Database, keyId: string): Promise<ApiKey> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string; revokedAt: Date }>({
      text: `UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND (revoked_at IS NULL OR revoked_at > now())
             RETURNING account_id AS "accountId", revoked_at AS "revokedAt"`,
      values: [keyId],
    });
    const after = rows[0];
    if (after)
      await recordAudit(tx, {
        action: 'key.revoked',
        accountId: after.accountId,
        subject: keyId,
        after: { revokedAt: after.revokedAt },
      });
  });
  const key = await db.prisma.apiKey.findUnique({ where: { id: keyId } });
  if (!key) throw new Failure('not_found', { detail: `No key ${keyId}.` });
  return toApiKey(key);
}

/** Revokes every key of an account at once, in the caller's transaction. */
export async function revokeKeysOf(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE api_keys SET revoked_at = LEAST(revoked_at, now()) WHERE account_id = $1',
    values: [accountId],
  });
}
