import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../prisma/connection';
import type { Answer } from './api';

/** Pauses between polls double up to `last`, so quick results are noticed soon and slow results need few polls. */
const PAUSES_MS = { first: 20, last: 200 };

/**
 * Polls until the result is truthy (a count of 0 is not), and returns it. The default limit is long, because on a
 * shared machine a result can be late.
 * @throws Error naming `what` after `withinMs`
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (let pause = PAUSES_MS.first; ; pause = Math.min(2 * pause, PAUSES_MS.last)) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > until) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await sleep(pause);
  }
}

/** No outage in the chaos tests lasts this long, so a request that is still unanswered afterwards is lost. */
const RETRY_FOR_MS = 300_000;
const PAUSE_MS = 250;

/** Retries a test's database work while PostgreSQL is down, as the product does. */
export async function retryOnOutage<T>(work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + RETRY_FOR_MS; ; await sleep(200)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until || !isOutage(error)) throw error;
    }
  }
}

/** Receives the observations of {@link retryUntilAnswered}. */
export interface Witness {
  /** Records a broken promise of the product. */
  breaks(flaw: string): void;
  /** True while the operator blocks callers, for example during a restore. The retry limit excludes that time. */
  keepsOut?(): boolean;
}

/** For ordinary tests: fails the test if the product breaks a guarantee. */
export const failing: Witness = {
  breaks(flaw) {
    throw new Error(flaw);
  },
};

/**
 * Sends a request as a client should: repeats it with the same key if there is no response, or if the response says to
 * retry later. If there is no final response in time, records a broken promise and returns null. Also records each 500.
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
    const answer = await send().catch(() => null);
    if (answer?.status === 500)
      witness.breaks(`${what} was answered 500, request ${answer.headers.get('x-request-id')}`);
    if (answer && answer.status < 429 && answer.body?.code !== 'idempotency_in_flight') return answer;
  }
  witness.breaks(`${what} was repeated for ${RETRY_FOR_MS / 1_000} s and never answered for good`);
  return null;
}

// While a database is being replaced, it briefly does not exist.
const OUTAGE = /connect|terminat|ECONN|recovery|starting up|database \S+ does not exist/i;

function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) || OUTAGE.test(String(error));
}

/** Timeouts for cited pages, in milliseconds, on a machine whose cores are shared by a dozen processes. */
export const ON_BUSY_MACHINES = { timeoutMs: 30_000, readMs: 30_000 };

const Actual = Date;

/** Runs `work` with this process's clock shifted by `ms`, backwards if negative. Timers are unaffected. */
export async function withClockAhead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const Shifted = new Proxy(Actual, {
    construct: (target, given: unknown[]) =>
      given.length === 0 ? new target(Actual.now() + ms) : (Reflect.construct(target, given) as Date),
    get: (target, name) => (name === 'now' ? () => Actual.now() + ms : (Reflect.get(target, name) as unknown)),
  });
  globalThis.Date = Shifted;
  try {
    return await work();
  } finally {
    globalThis.Date = Actual;
  }
}
