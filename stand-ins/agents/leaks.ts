/** Prefix that the vendor's tags have inside; it comes out with or without it. */
const PREFIX = 'antml:';

/** Ways in which markup and escapes leak into a text, each with one meaning; `field` is the member that holds it. */
const LEAKS: readonly ((text: string, field: string) => string)[] = [
  (text) => `<cite index="1-2">${text}</cite>`,
  (text) => text.replace(/&/gu, '&amp;').replace(/'/gu, '&#39;').replace(/—/gu, '&mdash;'),
  (text, field) => `${text}</${field}>\n</${PREFIX}invoke>`,
  (text) =>
    text
      .replace(/[^\x20-\x7e\n]/gu, escaped)
      .replaceAll('\n\n', '\\n\\n')
      .replaceAll('"', '\\"'),
  (text) => text.replace(/^(\S+ \S+)/u, `<${PREFIX}cite index="3-1,3-2">$1</${PREFIX}cite>`),
  (text) => text.replace(/&/gu, '&amp;amp;'),
  (text) => `<p>${text.replace(/^(\S+)/u, '<b>$1</b>')}</p>`,
];

const escaped = (character: string) =>
  [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * What an agent hands in as models are known to write it: the same, with leaked markup in its texts, lists as JSON in a
 * text, numbers as text, words of an enumeration in another case, and a member that slid into the text before it.
 */
export function leaky(handedIn: Record<string, unknown>): Record<string, unknown> {
  let turn = 0;
  const leaked = leak(handedIn, '') as Record<string, unknown>;
  const { verdict, evidence } = leaked as { verdict?: Record<string, unknown>; evidence?: unknown };
  return {
    ...leaked,
    ...(verdict && { verdict: slid(verdict) }),
    ...(evidence !== undefined && { evidence: JSON.stringify(evidence) }),
  };

  function leak(value: unknown, field: string): unknown {
    if (typeof value === 'string') return isProse(value) ? LEAKS[turn++ % LEAKS.length]!(value, field) : value;
    if (typeof value === 'number' && field === 'score') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => leak(item, field));
    const members = Object.entries(value).map(([name, inner]) => [
      name,
      name === 'confidence' ? String(inner).toUpperCase() : leak(inner, name),
    ]);
    return Object.fromEntries(members);
  }
}

/** A verdict whose confidence went into its rationale. */
function slid({ confidence, rationale, ...verdict }: Record<string, unknown>) {
  return {
    ...verdict,
    rationale: `${String(rationale)}</rationale>\n<parameter name="confidence">${String(confidence)}`,
  };
}

/** True for what is read as words: no id, day, address or word of an enumeration. */
const isProse = (value: string) => value.length > 10 && value.includes(' ') && !/^https?:/u.test(value);
