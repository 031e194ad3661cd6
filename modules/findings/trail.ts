import { SEARCH_LOG, type SessionStep, type SearchStep } from './contract/agents';
import { withoutContacts } from './rules/prose';
import { cleanText } from './text/model-output';
import { createPageSearch, type Passage } from './text/quotation';

/** Information from the agent's session about one of its citations. */
export interface TracedCitation {
  /** True if the agent opened the cited page, or another page with the quotation, such as the target of a redirect. */
  opened: boolean;
  /** The quoted passage, as the agent saw it on the page; null if it was not there. */
  seen: Pick<Passage, 'excerpt' | 'context'> | null;
}

/** Log of a session's searches and opened pages, and the result for each citation, in order. */
export interface Trail {
  log: SearchStep[];
  citations: TracedCitation[];
}

/**
 * Follows the steps of a session and compares opened pages with citations. A page that only appears in search results
 * does not count as opened. Keeps only one page in memory at a time.
 */
export async function followTrail(
  steps: AsyncIterable<SessionStep>,
  cited: readonly { sourceUrl: string; excerpt: string }[],
): Promise<Trail> {
  const log: SearchStep[] = [];
  const addresses = cited.map(({ sourceUrl }) => addressKey(sourceUrl));
  const citations = cited.map((): TracedCitation => ({ opened: false, seen: null }));
  for await (const step of steps) {
    if (log.length < SEARCH_LOG.steps) log.push(logged(step));
    if (step.kind !== 'opened') continue;
    const find = createPageSearch(step.text);
    const address = addressKey(step.url);
    citations.forEach((citation, i) => {
      const own = addresses[i] === address;
      citation.opened ||= own;
      if (own ? citation.seen : citation.opened) return;
      const passage = find(cited[i]!.excerpt);
      if (!passage) return;
      citation.opened = true;
      if (own) citation.seen = { excerpt: passage.excerpt, context: passage.context };
    });
  }
  return { log, citations };
}

function logged(step: SessionStep): SearchStep {
  const { at } = step;
  if (step.kind === 'asked')
    return { at, kind: step.kind, query: cut(withoutContacts(cleanText(step.query)), SEARCH_LOG.query) };
  return { at, kind: step.kind, url: cut(step.url, SEARCH_LOG.url) };
}

/** Characters that PostgreSQL cannot store in JSON, and other control characters. */
// oxlint-disable-next-line no-control-regex
const UNKEPT = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

/** Cuts a model's text to `length` characters, without splitting a character. */
function cut(text: string, length: number): string {
  const kept = text.replace(UNKEPT, ' ');
  return kept.length <= length ? kept : Array.from(kept).slice(0, length).join('');
}

/** URL without the parts that do not change the page: scheme, `www.`, fragment, trailing slash, campaign parameters. */
function addressKey(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname, searchParams } = new URL(address);
  const query = [...searchParams].filter(([name]) => !name.startsWith('utm_'));
  return JSON.stringify([host.replace(/^www\./u, ''), pathname.replace(/\/$/u, ''), query]);
}
