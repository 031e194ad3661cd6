import type { PoolClient } from 'pg';
import { transaction, type Database } from '../../prisma/client';
import { claimKey, type IdempotencyClaim } from './claim-key';
import { orInFlight } from './in-flight';
import { recordResult } from './record-result';

/** A result, and a flag for repetitions. */
export interface Once<T> {
  value: T;
  replayed: boolean;
}

/**
 * Runs `work` once for a claim, in one transaction with the record of its result: a repetition gets the first result, a
 * concurrent twin waits for it. The result must survive JSON unchanged. If `work` throws, nothing is recorded and the
 * claim can be retried. Without a claim, each call is an operation of its own.
 *
 * @throws Failure `idempotency_key_reused` if the key was used with another body
 * @throws Failure `idempotency_in_flight` if the first of two twins took longer than the lock timeout
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
