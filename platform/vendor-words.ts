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

/**
 * Words of a vendor's error about itself, on one line, with everything masked that could be a customer's or a secret;
 * null if it has none.
 */
export function vendorWords(error: unknown): string | null {
  const { apiMessage, message } = (error ?? {}) as { apiMessage?: unknown; message?: unknown };
  const words = apiMessage ?? message;
  if (typeof words !== 'string') return null;
  const masked = MASKED.reduce((text, pattern) => text.replaceAll(pattern, '…'), words);
  return masked.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH) || null;
}
