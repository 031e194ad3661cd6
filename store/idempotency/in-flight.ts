import { Failure } from '../../contracts/failures';

const LOCK_NOT_AVAILABLE = '55P03';

/** Failure of a request whose twin is still under way. */
export function inFlight(retryAfterSeconds: number, cause?: unknown): Failure {
  return new Failure('idempotency_in_flight', { retryAfterSeconds, cause });
}

/** Runs a transaction that claims a key; what waited too long for a concurrent twin is `idempotency_in_flight`. */
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
