import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { PoolClient } from 'pg';
import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { transaction, type Queryable, type Database } from '../../../prisma/client';

/** Identifies an operation. Requests with equal claims are repetitions of one request (docs/interface/requests.md). */
export interface IdempotencyClaim {
  accountId: string;
  mode: Mode;
  /** Method and path of the endpoint, such as `POST /v1/evaluations`. */
  operation: string;
  key: string;
  fingerprint: Buffer;
  /** How long we keep the recorded response; unlimited if omitted. */
  keepForMs?: number;
}

/** SHA-256 of the canonical JSON (RFC 8785) of a validated body: trimmed, with defaults filled in. */
export function fingerprint(body: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalize(body) ?? 'null')
    .digest();
}

/** Owner of all operators' keys, so that one key cannot grant something to two accounts. */
const OPERATORS = 'operators';

/**
 * Claim for an operator's `--key`. Permanent by default. Operator keys do not belong to an account or mode, so
 * `contents` must name both.
 */
export function claimOfOperator(command: string, key: string, contents: object): IdempotencyClaim {
  return { accountId: OPERATORS, mode: 'live', operation: command, key, fingerprint: fingerprint(contents) };
}

export interface Once<T> {
  value: T;
  replayed: boolean;
}

/**
 * Runs `work` once for a claim, in one transaction with the record of its result. A repeated call gets the first
 * result, and a concurrent duplicate waits for it. The result must survive JSON unchanged. If `work` throws, nothing is
 * recorded and the claim can be retried. Without a claim, each call is a separate operation.
 * @throws Failure `idempotency_key_reused` if the key was used with another body
 * @throws Failure `idempotency_in_flight` if the first of two duplicates took longer than the lock timeout
 */
export async function once<T>(
  db: Database,
  claim: IdempotencyClaim | null,
  work: (tx: PoolClient) => Promise<T>,
): Promise<Once<T>> {
  if (!claim) return { value: await transaction(db, work), replayed: false };
  return orInFlight(() =>
    transaction(db, async (tx) => {
      const first = await claimKey<T>(tx, claim);
      if (first) return { value: first.result, replayed: true };
      const value = await work(tx);
      await recordResult(tx, claim, value);
      return { value, replayed: false };
    }),
  );
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Runs a transaction that claims a key. Throws `idempotency_in_flight` if a concurrent duplicate takes too long. */
export async function orInFlight<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) {
      throw inFlight(1, error);
    }
    throw error;
  }
}

/** Failure of a request whose duplicate is still under way. */
export function inFlight(retryAfterSeconds: number, cause?: unknown): Failure {
  return new Failure('idempotency_in_flight', { retryAfterSeconds, cause });
}

/**
 * Claims a key in the caller's transaction. Returns null if the key is new, otherwise the recorded result. If `result`
 * is known in advance, records it immediately. With a `lock`, other claims with the same lock wait until the
 * transaction ends. Statements after the claim see everything that was committed during the wait.
 * @throws Failure `idempotency_key_reused` if the key was used with another body
 */
export async function claimKey<T>(
  tx: Queryable,
  claim: IdempotencyClaim,
  options: { result?: T | null; lock?: string | null } = {},
): Promise<{ result: T } | null> {
  const { result = null, lock = null } = options;
  // The unique index makes a concurrent duplicate wait here until the first request commits (then the duplicate finds a
  // conflict) or rolls back (then the duplicate takes its place).
  const { rowCount } = await tx.query({
    name: 'idempotency-claim',
    text: `INSERT INTO idempotency_records (account_id, operation, key, fingerprint, response, expires_at)
           SELECT $1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond'
           FROM pg_advisory_xact_lock(hashtextextended($7, 0))
           ON CONFLICT DO NOTHING`,
    values: [
      claim.accountId,
      recorded(claim),
      claim.key,
      claim.fingerprint,
      result && JSON.stringify(result),
      claim.keepForMs ?? null,
      lock,
    ],
  });
  if (rowCount === 1) return null;
  const { rows } = await tx.query<{ fingerprint: Buffer; response: T }>({
    name: 'idempotency-first-result',
    text: `SELECT fingerprint, response FROM idempotency_records
           WHERE account_id = $1 AND operation = $2 AND key = $3`,
    values: [claim.accountId, recorded(claim), claim.key],
  });
  const first = rows[0];
  // The key had expired, and the sweep deleted it between the two statements. It is therefore free again.
  if (!first) return claimKey(tx, claim, options);
  if (!claim.fingerprint.equals(first.fingerprint)) throw new Failure('idempotency_key_reused');
  return { result: first.response };
}

/** Recorded name of an operation. Includes the mode, to separate test keys from live keys. */
export function recorded({ operation, mode }: IdempotencyClaim): string {
  return `${operation} (${mode})`;
}

export async function recordResult(tx: Queryable, claim: IdempotencyClaim, result: unknown): Promise<void> {
  await tx.query({
    name: 'idempotency-record',
    text: 'UPDATE idempotency_records SET response = $4 WHERE account_id = $1 AND operation = $2 AND key = $3',
    values: [claim.accountId, recorded(claim), claim.key, JSON.stringify(result)],
  });
}

/** Replaces a recorded result. False if a concurrent duplicate replaced it first, whose result then applies. */
export async function replaceResult<T>(
  tx: Queryable,
  claim: IdempotencyClaim,
  { from, to }: { from: T; to: T },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'idempotency-replace',
    text: `UPDATE idempotency_records SET response = $4
           WHERE account_id = $1 AND operation = $2 AND key = $3 AND response::jsonb = $5::jsonb`,
    values: [claim.accountId, recorded(claim), claim.key, JSON.stringify(to), JSON.stringify(from)],
  });
  return rowCount === 1;
}

/**
 * Re-encrypts secrets in recorded responses. `reseal` gets each secret and its owner's id, and returns the
 * re-encrypted secret, null to leave the secret unchanged, or `unreadable`.
 */
export async function resealKeptAnswers(
  db: Database,
  reseal: (sealed: Buffer, ownerId: string) => Buffer | null | 'unreadable',
): Promise<{ resealed: number; unreadable: string[] }> {
  const { rows } = await db.pool.query<{
    accountId: string;
    operation: string;
    key: string;
    owner: string;
    sealed: string;
  }>(
    `SELECT account_id AS "accountId", operation, key, response->>'webhookId' AS owner,
            response->>'sealedSecret' AS sealed
     FROM idempotency_records WHERE expires_at > now() AND response::jsonb ? 'sealedSecret'`,
  );
  const outcome = { resealed: 0, unreadable: [] as string[] };
  for (const { accountId, operation, key, owner, sealed } of rows) {
    const fresh = reseal(Buffer.from(sealed, 'base64'), owner);
    if (fresh === 'unreadable') outcome.unreadable.push(owner);
    if (!(fresh instanceof Buffer)) continue;
    const { rowCount } = await db.pool.query({
      text: `UPDATE idempotency_records SET response = jsonb_set(response::jsonb, '{sealedSecret}', to_jsonb($4::text))
             WHERE account_id = $1 AND operation = $2 AND key = $3 AND response->>'sealedSecret' = $5`,
      values: [accountId, operation, key, fresh.toString('base64'), sealed],
    });
    outcome.resealed += rowCount ?? 0;
  }
  return outcome;
}

/** Deletes up to `limit` expired records, so that their keys can be used again; returns how many. */
export async function purgeExpiredRecords(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: 'idempotency-purge',
    text: `DELETE FROM idempotency_records WHERE (account_id, operation, key) IN (
             SELECT account_id, operation, key FROM idempotency_records WHERE expires_at < now() LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
