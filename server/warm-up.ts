import type { RequestListener } from 'node:http';
import { createAskItself, ITSELF } from './ask-itself';

/** Pages that answer from memory while the database is busy. */
const PAGES = ['/', '/opportunities'];
/** A cold process can be too slow for its own first request; each try ends with the time budget of a request. */
const TRIES = 3;

/**
 * Asks this process for the pages that newcomers see first, so that it has their last good answer, and what a first
 * request loads, before it is ready. Never throws; without a database it gives up.
 */
export async function warmUp(answer: RequestListener): Promise<void> {
  const ask = createAskItself(answer)({ address: '127.0.0.1', requestId: 'warm-up-at-start' });
  const isShown = (path: string) =>
    ask(ITSELF + path).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; tries < TRIES; tries++) {
    const shown = await Promise.all(PAGES.map(isShown));
    if (shown.every(Boolean)) return;
  }
}
