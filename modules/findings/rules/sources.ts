import { isBelow } from '../../../base/source-domains';
import { DIMENSIONS } from '../contract/findings';
import { hostOf } from './completeness';
import { flawsIn, withEach, type Reviewed, type Rule, type RuleContext } from './rule';

type Evidence = Reviewed['evidence'][number];

export const rivalIsClaim: Rule = {
  id: 'rival-is-claim',
  demand: 'A source on a competitor’s host or its subdomains has grade `claim`.',
  flaws: (findings) => {
    const hosts = hostsOfRivals(findings);
    return flawsIn(
      findings.evidence,
      '/evidence/*/grade',
      (entry) =>
        isOvergraded(entry, hosts) && 'must be "claim": the page belongs to a competitor, which describes itself',
    );
  },
  fallback: {
    correct: (findings) => {
      const hosts = hostsOfRivals(findings);
      return withEach(findings, 'evidence', (entry) =>
        isOvergraded(entry, hosts) ? { ...entry, grade: 'claim' } : entry,
      );
    },
    said: 'sources on competitors’ pages were marked as claims',
  },
};

function hostsOfRivals({ competitors }: Reviewed): string[] {
  return competitors.flatMap(({ url }) => (url !== null && URL.canParse(url) ? [hostOf(url)] : []));
}

function isOvergraded({ grade, sourceUrl }: Evidence, rivals: readonly string[]): boolean {
  if (grade === undefined || grade === 'claim' || !URL.canParse(sourceUrl)) return false;
  const host = hostOf(sourceUrl);
  return rivals.some((rival) => host === rival || host.endsWith(`.${rival}`));
}

const ADDRESS = '/evidence/*/sourceUrl';

export const sourceIsPage: Rule = {
  id: 'source-is-page',
  demand: 'No source is a search result page, a chat answer or a sign-in page.',
  flaws: ({ evidence }) =>
    flawsIn(evidence, ADDRESS, ({ sourceUrl }) => {
      const what = noSource(sourceUrl);
      return what && `is ${what}, which is not a source: cite the page that says it`;
    }),
  fallback: {
    correct: (findings) => without(findings, ({ sourceUrl }) => noSource(sourceUrl) !== null),
    said: 'citations of search results, chat services and sign-in pages were removed',
  },
};

export const sourceNotBlocked: Rule = {
  id: 'source-not-blocked',
  demand:
    'No source is on a domain that `AGENT_BLOCKED_DOMAINS` or the run excludes. If the run includes domains, every source is on one of them.',
  flaws: ({ evidence }, context) =>
    flawsIn(
      evidence,
      ADDRESS,
      ({ sourceUrl }) =>
        isBlocked(sourceUrl, context) &&
        'is on a domain that this research must not use: cite another page, or drop the claim',
    ),
  fallback: {
    correct: (findings, context) => without(findings, ({ sourceUrl }) => isBlocked(sourceUrl, context)),
    said: 'citations of domains that this research must not use were removed',
  },
};

function isBlocked(sourceUrl: string, { blockedDomains = [], includedDomains }: RuleContext): boolean {
  if (!URL.canParse(sourceUrl)) return false;
  const { hostname } = new URL(sourceUrl);
  return isBelow(hostname, blockedDomains) || (includedDomains !== undefined && !isBelow(hostname, includedDomains));
}

export const pageOpened: Rule = {
  id: 'page-opened',
  demand: 'The agent opened every cited page in the session that submits the findings.',
  flaws: ({ evidence }, { unopened }) =>
    flawsIn(
      evidence,
      ADDRESS,
      ({ evidenceId }) =>
        unopened?.has(evidenceId) &&
        'must be a page that you opened in this session: open it and quote it, or drop the claim',
    ),
  fallback: {
    correct: (findings, { unopened }) => without(findings, ({ evidenceId }) => unopened?.has(evidenceId) ?? false),
    said: 'citations of pages that the agent never opened were removed',
  },
};

