import { randomUUID } from 'node:crypto';
import { fingerprint, type IdempotencyClaim } from '../../store/idempotency/claim-key';

/** Claim of a request with a live key that nothing else repeats. */
export function liveClaim(accountId: string, operation: string, body: unknown): IdempotencyClaim {
  return { accountId, mode: 'live', operation, key: randomUUID(), fingerprint: fingerprint(body) };
}
