import { PLANS, type Mode, type Plan, type Scope } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { transaction, actorOf, type Prisma, type Database, type Queryable } from '../../../prisma/client';
import type { Narrowed } from '../../../prisma/sql';
import { requestMail } from '../../mail/store/mails';
import { recordAudit } from '../../outbox/store/audit';
import type { PendingMessage } from '../../outbox/store/outbox';
import { displayPrefix, generateApiKey, hashApiKey } from '../contract';
import { findAccount, toAccount, type Account } from './accounts';

export type ApiKey = Narrowed<Prisma.ApiKeyModel, { mode: Mode; plan: Plan; scopes: Scope[] }>;

export const toApiKey = <Row extends Prisma.ApiKeyModel>(row: Row) => row as Omit<Row, keyof ApiKey> & ApiKey;

/** A new key with its secret, which is shown only once. */
export interface CreatedKey {
  record: ApiKey;
  secret: string;
  /** Email to the owner, to deliver after the commit. If the caller does not deliver it, the relay does. */
  pending: PendingMessage | null;
}

/** Details of a new key. Without a plan, the key gets the account's plan. */
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

/**
 * Replaces a key with a new one of the same name, scopes, plan and mode. The old key stays valid for `graceMs`.
 * @throws Failure `not_found` for an unknown, revoked or expired key, `invalid_request` for an already rotated key,
 * `too_many_keys` if the old key stays valid and the account is at its limit
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

/** Audits a new key and, if a person made it, mails the owner. @throws Failure `too_many_keys` */
async function recordNewKey(tx: Queryable, id: string): Promise<PendingMessage | null> {
  const { rows } = await tx.query<Pick<ApiKey, 'accountId' | 'mode' | 'plan' | 'scopes' | 'expiresAt'>>({
    text: `SELECT account_id AS "accountId", mode, plan, scopes, expires_at AS "expiresAt" FROM api_keys WHERE id = $1`,
    values: [id],
  });
  await refuseTooManyKeys(tx, rows[0]!.accountId);
  await recordAudit(tx, { action: 'key.created', accountId: rows[0]!.accountId, subject: id, after: { ...rows[0]! } });
  if (actorOf(tx).kind === 'system') return null;
  return requestMail(tx, { mail: 'new_key', id });
}

/** Maximum number of active keys per account. A rotated key counts until its grace period ends. */
const MAX_ACTIVE_KEYS = 50;

/** Call it after adding a key. @throws Failure `too_many_keys` if there are too many, to roll back the transaction */
async function refuseTooManyKeys(tx: Queryable, accountId: string): Promise<void> {
  // Locks the account, so that concurrent creations are counted one at a time.
  await tx.query({ text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE', values: [accountId] });
  // The column rounds to milliseconds, so a key revoked in this transaction may have a time slightly after now().
  const { rows } = await tx.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM api_keys
           WHERE account_id = $1 AND (revoked_at IS NULL OR revoked_at > now() + interval '1 millisecond')
             AND (expires_at IS NULL OR expires_at > now())`,
    values: [accountId],
  });
  if (rows[0]!.count <= MAX_ACTIVE_KEYS) return;
  throw new Failure('too_many_keys', {
    detail: `An account may have ${MAX_ACTIVE_KEYS} active keys. A replaced key counts until its grace period ends.`,
  });
}

/** Revokes a key; cached copies of it work until they expire. @throws Failure `not_found` for an unknown key */
export async function revokeKey(db: Database, keyId: string): Promise<ApiKey> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string; revokedAt: Date }>({
      text: `UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND (revoked_at IS NULL OR revoked_at > now())
             RETURNING account_id AS "accountId", revoked_at AS "revokedAt"`,
      values: [keyId],
    });
    if (!rows[0]) return;
    const { accountId, revokedAt } = rows[0];
    await recordAudit(tx, { action: 'key.revoked', accountId, subject: keyId, after: { revokedAt } });
  });
  const key = await db.prisma.apiKey.findUnique({ where: { id: keyId } });
  if (!key) throw new Failure('not_found', { detail: `No key ${keyId}.` });
  return toApiKey(key);
}

export async function revokeKeysOf(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE api_keys SET revoked_at = LEAST(revoked_at, now()) WHERE account_id = $1',
    values: [accountId],
  });
}

type OwnedKey = ApiKey & { account: Account };

export async function loadKey(db: Database, apiKeyId: string): Promise<OwnedKey> {
  const key = await db.prisma.apiKey.findUniqueOrThrow({
    where: { id: apiKeyId },
    include: { account: { omit: { passwordHash: true } } },
  });
  return { ...toApiKey(key), account: toAccount(key.account) };
}

/** Finds a key of this account; null if the key is unknown or belongs to another account. */
export async function findOwnKey(db: Database, accountId: string, keyId: string): Promise<ApiKey | null> {
  const key = await db.prisma.apiKey.findFirst({ where: { id: keyId, accountId } });
  return key && toApiKey(key);
}

/** All keys of an account, newest first, without secrets. */
export async function listKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  const keys = await db.prisma.apiKey.findMany({ where: { accountId }, orderBy: { id: 'desc' } });
  return keys.map(toApiKey);
}

/** Names of this account's keys among `ids`. */
export async function keyNames(
  db: Database,
  accountId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(ids)].filter((id): id is string => id !== null && id.startsWith('key_'));
  const named = await db.prisma.apiKey.findMany({
    where: { accountId, id: { in: keys } },
    select: { id: true, name: true },
  });
  return new Map(named.map(({ id, name }) => [id, name]));
}
