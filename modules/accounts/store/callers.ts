import { lowerPlan, type Mode, type Plan, type Scope } from '../../../base/access';
import type { Database } from '../../../prisma/client';

/** Account and permissions that an API key gives to a request. */
export interface Caller {
  apiKeyId: string;
  accountId: string;
  mode: Mode;
  /** The lower of the key's plan and its account's plan. */
  plan: Plan;
  /** Plan of the account; a key's own plan may be lower. */
  accountPlan: Plan;
  scopes: readonly Scope[];
  suspended: boolean;
  /** Milliseconds since the epoch at which the key expires, or null. */
  expiresAt: number | null;
}

/** Finds the caller that a key belongs to; null if the key is unknown, revoked or expired. */
export async function findCaller(db: Database, hash: Buffer): Promise<Caller | null> {
  const { rows } = await db.pool.query<Omit<Caller, 'expiresAt'> & { expiresAt: Date | null }>({
    name: 'api-key-find',
    text: `SELECT api_keys.id AS "apiKeyId", account_id AS "accountId", mode, api_keys.plan, scopes,
                  accounts.plan AS "accountPlan", accounts.status = 'suspended' AS suspended, LEAST(expires_at, revoked_at) AS "expiresAt"
           FROM api_keys JOIN accounts ON accounts.id = account_id
           WHERE hash = $1 AND (revoked_at IS NULL OR revoked_at > now()) AND (expires_at IS NULL OR expires_at > now())`,
    values: [hash],
  });
  if (!rows[0]) return null;
  const { expiresAt, ...caller } = rows[0];
  return { ...caller, plan: lowerPlan(caller.plan, caller.accountPlan), expiresAt: expiresAt?.getTime() ?? null };
}

/** SQL that sets the last use of keys to now. `ids` is the placeholder of the parameter with the key ids. */
export function notingLastUse(ids: string): string {
  return `UPDATE api_keys SET last_used_at = now() WHERE id = ANY(${ids})`;
}
