import { PLANS, type Mode, type Plan, type Scope } from '../../contracts/access';
import { displayPrefix, generateApiKey, hashApiKey } from '../../contracts/api-key';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import { mailMessage } from '../../domain/messages/mails';
import { transaction, type Database, type Queryable, actorOf } from '../../prisma/client';
import { findAccount } from '../accounts/find-account';
import { recordAudit } from '../audit/record-audit';
import { enqueue, type PendingMessage } from '../outbox/enqueue';
import { toApiKey, type ApiKey } from './row';

/** A new key, with its secret for the only time. */
export interface CreatedKey {
  record: ApiKey;
  secret: string;
  /** Mail to the owner to deliver; the relay delivers it otherwise. */
  pending: PendingMessage | null;
}

/** Properties of a new key; without a plan it gets its account's. */
export interface NewKey {
  accountId: string;
  name: string;
  mode: Mode;
  scopes: readonly Scope[];
  plan?: Plan;
  expiresInMs?: number;
}

/**
 * Creates a key and returns its secret, once.
 *
 * @throws Failure `not_found` for an unknown account, `invalid_request` for a plan above the account's, `too_many_keys`
 */
export async function createKey(db: Database, key: NewKey): Promise<CreatedKey> {
  const account = await findAccount(db, key.accountId);
  if (!account) throw new Failure('not_found', { detail: `No account ${key.accountId}.` });
  const plan = key.plan ?? account.plan;
  if (PLANS.indexOf(plan) > PLANS.indexOf(account.plan)) {
    throw new Failure('invalid_request', {
      detail: `The account's plan is ${account.plan}; a key cannot have ${plan}.`,
    });
  }
  const secret = generateApiKey(key.mode);
  const id = newId('key');
  const pending = await transaction(db, async (tx) => {
    await tx.query({
      text: `INSERT INTO api_keys (id, account_id, name, prefix, hash, mode, plan, scopes, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 millisecond')`,
      values: [
        id,
        account.id,
        key.name,
        displayPrefix(secret),
        hashApiKey(secret),
        key.mode,
        plan,
        key.scopes,
        key.expiresInMs || null,
      ],
    });
    return recordNewKey(tx, id);
  });
  return { record: toApiKey(await db.prisma.apiKey.findUniqueOrThrow({ where: { id } })), secret, pending };
}

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

// Mails the owner about every key made by a person, on the page or with a command.
export async function recordNewKey(tx: Queryable, id: string): Promise<PendingMessage | null> {
  const { rows } = await tx.query<Pick<ApiKey, 'accountId' | 'mode' | 'plan' | 'scopes' | 'expiresAt'>>({
    text: `SELECT account_id AS "accountId", mode, plan, scopes, expires_at AS "expiresAt" FROM api_keys WHERE id = $1`,
    values: [id],
  });
  await refuseTooManyKeys(tx, rows[0]!.accountId);
  await recordAudit(tx, { action: 'key.created', accountId: rows[0]!.accountId, subject: id, after: { ...rows[0]! } });
  if (actorOf(tx).kind === 'system') return null;
  return enqueue(tx, `mail:new_key:${id}`, mailMessage({ mail: 'new_key', id }));
}
