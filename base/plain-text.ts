/**
 * Characters that change how other text is shown: controls but line feed and tab (C0, DEL, C1: a terminal obeys them), and
 * those that override the direction of text or isolate it, by which it reads otherwise than it is (CVE-2021-42574).
 */
// oxlint-disable-next-line no-control-regex
const DISGUISES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text of others as a terminal or a PDF may show it: without controls and overrides of direction. */
export function plainText(text: string): string {
  return text.replaceAll(DISGUISES, '');
}

/** Deepest nesting of what others hand in; no schema of ours nests deeper. */
const MAX_DEPTH = 32;

/** The value as JSON has it, with plain, well-formed texts, so that a database takes it. Too deep becomes null. */
export function plainTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return plainText(value).toWellFormed();
  if (value === null || typeof value !== 'object') return value ?? null;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => plainTexts(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [plainText(name).toWellFormed(), plainTexts(item, depth + 1)]),
  );
}

/** JSON Pointers of the texts in a value that {@link plainTexts} would change, and of what is nested too deep. */
export function disguisedTexts(value: unknown, pointer = '', depth = 0): string[] {
  if (typeof value === 'string') return plainText(value) === value && value.isWellFormed() ? [] : [pointer];
  if (value === null || typeof value !== 'object') return [];
  if (depth === MAX_DEPTH) return [pointer];
  return Object.entries(value).flatMap(([name, item]) => disguisedTexts(item, `${pointer}/${name}`, depth + 1));
}

/** JSON of a value for a terminal or a program: the same value, with such characters escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    DISGUISES,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Characters of a provider's own words that are kept. */
const MAX_LENGTH = 200;

/** What must not reach logs and histories: quotations, which hold what callers wrote, addresses, keys and queries. */
const MASKED = [
  /"[^"]*("|$)|`[^`]*(`|$)|“[^”]*(”|$)|«[^»]*(»|$)|(?<![\p{L}\d])['‘][^]*?(['’](?![\p{L}\d])|$)/gu,
  // Begins where a run of its characters begins, or takes quadratic time; what follows without a break is part of it.
  /(?<![^\s<>"'(,;])(?:[^\s<>"'(,;]+@[^\s<>"'),;]+)+/g,
  /\b(sk|rk|pk|whsec|re)_[\w*]+|\bBearer\s+\S+/gi,
  /\?(?<=https?:\/\/[^\s?]*\?)\S+/g,
];

/** A vendor's words about its error on one line, without what could be a customer's or a secret; null if none. */
export function vendorWords(error: unknown): string | null {
  const { apiMessage, message } = (error ?? {}) as { apiMessage?: unknown; message?: unknown };
  const words = apiMessage ?? message;
  if (typeof words !== 'string') return null;
  const masked = MASKED.reduce((text, pattern) => text.replaceAll(pattern, '…'), words);
  return masked.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH) || null;
}
