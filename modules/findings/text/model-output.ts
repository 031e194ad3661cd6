import type { TSchema } from '@sinclair/typebox';
import { Submission } from '../contract/findings';
import { decodeEntities, ENTITY } from './html-entities';

/** Markup that models leave in their output by mistake. */
interface Leak {
  /** Describes the leak to the agent. */
  name: string;
  /** Cleans leaks whose meaning is certain. `field` is the member that contains the text. */
  clean: (text: string, field?: string) => string;
  /** Finds the other leaks, whose meaning only the agent knows. */
  left: RegExp;
  /** Removes those leaks when no more corrections are possible. */
  remove: (text: string) => string;
}

/** Member names in a submission, except names that are also HTML tags. */
const MEMBERS = namesIn(Submission).filter((name) => !/^(?:title|summary|source|body|label|use)$/u.test(name));
const TOOL_TAG = 'antml[: ]\\w{1,30}|invoke|parameter|function_calls|function_results|tool_(?:use|result|calls?)';

/** Escaped line breaks: two in a row, one before a list item, or one between sentences. */
const BREAK = '\\\\{1,4}(?:r\\\\{1,4})?n';
const WRITTEN_BREAKS = new RegExp(
  `(?:${BREAK}){2,9}|${BREAK}(?=(?:[-•*]|\\d{1,2}[.)])\\s)|` +
    `(?<=^|[\\s.!?;…)"'»”]|\\\\[nrt])${BREAK}(?=$|[\\s\\p{Lu}\\p{N}"'«“(]|\\\\)`,
  'gu',
);
const CITATION = /[<(](?:antml:)?cite\s{1,5}index=[^<>]{0,200}>|<\/(?:antml:)?cite\s{0,5}>/giu;
const PARAMETER = new RegExp(
  `<(?:antml[: ])?parameter\\s{1,5}name=\\\\?["']([\\w-]{1,60})\\\\?["'][^<>]{0,80}>`,
  'giu',
);
const TOOL_LEFT = new RegExp(
  `<\\/?(?:${TOOL_TAG})\\b[^<>]{0,200}>?|<\\/(?:${MEMBERS.join('|')})>|\\bantml:\\w{1,30}`,
  'iu',
);
const ATTRIBUTES = '\\s{1,5}[\\w:-]{1,40}=[^<>]{0,500}';
const tagsOf = (names: string, flags: string) => new RegExp(`</?(?:${names})(?:${ATTRIBUTES})?\\s{0,5}/?>`, flags);
/**
 * HTML tags that only affect appearance. Strikethrough and superscripts are not listed, because they affect meaning.
 */
const LOOKS = 'a|abbr|b|big|code|em|font|i|kbd|mark|samp|small|span|strong|tt|u|var';
const FORMATTED = new RegExp(`<(${LOOKS})(?:${ATTRIBUTES})?\\s{0,5}>([^<>]*)</\\1\\s{0,5}>`, 'giu');
const PARAGRAPHS = 'p|div|blockquote|h[1-6]|ul|ol';
const BREAKS = tagsOf('br', 'giu');
const ITEMS = tagsOf('li', 'giu');
const PARAGRAPH_ENDS = tagsOf(PARAGRAPHS, 'giu');
const HTML = `${LOOKS}|br|li|${PARAGRAPHS}|center|d[dlt]|del|hr|iframe|img|ins|pre|q|s|script|strike|style|su[bp]|svg|table|t(?:body|head|foot|[drh])`;
const HTML_LEFT = new RegExp(`</?(?:${HTML})(?:\\s{0,5}/?>|${ATTRIBUTES}>?)`, 'iu');
const CLOSER = new RegExp(`^<\\/(?:${TOOL_TAG}|${MEMBERS.join('|')})>$`, 'iu');

/**
 * Kinds of leaks that models are known to produce (anthropic-sdk-python#1060, claude-code#48679, #61375, #83088,
 * openclaw#99564, livekit/agents#5959). Each check takes linear time.
 */
export const LEAKS: readonly Leak[] = [
  {
    name: 'a literal escape sequence',
    clean: (text) =>
      text
        .replace(WRITTEN_BREAKS, (written) => (/n.*n/su.test(written) ? '\n\n' : '\n'))
        .replace(/\\{1,4}(["'/])/gu, '$1')
        .replace(/(?:\\{1,4}u[0-9a-f]{4})+/giu, (escapes) => unescaped(escapes) ?? escapes),
    left: /\\(?:[nrt]|u[0-9a-f]{4})/iu,
    remove: (text) => text.replace(/\\{1,4}(?:[nrt]|u[0-9a-f]{4})/giu, ' '),
  },
  {
    name: 'an HTML entity',
    clean: decodeEntities,
    left: ENTITY,
    remove: (text) => text.replace(new RegExp(ENTITY, 'gu'), ' '),
  },
  {
    name: 'a citation tag',
    clean: (text) => text.replace(/<cite>([^<>]*)<\/cite>/giu, '$1').replace(CITATION, ''),
    left: /<\/?(?:antml:)?cite\b[^<>]{0,200}>?|\(cite index=/iu,
    remove: (text) => text.replace(/<\/?(?:antml:)?cite\b[^<>]{0,200}>?|\(cite index=[^)>]{0,200}[)>]?/giu, ''),
  },
  {
    name: 'markup of a tool call',
    clean: withoutOwnTags,
    left: TOOL_LEFT,
    // Cuts the text at the first tag, because the rest belongs to another parameter.
    remove: (text) =>
      text.slice(0, TOOL_LEFT.exec(text)?.index).trim() || text.replace(new RegExp(TOOL_LEFT, 'giu'), ' '),
  },
  {
    name: 'an HTML tag',
    clean: withoutFormatting,
    left: HTML_LEFT,
    remove: (text) => text.replace(new RegExp(HTML_LEFT, 'giu'), ' '),
  },
];

/** Maximum nesting depth at which leaks are cleaned. Deeper ones remain. */
const DEEPEST = 8;
const UNREADABLE = '(unreadable)';

/** Cleans leaks whose meaning is certain; see {@link LEAKS}. Strings without such leaks stay unchanged. */
export function cleanText(given: string, field?: string): string {
  let text = given;
  for (let depth = 0; depth < DEEPEST && MAY_LEAK.test(text); depth++) {
    const cleaner = LEAKS.reduce((left, { clean }) => clean(left, field), text);
    if (cleaner === text) break;
    text = cleaner;
  }
  return text;
}

/** Matches every string that may contain a leak. Most strings do not match, so all other checks are skipped. */
const MAY_LEAK = /[<&\\]|\(cite\s|antml:/iu;

/** First leak that {@link cleanText} left in a string, with its name; null if there is none. */
export function leakIn(text: string): { name: string; what: string } | null {
  if (!MAY_LEAK.test(text)) return null;
  for (const { name, left } of LEAKS) {
    const [what] = left.exec(text) ?? [];
    if (what !== undefined) return { name, what };
  }
  return null;
}

/** Removes all leaks from a string, even if that loses meaning. */
export function withoutLeaks(given: string): string {
  let text = cleanText(given);
  for (let depth = 0; depth < DEEPEST && leakIn(text); depth++) {
    text = cleanText(LEAKS.reduce((left, { remove }) => remove(left), text)).trim();
  }
  return text === '' ? UNREADABLE : text;
}

/**
 * Converts model output to fit its schema where the meaning is certain. Cleans strings, restores members that ended up
 * inside another member's string, parses JSON in strings, and converts numbers and enum values. Clean output stays
 * unchanged. The schema and the rules report all other errors.
 */
export function cleanOutput(given: unknown, schema: TSchema, field?: string): unknown {
  const value = typeof given === 'string' ? asMeant(given, schema, field) : given;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = formOf(schema, 'array')?.items as TSchema | undefined;
    return items ? value.map((item) => cleanOutput(item, items, field)) : value;
  }
  const fields = formOf(schema, 'object')?.properties as Record<string, TSchema> | undefined;
  return fields ? cleanMembers(value as Record<string, unknown>, fields) : value;
}

/** Finds the alternative in a schema that has the given type. */
function formOf(schema: TSchema, type: string): TSchema | undefined {
  return alternativesOf(schema).find((form) => form.type === type);
}

const alternativesOf = (schema: TSchema): TSchema[] => (schema.anyOf as TSchema[] | undefined) ?? [schema];

function cleanMembers(given: Record<string, unknown>, fields: Record<string, TSchema>): Record<string, unknown> {
  const whole = Object.entries(given).reduce((left, [name, value]) => {
    if (typeof value !== 'string' || !MAY_LEAK.test(value)) return left;
    const apart = membersIn(value, name, left, fields) ?? membersIn(cleanText(value, name), name, left, fields);
    return apart ? { ...left, ...apart } : left;
  }, given);
  const cleaned = Object.entries(whole).map(([name, value]) => {
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, schema ? cleanOutput(value, schema, name) : value] as const;
  });
  return Object.fromEntries(cleaned);
}

/**
 * Extracts members from a string. If a closing tag was wrong, the string contains the tool call's next parameters.
 * Null if there are no such parameters, or if one contradicts an existing member.
 */
function membersIn(
  text: string,
  name: string,
  members: Record<string, unknown>,
  fields: Record<string, TSchema>,
): Record<string, unknown> | null {
  const tags = [...text.matchAll(PARAMETER)];
  if (tags.length === 0) return null;
  const found = tags.map((tag, i) => {
    const inner = text.slice(tag.index + tag[0].length, tags[i + 1]?.index);
    return [tag[1]!, withoutClosers(inner, tag[1]!).trim()] as const;
  });
  const isMeant = ([other, inner]: readonly [string, string]) =>
    inner === '' || (Object.hasOwn(fields, other) && other !== name && (members[other] ?? inner) === inner);
  if (!found.every(isMeant)) return null;
  const missing = found.filter(([other, inner]) => inner !== '' && members[other] === undefined);
  return { [name]: withoutClosers(text.slice(0, tags[0]!.index), name), ...Object.fromEntries(missing) };
}

/** Replaces tags of paragraphs and lists with line breaks, and removes tags that only affect appearance. */
function withoutFormatting(text: string): string {
  const plain = text
    .replace(BREAKS, '\n')
    .replace(ITEMS, (tag) => (tag.startsWith('</') ? '' : '\n- '))
    .replace(PARAGRAPH_ENDS, '\n\n')
    .replace(FORMATTED, '$2');
  return plain === text ? text : plain.replace(/\n{3,}/gu, '\n\n').trim();
}

/** Removes the tags of the parameter that contains the text. */
function withoutOwnTags(text: string, field?: string): string {
  if (field === undefined || !/^\w{1,60}$/u.test(field)) return text;
  const open = new RegExp(`^\\s{0,20}<(?:${field}|(?:antml[: ])?parameter\\s{1,5}name=["']${field}["'])\\s{0,5}>`, 'u');
  return withoutClosers(text.replace(open, ''), field);
}

/** Removes closing tags at the end of a string. */
function withoutClosers(text: string, field: string): string {
  let end = text;
  for (;;) {
    const bare = end.trimEnd();
    const from = bare.endsWith('>') ? bare.lastIndexOf('<') : -1;
    if (from === -1) return end;
    const tag = bare.slice(from);
    if (tag !== `</${field}>` && !CLOSER.test(tag)) return end;
    end = bare.slice(0, from).trimEnd();
  }
}

/** Conversions of strings to the types of other schemas. They return undefined if the meaning is uncertain. */
const READINGS: readonly { takes: (schema: TSchema) => boolean; read: (text: string, schema: TSchema) => unknown }[] = [
  { takes: ({ type }) => type === 'null', read: (text) => (text === 'null' ? null : undefined) },
  { takes: ({ type }) => type === 'array', read: (text) => parsed(text, Array.isArray) },
  { takes: ({ type }) => type === 'object', read: (text) => parsed(text, isObject) },
  {
    takes: ({ type }) => type === 'integer' || type === 'number',
    read: (text) => (/^-?\d{1,15}(?:\.\d{1,10})?$/u.test(text) ? Number(text) : undefined),
  },
  {
    takes: ({ type }) => type === 'boolean',
    read: (text) => ({ true: true, false: false })[text.toLowerCase()],
  },
  { takes: (schema) => wordsOf(schema) !== null, read: (text, schema) => wordAs(text, wordsOf(schema)!) },
  {
    takes: ({ pattern }) => pattern !== undefined && !String(pattern).includes('http'),
    read: (text, { pattern }) =>
      new RegExp(String(pattern), 'u').test(text.toLowerCase()) ? text.toLowerCase() : undefined,
  },
];

function asMeant(given: string, schema: TSchema, field = ''): unknown {
  const forms = alternativesOf(schema);
  const text = cleanText(given, field);
  if (text !== 'null' && forms.some((form) => isTaken(text, form))) return text;
  // Tries the original text first, because escapes and entities inside JSON belong to its strings.
  for (const bare of new Set([given, withoutClosers(given, field), text].map((each) => each.trim()))) {
    for (const { takes, read } of READINGS) {
      for (const form of forms.filter(takes)) {
        const value = read(bare, form);
        if (value !== undefined) return value;
      }
    }
  }
  return text;
}

/** True if a schema accepts a string unchanged, ignoring length limits. */
function isTaken(text: string, schema: TSchema): boolean {
  const words = wordsOf(schema);
  if (words) return words.includes(text);
  return (
    schema.type === 'string' && (schema.pattern === undefined || new RegExp(String(schema.pattern), 'u').test(text))
  );
}

function wordsOf({ enum: words, const: word }: TSchema): unknown[] | null {
  return (words as unknown[] | undefined) ?? (word === undefined ? null : [word]);
}

/** The enum value that equals a string, ignoring case and separators. */
function wordAs(text: string, words: readonly unknown[]): unknown {
  const plain = (word: unknown) =>
    String(word)
      .toLowerCase()
      .replace(/[\s-]+/gu, '_');
  const same = words.filter((word) => plain(word) === plain(text));
  return same.length === 1 ? same[0] : undefined;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string, isMeant: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isMeant(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Decodes a run of escapes. Null if the result contains a control or format character, or half of a surrogate pair.
 */
function unescaped(escapes: string): string | null {
  const text = escapes.replace(/\\{1,4}u([0-9a-f]{4})/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return /[\p{C}\\]/u.test(text) ? null : text;
}

/** All member names in a schema, at any depth. */
function namesIn(schema: TSchema): string[] {
  const names = new Set<string>();
  const look = (form: TSchema): void => {
    for (const [name, inner] of Object.entries((form.properties ?? {}) as Record<string, TSchema>)) {
      names.add(name);
      look(inner);
    }
    if (form.items) look(form.items as TSchema);
    for (const inner of (form.anyOf ?? []) as TSchema[]) look(inner);
  };
  look(schema);
  return [...names];
}
