import type { Queryable } from '../../prisma/client';
import { recorded, type IdempotencyClaim } from './claim-key';

/** Records the result of a claimed key. */
export async function recordResult(tx: Queryable, claim: IdempotencyClaim, result: unknown): Promise<void> {
  await tx.query({
    name: 'idempotency-record',
    text: 'UPDATE idempotency_records SET response = $4 WHERE account_id = $1 AND operation = $2 AND key = $3',
    values: [claim.accountId, recorded(claim), claim.key, JSON.stringify(result)],
  });
}

/**
 * Replaces the result that a key was read with; false if a concurrent twin replaced it first, whose result the
 * operation now has.
 */
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
