import { createHash } from 'node:crypto';
import { withTimeLimit } from '../../base/time-limits';
import type { VerificationStatus } from '../../modules/findings/contract/findings-parts';
import type { KeptOfPage } from '../../modules/findings/evidence';
import { resolveByDns, type ResolveAll } from '../public-network';
import { fetchOnce, isOrdinary, isReserved, createRobots, type FetchedPage, type FetchOptions } from './fetch-page';
import { HostTurns, siteOf, SharedPace, type SharedTurns } from './host-turns';
import { isSignIn, type PageState } from './page-parts';
import { createPageReader, type PageReader } from './page-reader';

interface CitedPage {
  url: string;
  quotations: readonly string[];
  /** Run that cites the page. Runs take turns, so slow pages of one run do not delay the others. */
  owner: string;
}

/** Results for the quotations of a page, in order. */
export interface PageChecked {
  found: { status: VerificationStatus; kept: KeptOfPage }[];
  /** SHA-256 (hex) of the page after decoding its Content-Encoding; null if nothing was read. */
  contentSha256: string | null;
}

export interface CitedPages {
  /** Checks a page. Quotations on unreadable pages are `unreachable` or `not_text`. @throws only the signal's reason */
  check(page: CitedPage, signal: AbortSignal): Promise<PageChecked>;
  close(): Promise<void>;
}

export interface CitedPagesOptions {
  /** URL of our own site, where the owner of a cited site can find out who we are. */
  publicUrl: string;
  /** Server to use for reserved host names if everything runs on one machine; otherwise null. */
  sampleOrigin: string | null;
  timeoutMs?: number;
  /** Time limit for reading a fetched page, in milliseconds. */
  readMs?: number;
  /** Pause between two requests to a site. Defaults to one second, and to no pause between samples. */
  pauseMs?: number;
  /** Schedule that all processes share. Without it, each process paces its own requests. */
  turns?: SharedTurns;
  resolveAll?: ResolveAll;
  onChecked?: (status: VerificationStatus) => void;
}

const ROBOTS_NAME = 'NewsletterOpportunityIntelligence';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2_000_000;
const PAUSE_MS = 1_000;
/** Longest wait for the shared schedule. After that, this process paces its own requests. */
const TURN_MAX_WAIT_MS = 200;
const MAX_REDIRECTS = 5;

type Reached = { page: FetchedPage } | { status: VerificationStatus };

/**
 * Creates the checker. It requests only public addresses, even after redirects. It sends one request at a time per
 * site, and respects robots.txt.
 * @throws Error if `sampleOrigin` is set on a public deployment
 */
export function createCitedPages(options: CitedPagesOptions): CitedPages {
  const { publicUrl, sampleOrigin, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS, resolveAll = resolveByDns } = options;
  if (sampleOrigin !== null && publicUrl.startsWith('https:')) {
    throw new Error('CITED_PAGES_ORIGIN serves samples: it cannot be set where PUBLIC_URL is an https address');
  }
  const reader = createPageReader(options.readMs);
  const robots = createRobots(reader, ROBOTS_NAME);
  const times = { pauseMs, requestMs: timeoutMs, maxWaitMs: TURN_MAX_WAIT_MS };
  const turns = new HostTurns(pauseMs, options.turns ? new SharedPace(options.turns, times) : null);
  const common = {
    userAgent: `${ROBOTS_NAME}/1.0 (+${new URL('/support', publicUrl).href}; checks quotations)`,
    maxBytes: MAX_BYTES,
    resolveAll,
    sampleOrigin: sampleOrigin === null ? null : new URL(sampleOrigin),
  };

  /** Requests a URL when its site's turn comes. Null if robots.txt disallows the URL. */
  function ask(url: URL, owner: string, signal: AbortSignal) {
    const once = () =>
      withTimeLimit(timeoutMs, signal, async (limited) => {
        const request: FetchOptions = { ...common, signal: limited };
        return (await robots.allows(url, owner, request)) ? fetchOnce(url, request) : null;
      });
    if (!common.sampleOrigin || !isReserved(url))
      return turns.take({ site: siteOf(url.hostname), owner }, signal, once);
    // Sample pages come from our own machine, so they need no pause unless one is configured.
    return options.pauseMs === undefined ? once() : turns.take({ site: url.href, owner }, signal, once);
  }

  async function reach(first: URL, owner: string, signal: AbortSignal): Promise<Reached> {
    let url = first;
    for (let hops = 0; hops <= MAX_REDIRECTS && isOrdinary(url); hops++) {
      const fetched = await ask(url, owner, signal);
      if (fetched === null) break;
      if (fetched.redirect) {
        // After a redirect to a sign-in page, visitors do not see the cited page. The sign-in page proves nothing.
        if (isSignIn(fetched.redirect) && !isSignIn(first)) break;
        url = fetched.redirect;
        continue;
      }
      const { status, page } = fetched;
      if (status === 404 || status === 410) return { status: 'not_found' };
      return status >= 200 && status < 300 ? { page } : { status: 'unreachable' };
    }
    return { status: 'unreachable' };
  }

  async function checkPage({ url, quotations, owner }: CitedPage, signal: AbortSignal): Promise<PageChecked> {
    if (!URL.canParse(url)) return nothingRead(quotations, 'unreachable');
    try {
      const reached = await reach(new URL(url), owner, signal);
      if (!('page' in reached)) return nothingRead(quotations, reached.status);
      const contentSha256 = createHash('sha256').update(reached.page.body).digest('hex');
      return { found: await foundOn(reader, reached.page, { quotations, owner }), contentSha256 };
    } catch {
      signal.throwIfAborted();
      return nothingRead(quotations, 'unreachable');
    }
  }

  return {
    async check(page, signal) {
      const checked = await checkPage(page, signal);
      for (const { status } of checked.found) options.onChecked?.(status);
      return checked;
    },
    close: () => reader.close(),
  };
}

/** Status of a quotation that was not found on its page, by the page's state. */
const UNFOUND: Readonly<Record<PageState, VerificationStatus>> = {
  page: 'not_found',
  wall: 'unreachable',
  shell: 'not_text',
};

function nothingRead(quotations: readonly string[], status: VerificationStatus): PageChecked {
  return { found: quotations.map(() => ({ status, kept: {} })), contentSha256: null };
}

async function foundOn(
  reader: PageReader,
  { body, contentType, cut }: FetchedPage,
  { quotations, owner }: Pick<CitedPage, 'quotations' | 'owner'>,
): Promise<PageChecked['found']> {
  const read = await reader.find(owner, { body, contentType, quotations }).catch(() => null);
  if (read === null) return nothingRead(quotations, 'not_text').found;
  // The quotation may be in the unread part of a long page.
  const unfound = cut ? 'unreachable' : UNFOUND[read.state];
  const ofPage = { ...(read.title && { pageTitle: read.title }), ...(read.date && { pageDate: read.date }) };
  return read.found.map((passage) => ({ status: passage ? 'verified' : unfound, kept: { ...passage, ...ofPage } }));
}
