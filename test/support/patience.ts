import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../prisma/unavailable';
import type { Answer } from './api';

/** Outages of a story are shorter, so a request that is repeated for so long has been given up. */
const RETRY_FOR_MS = 300_000;
const PAUSE_MS = 250;

/** Repeats work on the database while PostgreSQL is down; the product does so by itself. */
export async function retryOnOutage<T>(work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + RETRY_FOR_MS; ; await sleep(200)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until || !isOutage(error)) throw error;
    }
  }
}

/** Receivers of what {@link retryUntilAnswered} meets on the way. */
export interface Witness {
  /** Takes a broken promise. */
  breaks(flaw: string): void;
  /** Called each time before the request is repeated, with the code or status that it got, or why it got none. */
  repeats?(why: string): void;
  /** Tells whether the operator keeps callers out, as until a restore is reconciled: that time does not count. */
  keepsOut?(): boolean;
}

/** For tests of one thing: a broken promise fails the test. */
export const failing: Witness = {
  breaks(flaw) {
    throw new Error(flaw);
  },
};

/**
 * Sends a request as a client should: repeats it with the same key while it is not answered, or answered by "again
 * later". Null if it never got another answer, which is a broken promise, as is an answer of 500.
 */
export async function retryUntilAnswered<T extends { code?: string }>(
  what: string,
  send: () => Promise<Answer<T>>,
  witness: Witness,
): Promise<Answer<T> | null> {
  let lastAt = Date.now();
  for (let triedFor = 0; triedFor < RETRY_FOR_MS; await sleep(PAUSE_MS)) {
    const now = Date.now();
    if (!witness.keepsOut?.()) triedFor += now - lastAt;
    lastAt = now;
    let failure = '';
    const answer = await send().catch((error: Error) => {
      failure = (error.cause as Error | undefined)?.message ?? error.message;
      return null;
    });
    if (answer?.status === 500)
      witness.breaks(`${what} was answered 500, request ${answer.headers.get('x-request-id')}`);
    if (answer && answer.status < 429 && answer.body?.code !== 'idempotency_in_flight') return answer;
    witness.repeats?.(answer ? (answer.body?.code ?? String(answer.status)) : failure);
  }
  witness.breaks(`${what} was repeated for ${RETRY_FOR_MS / 1_000} s and never answered for good`);
  return null;
}

// A database that is being put in another's place is not there for a moment.
const OUTAGE = /connect|terminat|ECONN|recovery|starting up|database \S+ does not exist/i;

function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) || OUTAGE.test(String(error));
}
