import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between polls double from the first to the last: what is there soon is seen soon, what takes long is asked rarely. */
const PAUSES_MS = { first: 20, last: 200 };

/**
 * Polls until the answer is truthy (a count of none is no answer), and returns it. Its patience is for machines
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
  for (let pause = PAUSES_MS.first; ; pause = Math.min(2 * pause, PAUSES_MS.last)) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > until) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await sleep(pause);
  }
}
