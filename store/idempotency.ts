import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { PoolClient } from 'pg';
import { Failure } from '../contracts/failures';
import { transaction, type Database, type Queryable } from '../prisma/client';

/** What makes two requests the same logical operation (contract.md, Idempotency). */
export interface IdempotencyClaim {
  accountId: string;
  /** The endpoint, such as `POST /v1/evaluations`. */
  operation: string;
  key: string;
  fingerprint: Buffer;
  /** How long the first answer is repeated; without it for ever. */
  keepForMs?: number;
}

/** SHA-256 of the canonical JSON (RFC 8785) of a body after validation: trimmed, defaults filled in. */
export function fingerprint(body: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalize(body) ?? 'null')
    .digest();
}

/** A result and whether it is the first one or a repetition of it. */
export interface Once<T> {
  value: T;
  replayed: boolean;
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` once for a claim, in one transaction with the record of its result: the same claim again gets the first
 * result, a concurrent twin waits for it. A result must survive JSON unchanged. Where `work` throws nothing is kept, so
 * the claim can be tried again.
 *
 * @throws Failure `idempotency_key_reused` when the key stands for another body
 * @throws Failure `idempotency_in_flight` when the first of two twins took longer than the lock timeout
 */
export async function once<T>(
  db: Database,
  claim: IdempotencyClaim,
  work: (tx: PoolClient) => Promise<T>,
): Promise<Once<T>> {
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

/** Runs a transaction that claims a key; what waited too long for a concurrent twin is `idempotency_in_flight`. */
export async function orInFlight<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) {
      throw new Failure('idempotency_in_flight', { retryAfterSeconds: 1, cause: error });
    }
    throw error;
  }
}

/**
 * Claims a key in the caller's transaction: null where it is new and now ours, else what was recorded for it. A `result` that is
 * known beforehand is recorded at once. Where there is a `lock`, whoever else claims with it waits until the transaction ends; what a
 * later statement reads is what was committed while this one waited.
 *
 * @throws Failure `idempotency_key_reused` when the key stands for another body
 */
export async function claimKey<T>(
  tx: Queryable,
  claim: IdempotencyClaim,
  { result = null, lock = null }: { result?: T | null; lock?: string | null } = {},
): Promise<{ result: T } | null> {
  // The unique index makes a concurrent twin wait here until the first commits (then it finds a conflict) or rolls back
  // (then it goes on as the first).
  const { rowCount } = await tx.query({
    name: 'idempotency-claim',
    text: `INSERT INTO idempotency_records (account_id, operation, key, fingerprint, response, expires_at)
           SELECT $1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond'
           FROM pg_advisory_xact_lock(hashtextextended($7, 0)) ON CONFLICT DO NOTHING`,
    values: [
      claim.accountId,
      claim.operation,
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
    values: [claim.accountId, claim.operation, claim.key],
  });
  const first = rows[0]!;
  if (!claim.fingerprint.equals(first.fingerprint)) throw new Failure('idempotency_key_reused');
  return { result: first.response };
}

/** Records what a claimed key stands for. */
export async function recordResult(tx: Queryable, claim: IdempotencyClaim, result: unknown): Promise<void> {
  await tx.query({
    name: 'idempotency-record',
    text: 'UPDATE idempotency_records SET response = $4 WHERE account_id = $1 AND operation = $2 AND key = $3',
    values: [claim.accountId, claim.operation, claim.key, JSON.stringify(result)],
  });
}

/** Deletes the records whose time is over, at most `limit`; their keys can be used for something else. Returns how many. */
export async function purgeExpiredRecords(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: 'idempotency-purge',
    text: `DELETE FROM idempotency_records WHERE (account_id, operation, key) IN (
             SELECT account_id, operation, key FROM idempotency_records WHERE expires_at < now() LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
