import { displayPrefix, generateApiKey, hashApiKey } from '../../contracts/account';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import type { CreatedKey } from './create-key';
import { recordNewKey } from './record-new-key';
import { toApiKey, type ApiKey } from './row';

/**
 * Replaces a key by a new one with the same name, scopes, plan and mode. The old one stays valid for `graceMs`.
 *
 * @throws Failure `not_found` for a key that is unknown, revoked or expired, `invalid_request` for one already rotated,
 * `too_many_keys` if the old one stays valid and the account is at its limit
 */
export async function rotateKey(db: Database, keyId: string, graceMs: number): Promise<CreatedKey> {
  const secret = generateApiKey((await validKey(db, keyId)).mode);
  const id = newId('key');
  const pending = await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string; validUntil: Date }>({
      text: `UPDATE api_keys SET replaced_by = $2, revoked_at = now() + $3 * interval '1 millisecond'
             WHERE id = $1 AND replaced_by IS NULL RETURNING account_id AS "accountId", revoked_at AS "validUntil"`,
      values: [keyId, id, graceMs],
    });
    if (!rows[0]) throw new Failure('invalid_request', { detail: `Key ${keyId} was already replaced.` });
    await tx.query({
      text: `INSERT INTO api_keys (id, account_id, name, prefix, hash, mode, plan, scopes, expires_at)
             SELECT $2, account_id, name, $3, $4, mode, plan, scopes, expires_at FROM api_keys WHERE id = $1`,
      values: [keyId, id, displayPrefix(secret), hashApiKey(secret)],
    });
    const { accountId, validUntil } = rows[0];
    await recordAudit(tx, { action: 'key.rotated', accountId, subject: keyId, after: { replacedBy: id, validUntil } });
    return recordNewKey(tx, id);
  });
  return { record: toApiKey(await db.prisma.apiKey.findUniqueOrThrow({ where: { id } })), secret, pending };
}

async function validKey(db: Database, keyId: string): Promise<ApiKey> {
  const now = new Date();
  const key = await db.prisma.apiKey.findUnique({ where: { id: keyId } });
  if (!key || (key.revokedAt && key.revokedAt <= now) || (key.expiresAt && key.expiresAt <= now)) {
    throw new Failure('not_found', { detail: `No valid key ${keyId}.` });
  }
  return toApiKey(key);
}
