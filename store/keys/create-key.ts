import { PLANS, type Mode, type Plan, type Scope } from '../../contracts/access';
import { displayPrefix, generateApiKey, hashApiKey } from '../../contracts/account';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import { transaction, type Database } from '../../prisma/client';
import { findAccount } from '../accounts/find-account';
import type { PendingMessage } from '../outbox/enqueue';
import { recordNewKey } from './record-new-key';
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
