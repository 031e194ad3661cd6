import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { Queryable } from '../../prisma/client';

/** Identity of a logical operation: requests with equal claims are repetitions (docs/interface.md, Idempotency). */
export interface IdempotencyClaim {
  accountId: string;
  mode: Mode;
  /** Method and path of the endpoint, such as `POST /v1/evaluations`. */
  operation: string;
  key: string;
  fingerprint: Buffer;
  /** Lifetime of the recorded answer; unlimited if omitted. */
  keepForMs?: number;
}

/** SHA-256 of the canonical JSON (RFC 8785) of a body after validation: trimmed, defaults filled in. */
export function fingerprint(body: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalize(body) ?? 'null')
    .digest();
}

/**
 * Claims a key in the caller's transaction: null if it is new and now ours, otherwise its recorded result. A `result`
 * known in advance is recorded at once. With a `lock`, other claims with the same lock wait until the transaction ends;
 * later statements then see everything committed during the wait.
 *
 * @throws Failure `idempotency_key_reused` if the key was used with another body
 */
export async function claimKey<T>(
  tx: Queryable,
  claim: IdempotencyClaim,
  options: { result?: T | null; lock?: string | null } = {},
): Promise<{ result: T } | null> {
  const { result = null, lock = null } = options;
  // The unique index makes a concurrent twin wait here until the first commits (then it finds a conflict) or rolls back
  // (then it continues as the first).
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
  // It had expired, and the sweep deleted it in between: the key is free again.
  if (!first) return claimKey(tx, claim, options);
  if (!claim.fingerprint.equals(first.fingerprint)) throw new Failure('idempotency_key_reused');
  return { result: first.response };
}

/** Recorded name of an operation; it includes the mode, so test and live keys are separate. */
export function recorded({ operation, mode }: IdempotencyClaim): string {
  return `${operation} (${mode})`;
}
