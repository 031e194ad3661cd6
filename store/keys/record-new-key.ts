import { Failure } from '../../contracts/failures';
import { actorOf, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { requestMail } from '../mail/request-mail';
import type { PendingMessage } from '../outbox/enqueue';
import type { ApiKey } from './row';

/** Limit of active keys of an account; a rotated key counts until its grace period ends. */
const MAX_ACTIVE_KEYS = 50;

/** @throws Failure `too_many_keys` if the added key exceeds the limit; the caller's transaction rolls back */
async function refuseTooManyKeys(tx: Queryable, accountId: string): Promise<void> {
  // Locked, so that concurrent creations are counted one after the other.
  await tx.query({ text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE', values: [accountId] });
  // The column rounds to milliseconds, so a revocation in this transaction may be slightly after its now().
  const { rows } = await tx.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM api_keys
           WHERE account_id = $1 AND (revoked_at IS NULL OR revoked_at > now() + interval '1 millisecond')
             AND (expires_at IS NULL OR expires_at > now())`,
    values: [accountId],
  });
  if (rows[0]!.count <= MAX_ACTIVE_KEYS) return;
  throw new Failure('too_many_keys', {
    detail: `An account may have ${MAX_ACTIVE_KEYS} active keys; one that was replaced counts until its grace ends.`,
  });
}

/** Audits a new key and mails the owner about every one made by a person. @throws Failure `too_many_keys` */
export async function recordNewKey(tx: Queryable, id: string): Promise<PendingMessage | null> {
  const { rows } = await tx.query<Pick<ApiKey, 'accountId' | 'mode' | 'plan' | 'scopes' | 'expiresAt'>>({
    text: `SELECT account_id AS "accountId", mode, plan, scopes, expires_at AS "expiresAt" FROM api_keys WHERE id = $1`,
    values: [id],
  });
  await refuseTooManyKeys(tx, rows[0]!.accountId);
  await recordAudit(tx, { action: 'key.created', accountId: rows[0]!.accountId, subject: id, after: { ...rows[0]! } });
  if (actorOf(tx).kind === 'system') return null;
  return requestMail(tx, { mail: 'new_key', id });
}