/** Removes evidence for which `isOut` is true. A score left without citations becomes a low-confidence inference. */
function without(findings: Reviewed, isOut: (entry: Reviewed['evidence'][number]) => boolean): Reviewed {
  const out = new Set(findings.evidence.filter(isOut).map(({ evidenceId }) => evidenceId));
  const left = withoutCitations(findings, out) as Reviewed;
  const dimensions = DIMENSIONS.map((name) => {
    const dimension = left.dimensions[name];
    const isBare = dimension.basis !== 'inference' && dimension.evidenceIds.length === 0;
    return [name, isBare ? { ...dimension, basis: 'inference', confidence: 'low' } : dimension] as const;
  });
  return {
    ...left,
    evidence: findings.evidence.filter(({ evidenceId }) => !out.has(evidenceId)),
    dimensions: Object.fromEntries(dimensions) as Reviewed['dimensions'],
  };
}

function withoutCitations(value: unknown, out: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withoutCitations(inner, out));
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === 'evidenceIds' ? (inner as string[]).filter((id) => !out.has(id)) : withoutCitations(inner, out),
  ]);
  return Object.fromEntries(entries);
}

type Pattern = readonly [host: RegExp, path?: RegExp];

const SEARCH_ENGINES: readonly Pattern[] = [
  [/^(?:[\w-]+\.)*google\.[a-z.]{2,6}$/u, /^\/(?:search|scholar|url)\b/u],
  [/^(?:[\w-]+\.)*bing\.com$/u, /^\/(?:search|news\/search|ck)\b/u],
  [/^(?:[\w-]+\.)*duckduckgo\.com$/u, /^\/(?:html\/|lite\/)?(?:\?.*\bq=)/u],
  [/^(?:[\w-]+\.)*search\.yahoo\.(?:com|co\.jp)$/u],
  [/^(?:[\w-]+\.)*(?:yandex\.[a-z.]{2,6}|ya\.ru)$/u, /^\/search\b/u],
  [/^(?:[\w-]+\.)*baidu\.com$/u, /^\/s\b/u],
  [/^(?:[\w-]+\.)*(?:ecosia\.org|qwant\.com|startpage\.com|kagi\.com|search\.brave\.com|mojeek\.com|sogou\.com)$/u],
  [/^(?:[\w-]+\.)*(?:naver|seznam)\.(?:com|cz)$/u, /^\/(?:search\.naver|search)?\?.*\b(?:query|q)=/u],
];

const CHAT_SERVICES: readonly Pattern[] = [
  [/^(?:[\w-]+\.)*(?:chatgpt\.com|claude\.ai|grok\.com|meta\.ai|character\.ai|poe\.com|pi\.ai)$/u],
  [/^(?:chat\.openai\.com|chat\.deepseek\.com|chat\.mistral\.ai|chat\.qwen\.ai|copilot\.microsoft\.com)$/u],
  [/^(?:gemini|bard)\.google\.com$/u],
  [/^(?:www\.)?(?:perplexity\.ai|you\.com|phind\.com)$/u, /^\/(?:search|page|share|thread)\b/u],
  [/^(?:www\.)?bing\.com$/u, /^\/(?:chat|copilotsearch)\b/u],
  [/^(?:www\.)?huggingface\.co$/u, /^\/chat\b/u],
  [/^(?:www\.)?(?:x|twitter)\.com$/u, /^\/i\/grok\b/u],
];

const SIGN_INS: readonly Pattern[] = [
  [/^(?:log-?in|sign-?in)\./u],
  [/^accounts\.google\./u],
  [/./u, /^\/(?:[^?#]*\/)?(?:log-?in|log_in|sign-?in|sign_in|oauth2?\/authorize|saml2?)(?:\.[a-z]{2,5})?\/?(?:\?|$)/iu],
];

const NO_SOURCES = [
  ['a page of search results', SEARCH_ENGINES],
  ['the answer of a chat service', CHAT_SERVICES],
  ['a sign-in', SIGN_INS],
] as const;

/** Explains why a URL is not a source; null if it is one. */
export function noSource(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, search } = new URL(address);
  const path = pathname + search;
  const isOf = ([host, ofPath]: Pattern) => host.test(hostname) && (ofPath?.test(path) ?? true);
  return NO_SOURCES.find(([, patterns]) => patterns.some(isOf))?.[0] ?? null;
}
