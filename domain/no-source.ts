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

/** What an address is in place of a page that says something itself, in words; null for any other. */
export function noSource(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, search } = new URL(address);
  const path = pathname + search;
  const isOf = ([host, ofPath]: Pattern) => host.test(hostname) && (ofPath?.test(path) ?? true);
  return NO_SOURCES.find(([, patterns]) => patterns.some(isOf))?.[0] ?? null;
}
