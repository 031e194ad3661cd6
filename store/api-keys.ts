import { lowerPlan, PLANS, type Mode, type Plan, type Scope } from '../contracts/access';
import { displayPrefix, generateApiKey, hashApiKey } from '../contracts/api-key';
import { Failure } from '../contracts/failures';
import { newId } from '../contracts/ids';
import { transaction, type Account, type ApiKey, type Database } from '../prisma/client';

/** What a request may do, as its key says. */
export interface Caller {
  apiKeyId: string;
  accountId: string;
  mode: Mode;
  /** The lower of the key's plan and its account's. */
  plan: Plan;
  /** Whether the key is bound to a lower plan than its account has. */
  belowAccountPlan: boolean;
  scopes: readonly Scope[];
  /** Milliseconds since the epoch after which the key is not valid any more, or null. */
  expiresAt: number | null;
}

/** The caller behind a key that is neither revoked nor expired, or null. */
export async function findCaller(db: Database, hash: Buffer): Promise<Caller | null> {
  const { rows } = await db.pool.query<
    Omit<Caller, 'expiresAt' | 'belowAccountPlan'> & { accountPlan: Plan; expiresAt: Date | null }
  >({
    name: 'api-key-find',
    text: `SELECT api_keys.id AS "apiKeyId", account_id AS "accountId", mode, api_keys.plan, scopes,
                  accounts.plan AS "accountPlan", LEAST(expires_at, revoked_at) AS "expiresAt"
           FROM api_keys JOIN accounts ON accounts.id = account_id
           WHERE hash = $1 AND (revoked_at IS NULL OR revoked_at > now()) AND (expires_at IS NULL OR expires_at > now())`,
    values: [hash],
  });
  if (!rows[0]) return null;
  const { accountPlan, expiresAt, ...caller } = rows[0];
  const plan = lowerPlan(caller.plan, accountPlan);
  return { ...caller, plan, belowAccountPlan: plan !== accountPlan, expiresAt: expiresAt?.getTime() ?? null };
}

/** A key that was just made: the only time its secret is seen. */
export interface CreatedKey {
  record: ApiKey;
  secret: string;
}

/** What a new key is to be. Without a plan it has its account's. */
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
 * @throws Failure `not_found` for an unknown account, `invalid_request` for a plan above the account's
 */
export async function createKey(db: Database, key: NewKey): Promise<CreatedKey> {
  const account = await db.prisma.account.findUnique({ where: { id: key.accountId } });
  if (!account) throw new Failure('not_found', { detail: `No account ${key.accountId}.` });
  const plan = key.plan ?? (account.plan as Plan);
  if (PLANS.indexOf(plan) > PLANS.indexOf(account.plan as Plan)) {
    throw new Failure('invalid_request', {
      detail: `The account's plan is ${account.plan}; a key cannot have ${plan}.`,
    });
  }
  const secret = generateApiKey(key.mode);
  const record = await db.prisma.apiKey.create({
    data: {
      id: newId('key'),
      accountId: account.id,
      name: key.name,
      prefix: displayPrefix(secret),
      hash: new Uint8Array(hashApiKey(secret)),
      mode: key.mode,
      plan,
      scopes: [...key.scopes],
      expiresAt: key.expiresInMs ? new Date(Date.now() + key.expiresInMs) : null,
    },
  });
  return { record, secret };
}

/**
 * Replaces a key by a new one with the same name, scopes, plan and mode. The old one stays valid for `graceMs`.
 *
 * @throws Failure `not_found` for a key that is unknown, revoked or expired, `invalid_request` for one already rotated
 */
export async function rotateKey(db: Database, keyId: string, graceMs: number): Promise<CreatedKey> {
  const secret = generateApiKey((await validKey(db, keyId)).mode as Mode);
  const id = newId('key');
  await transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: `UPDATE api_keys SET replaced_by = $2, revoked_at = now() + $3 * interval '1 millisecond'
             WHERE id = $1 AND replaced_by IS NULL`,
      values: [keyId, id, graceMs],
    });
    if (rowCount === 0) throw new Failure('invalid_request', { detail: `Key ${keyId} was already replaced.` });
    await tx.query({
      text: `INSERT INTO api_keys (id, account_id, name, prefix, hash, mode, plan, scopes, expires_at)
             SELECT $2, account_id, name, $3, $4, mode, plan, scopes, expires_at FROM api_keys WHERE id = $1`,
      values: [keyId, id, displayPrefix(secret), hashApiKey(secret)],
    });
  });
  return { record: await db.prisma.apiKey.findUniqueOrThrow({ where: { id } }), secret };
}

async function validKey(db: Database, keyId: string): Promise<ApiKey> {
  const now = new Date();
  const key = await db.prisma.apiKey.findUnique({ where: { id: keyId } });
  if (!key || (key.revokedAt && key.revokedAt <= now) || (key.expiresAt && key.expiresAt <= now)) {
    throw new Failure('not_found', { detail: `No valid key ${keyId}.` });
  }
  return key;
}

/**
 * Revokes a key at once; processes that have it cached see it within their cache's lifetime.
 *
 * @throws Failure `not_found` for an unknown key
 */
export async function revokeKey(db: Database, keyId: string): Promise<ApiKey> {
  const revoked = await db.prisma.apiKey.updateManyAndReturn({
    where: { id: keyId, OR: [{ revokedAt: null }, { revokedAt: { gt: new Date() } }] },
    data: { revokedAt: new Date() },
  });
  const key = revoked[0] ?? (await db.prisma.apiKey.findUnique({ where: { id: keyId } }));
  if (!key) throw new Failure('not_found', { detail: `No key ${keyId}.` });
  return key;
}

/** A key with the account that it belongs to. */
export type OwnedKey = ApiKey & { account: Account };

/** The key behind a caller, with its account. */
export function loadKey(db: Database, apiKeyId: string): Promise<OwnedKey> {
  return db.prisma.apiKey.findUniqueOrThrow({
    where: { id: apiKeyId },
    include: { account: { omit: { passwordHash: true } } },
  });
}

/** A key of this account, or null: somebody else's is as unknown as one that never was. */
export function findOwnKey(db: Database, accountId: string, keyId: string): Promise<ApiKey | null> {
  return db.prisma.apiKey.findFirst({ where: { id: keyId, accountId } });
}

/** All keys of an account, newest first; none of them can be turned back into a secret. */
export function listKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  return db.prisma.apiKey.findMany({ where: { accountId }, orderBy: { id: 'desc' } });
}
