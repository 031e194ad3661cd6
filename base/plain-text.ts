/**
 * Characters that change how the surrounding text is displayed: control characters except line feed and tab (C0, DEL
 * and C1, which terminals obey), and bidirectional overrides and isolates, which can disguise text (CVE-2021-42574).
 */
// oxlint-disable-next-line no-control-regex
const DISGUISES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Makes foreign text safe for a terminal or a PDF by removing control characters and bidirectional overrides. */
export function plainText(text: string): string {
  return text.replaceAll(DISGUISES, '');
}

/** Deepest nesting accepted in foreign JSON; none of our schemas nests deeper. */
const MAX_DEPTH = 32;

/** Makes a JSON value's strings safe to display and well-formed. Replaces values nested too deep with null. */
export function plainTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return plainText(value).toWellFormed();
  if (value === null || typeof value !== 'object') return value ?? null;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => plainTexts(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [plainText(name).toWellFormed(), plainTexts(item, depth + 1)]),
  );
}

/** JSON Pointers to the strings that {@link plainTexts} would change and to values nested too deep. */
export function unsafeTexts(value: unknown, pointer = '', depth = 0): string[] {
  if (typeof value === 'string') return plainText(value) === value && value.isWellFormed() ? [] : [pointer];
  if (value === null || typeof value !== 'object') return [];
  if (depth === MAX_DEPTH) return [pointer];
  return Object.entries(value).flatMap(([name, item]) => unsafeTexts(item, `${pointer}/${name}`, depth + 1));
}

/** Serializes JSON for a terminal or a program, with control characters and bidirectional overrides escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    DISGUISES,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Maximum length of a provider's message; the rest is cut off. */
const MAX_LENGTH = 200;

/** Patterns masked in logs and histories: quotations (may contain callers' text), email addresses, keys, queries. */
const MASKED = [
  /"[^"]*("|$)|`[^`]*(`|$)|“[^”]*(”|$)|«[^»]*(»|$)|(?<![\p{L}\d])['‘][^]*?(['’](?![\p{L}\d])|$)/gu,
  // Matches only at the start of a token, to avoid quadratic time. Also masks text attached to the email address.
  /(?<![^\s<>"'(,;])(?:[^\s<>"'(,;]+@[^\s<>"'),;]+)+/g,
  /\b(sk|rk|pk|whsec|re)_[\w*]+|\bBearer\s+\S+/gi,
  /\?(?<=https?:\/\/[^\s?]*\?)\S+/g,
];

/** Returns a vendor's error message on one line, without customers' data or secrets; null if there is no message. */
export function vendorMessage(error: unknown): string | null {
  const { apiMessage, message } = (error ?? {}) as { apiMessage?: unknown; message?: unknown };
  const words = apiMessage ?? message;
  if (typeof words !== 'string') return null;
  const masked = MASKED.reduce((text, pattern) => text.replaceAll(pattern, '…'), words);
  return masked.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH) || null;
}
