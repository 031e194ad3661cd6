import type { TSchema } from '@sinclair/typebox';
import { Submission } from '../../contracts/findings';
import { readData } from '../base/data';
import { clip } from './sample-words';

/** Sentences of other languages and scripts, from left and from right, with spaces and without; none names a number. */
const TONGUES = readData<Record<string, string>>('agents/tongues.json');
export const TONGUE_NAMES = Object.keys(TONGUES);

/** Lengths of texts: a few words, as they come, or as long as findings may have them. */
export const LENGTHS = ['short', 'usual', 'long'] as const;

/** How a sample is written. */
export interface Writing {
  length: (typeof LENGTHS)[number];
  /** Language of a sentence, in short texts of a word, that its texts end with. */
  tongue: string | null;
}

/** Texts that others rest on, by their words or their length. */
const AS_THEY_ARE: ReadonlySet<string> = new Set(['excerpt', 'calculation', 'claim', 'name', 'limitations']);
/** Texts of which a rule wants a length, besides. */
const NEVER_SHORT: ReadonlySet<string> = new Set(['sampleIssue', 'readers']);

/** So few that no rule takes two of them for a repetition. */
const SHORT_WORDS = 3;
const FILLER = 'What is said here goes on for as long as a text may, so that whoever shows it has to find room for it.';

/** A sample in this writing: each free text within the length that the schema allows, all else as it was. */
export function written(sample: Submission, writing: Writing): Submission {
  return rewritten(sample, Submission, writing) as Submission;
}

function rewritten(value: unknown, schema: TSchema, writing: Writing): unknown {
  const own = (schema.anyOf as TSchema[] | undefined)?.find(({ type }) => type !== 'null') ?? schema;
  if (typeof value === 'string') return isFree(own) ? text(value, own.maxLength as number, writing) : value;
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

/** True for a text that may say anything. */
function isFree({ type, maxLength, pattern, format, enum: words }: TSchema): boolean {
  return type === 'string' && maxLength !== undefined && !pattern && !format && !words;
}

function text(value: string, most: number, { length, tongue }: Writing): string {
  const sentence = tongue === null ? '' : ` ${TONGUES[tongue]}`;
  const end = length === 'short' ? sentence.replace(/^( \P{L}*\p{L}+).*$/u, '$1') : sentence;
  const room = most - Array.from(end).length;
  if (room < most / 3) return value;
  if (length === 'short') return clip(value.split(' ').slice(0, SHORT_WORDS).join(' '), room) + end;
  if (length === 'usual') return clip(value, room) + end;
  const times = Math.ceil(most / FILLER.length);
  return clip([value, ...Array.from({ length: times }, () => FILLER)].join(' '), room) + end;
}
