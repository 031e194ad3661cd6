import { LRUCache } from 'lru-cache';
import { fetchOnce, type FetchOptions } from './fetch-page';
import type { PageReader } from './page-reader';

/** Bytes of robots.txt that are read; RFC 9309 asks for 500 KiB at least. */
const MAX_BYTES = 512_000;
const MAX_REDIRECTS = 5;
const MAX_ORIGINS = 200;
/** Age at which rules are read again. */
const MAX_AGE_MS = 3_600_000;

/** Rules of one origin: their text, or one answer for all its addresses. */
type Rules = { text: string; url: string } | 'everything' | 'nothing';

/**
 * Asks robots.txt (RFC 9309), kept for an hour, whether `agent` may fetch an address. Never throws: an origin that does
 * not answer allows nothing, one without rules everything.
 */
export function createRobots(reader: PageReader, agent: string) {
  const known = new LRUCache<string, Exclude<Rules, 'nothing'>>({ max: MAX_ORIGINS, ttl: MAX_AGE_MS });
  return {
    async allows(url: URL, owner: string, options: Omit<FetchOptions, 'maxBytes'>): Promise<boolean> {
      const rules = known.get(url.origin) ?? (await readRules(url, options).catch(() => 'nothing' as const));
      // What failed is asked again.
      if (rules === 'nothing') return false;
      known.set(url.origin, rules);
      if (rules === 'everything') return true;
      const question = { rules: rules.text, rulesUrl: rules.url, url: url.href, agent };
      return reader.allows(owner, question).then(
        ({ allowed }) => allowed,
        () => false,
      );
    },
  };
}

async function readRules(url: URL, options: Omit<FetchOptions, 'maxBytes'>): Promise<Rules> {
  const rulesUrl = new URL('/robots.txt', url.origin);
  let next = rulesUrl;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const { status, redirect, page } = await fetchOnce(next, { ...options, maxBytes: MAX_BYTES });
    if (redirect) {
      next = redirect;
      continue;
    }
    // RFC 9309, 2.3.1: unavailable means that there are no rules, unreachable that everything is disallowed.
    if (status >= 500 || status === 429) return 'nothing';
    return status >= 400 ? 'everything' : { text: page.body.toString('utf8'), url: rulesUrl.href };
  }
  return 'everything';
}
