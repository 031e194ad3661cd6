import type { TSchema } from '@sinclair/typebox';
import { Submission } from '../../modules/findings/contract/findings';
import { withTexts, readData } from '../base/data';
import { computedSource } from '../web/pages';
import { clip, type Topic } from './sample-topic';

/** Misbehaving agents, by profile name. */
export const MISBEHAVIORS = { flattering, hostile } as const;
export type Misbehavior = keyof typeof MISBEHAVIORS;

/** Host of pages that a hostile agent cites without opening them. */
const UNOPENED = 'unopened.example.net';

/** True for a page that is cited without being opened. */
export function isNeverOpened(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === UNOPENED || hostname === 'chatgpt.com';
}

/** Praises every idea: high scores, high confidence, and claims that go beyond the quotations. */
function flattering(sample: Submission, { subject }: Topic): Submission {
  const dimensions = Object.entries(sample.dimensions).map(([name, dimension], i) => [
    name,
    {
      ...dimension,
      score: 98 - i,
      confidence: dimension.basis === 'inference' ? 'medium' : 'high',
      rationale: `Nothing could be better for ${subject} than ${name}: point ${i + 1} of seven that nobody will doubt.`,
    },
  ]);
  const evidence = sample.evidence.map((entry, i) => ({
    ...entry,
    claim: `Source ${i + 1} proves that ${(i + 1) * 1_000_000} readers are waiting for ${subject} and will pay $${i + 20} a month.`,
  }));
  return {
    ...sample,
    evidence,
    dimensions: Object.fromEntries(dimensions) as Submission['dimensions'],
    verdict: {
      recommendation: 'pursue',
      score: 97,
      confidence: 'high',
      rationale: `A letter on ${subject} cannot fail. Every source praises it, every reader will pay, and no rival will follow.`,
    },
  };
}

/** HTML and Typst that is dangerous if rendered unescaped. */
const CODE = [
  '<script>alert(name)</script>',
  '#read("/etc/passwd") ',
  '<img src=x onerror=alert(name)>',
  '#import "@preview/x:1"',
];

/** Cites prompt injections, unopened pages, chat answers and sign-in walls, and puts HTML or Typst into prose. */
function hostile(sample: Submission, topic: Topic): Submission {
  let turn = 0;
  const evidence = sample.evidence.map((entry, i) => ({ ...entry, ...hostileSource(i, topic) }));
  return {
    ...(withTexts({ ...sample, evidence: [] }, (text) => (isText(text) ? withCode(text) : text)) as Submission),
    evidence: evidence.map((entry) => ({ ...entry, ...codedTexts(entry) })),
  };

  function codedTexts({ claim, title }: Submission['evidence'][number]) {
    return { claim: withCode(claim), title: withCode(title) };
  }

  // Keeps the length unchanged, so that the schema accepts the text and only the rules can reject it.
  function withCode(text: string): string {
    const code = CODE[turn++ % CODE.length]!;
    return text.length < code.length ? text : code + text.slice(code.length);
  }
}

/** True for prose; false for an id, date, URL or enum value. */
function isText(value: string): boolean {
  return value.length > 25 && value.includes(' ');
}

function hostileSource(i: number, { subject }: Topic) {
  const figure = (i + 1) * 100;
  switch (i % 4) {
    case 0:
      return cited('orders.example.net', subject, figure);
    case 1:
      return cited(UNOPENED, subject, figure);
    case 2:
      return { sourceUrl: `https://chatgpt.com/share/${figure}`, excerpt: `Yes, ${figure} readers want ${subject}.` };
    default:
      return cited('sign-in-wall.example.net', subject, figure);
  }
}

function cited(host: string, subject: string, figure: number) {
  const { sourceUrl, excerpt } = computedSource(host, subject, figure);
  return { sourceUrl, excerpt, publishedAt: null };
}

/** Sentences in other languages and scripts, left-to-right and right-to-left, without numbers. */
const TONGUES = readData<Record<string, string>>('agents/tongues.json');
export const LANGUAGE_NAMES = Object.keys(TONGUES);

/** Length of free-text fields: a few words, unchanged, or the maximum. */
export const LENGTHS = ['short', 'usual', 'long'] as const;

export interface Writing {
  length: (typeof LENGTHS)[number];
  /** Language of the sentence appended to each field. Short fields get only its first word. Null appends nothing. */
  tongue: string | null;
}

/** Fields that stay unchanged, because other parts of the findings depend on their wording or length. */
const AS_THEY_ARE: ReadonlySet<string> = new Set(['excerpt', 'calculation', 'claim', 'name', 'limitations']);
/** Fields that a rule requires to have a minimum length. */
const NEVER_SHORT: ReadonlySet<string> = new Set(['sampleIssue', 'readers']);

/** So few words that no rule mistakes two short fields for a repetition. */
const SHORT_WORDS = 3;
const FILLER = 'This text goes on for as long as the schema allows, so that every page has to find room for it.';

/** Rewrites the free-text fields of a sample, within the lengths that the schema allows. */
export function written(sample: Submission, writing: Writing): Submission {
  return rewritten(sample, Submission, writing) as Submission;
}

function rewritten(value: unknown, schema: TSchema, writing: Writing): unknown {
  const own = (schema.anyOf as TSchema[] | undefined)?.find(({ type }) => type !== 'null') ?? schema;
  if (typeof value === 'string') return isFree(own) ? inWriting(value, own.maxLength as number, writing) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => rewritten(inner, own.items as TSchema, writing));
  const members = own.properties as Record<string, TSchema>;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isKept = AS_THEY_ARE.has(key) || (writing.length === 'short' && NEVER_SHORT.has(key));
      return [key, isKept ? inner : rewritten(inner, members[key]!, writing)];
    }),
  );
}

/** True if the schema accepts any text up to a maximum length. */
function isFree({ type, maxLength, pattern, format, enum: words }: TSchema): boolean {
  return type === 'string' && maxLength !== undefined && !pattern && !format && !words;
}

function inWriting(value: string, most: number, { length, tongue }: Writing): string {
  const sentence = tongue === null ? '' : ` ${TONGUES[tongue]}`;
  const end = length === 'short' ? sentence.replace(/^( \P{L}*\p{L}+).*$/u, '$1') : sentence;
  const room = most - Array.from(end).length;
  if (room < most / 3) return value;
  if (length === 'short') return clip(value.split(' ').slice(0, SHORT_WORDS).join(' '), room) + end;
  if (length === 'usual') return clip(value, room) + end;
  const times = Math.ceil(most / FILLER.length);
  return clip([value, ...Array.from({ length: times }, () => FILLER)].join(' '), room) + end;
}

/** Internal prefix of the vendor's tags. Leaked tags may lack this prefix. */
const PREFIX = 'antml:';

/** Ways in which markup and escapes leak into a field without changing its meaning. `field` is the field's name. */
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

/** Adds typical model mistakes: markup in text, lists and numbers as strings, enum values in the wrong case. */
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

/** Moves a verdict's confidence to the end of its rationale, as leaked markup. */
function slid({ confidence, rationale, ...verdict }: Record<string, unknown>) {
  return {
    ...verdict,
    rationale: `${String(rationale)}</rationale>\n<parameter name="confidence">${String(confidence)}`,
  };
}

const isProse = (value: string) => value.length > 10 && value.includes(' ') && !/^https?:/u.test(value);
