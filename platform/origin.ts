import { AsyncLocalStorage } from 'node:async_hooks';

// Entered by workers only. The API's database handle carries the request id (`actingAs`), which costs a request nothing.
const requests = new AsyncLocalStorage<string>();

/** Runs work on behalf of a request that was answered earlier: what it enqueues and logs names that request. */
export function onBehalfOf<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work);
}

/** Id of the request on whose behalf the current work runs; null outside of {@link onBehalfOf}. */
export function currentRequestId(): string | null {
  return requests.getStore() ?? null;
}
