import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until the answer is neither null nor undefined nor false, and returns it. Its patience is for machines
 * that others share: what never comes fails a minute late, what comes late fails nothing.
 *
 * @throws Error naming `what` after `withinMs`
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > until) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await sleep(20);
  }
}
