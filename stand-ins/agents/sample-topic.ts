import { createHash } from 'node:crypto';
import type { ResearchBrief } from '../../modules/findings/contract/agents';

/** Subject and readers of an idea, as phrases that fit into an English sentence. */
export interface Topic {
  /** For example `heat pump policy`; the idea in quotation marks if it has no recognizable subject. */
  subject: string;
  /** Field of the subject, for example `roofing` for `prices in roofing`. */
  field: string;
  /** For example `installers in small towns`. */
  readers: string;
}

const LONGEST = 46;
/** Ideas are truncated to this many characters. */
const MOST_READ = 600;
const FORM =
  '(?:newsletter|letter|briefing|brief|digest|bulletin|report|guide|column|rundbrief|lettre|infolettre|boletín)s?';
const ARTICLE = '(?:an?|the|eine?|une?|el|la|le)';
const RHYTHM =
  '(?:weekly|fortnightly|monthly|daily|wöchentliche[rs]?|monatliche[rs]?|hebdomadaire|mensuelle|semanal|mensual)';
const ABOUT = '(?:on|about|covering|into|über|zu|sur|sobre)';
const FOR = '(?:for|aimed at|für|pour|para)';
const TAIL = `(?:${FOR}|that|which|who|whose|so that|because|while|with|without|by|from|um|qui|que|die|der|das)`;
const ANGLE =
  /^(?:prices|real cases|new rules|buying decisions|jobs and pay|field tests|research|common questions) in /u;

const SUBJECT = new RegExp(`\\s${ABOUT}\\s+(.+?)(?:\\s${TAIL}\\s.*)?$`, 'iu');
const NAMED = new RegExp(`^(?:${ARTICLE}\\s)?(?:new\\s)?(?:${RHYTHM}\\s)?(.+?)(?:\\s${FORM})?\\s${FOR}\\s`, 'iu');
const READERS = new RegExp(`\\s${FOR}\\s+(.+?)(?:\\s(?:that|which|with|${ABOUT})\\s.*)?$`, 'iu');
const ONLY_FORM = new RegExp(`^(?:${ARTICLE}\\s)?(?:${RHYTHM}\\s)?(?:${FORM})(?:\\s${RHYTHM})?$`, 'iu');
const ENDS_IN_RHYTHM = new RegExp(`\\s${RHYTHM}$`, 'iu');
/** Matches readers described by what they own or do, such as `owners of small vineyards`. */
const NAMED_BY = /^(?:\p{L}+s of|(?:people|those|anyone|everyone) who \p{L}+) (.+)$/iu;
const WHERE = /\s(?:in|near|across|throughout|around|en|dans|bei)\s.*$/iu;

/** Extracts the subject and readers from an idea. Neither is ever empty. */
export function topicOf({ idea, audience }: ResearchBrief): Topic {
  const clauses = clip(idea, MOST_READ)
    .replace(/<[^>]*>/gu, ' ')
    .split(/[.:;!?(–—|。！？]+(?:\s|$)|[。！？]/u)
    .map(plain);
  const said = clauses.find((each) => SUBJECT.test(each) || READERS.test(each)) ?? clauses.find(Boolean) ?? '';
  const readers =
    uncapitalized(short(plain(audience ?? ''))) || short(READERS.exec(said)?.[1] ?? '') || 'people in the field';
  const subject = subjectIn(said, readers) || 'this subject';
  return { subject, field: subject.replace(ANGLE, ''), readers };
}

function subjectIn(said: string, readers: string): string {
  const about = SUBJECT.exec(said)?.[1];
  if (about) return short(about);
  const named = NAMED.exec(said)?.[1];
  if (named) return ONLY_FORM.test(named) ? short(workOf(readers.replace(WHERE, ''))) : short(uncapitalized(named));
  if (said === '' || ONLY_FORM.test(said)) return '';
  const isName = said.split(' ').length <= MOST_IN_NAME && /^\p{Script=Latin}/u.test(said);
  return isName ? short(uncapitalized(said.replace(ENDS_IN_RHYTHM, ''))) : `“${short(firstPart(said), LONGEST - 2)}”`;
}

/** Cuts a phrase at its first comma if it is too long to quote. */
const firstPart = (said: string) => (Array.from(said).length > LONGEST ? said.replace(/,.*$/su, '') : said);

/** Maximum number of words in an idea that is only a name, such as `Cold-water swimming`. */
const MOST_IN_NAME = 3;

const workOf = (readers: string) => NAMED_BY.exec(readers)?.[1] ?? `the work of ${readers}`;

/** Strips markup, email addresses and telephone numbers. */
function plain(text: string): string {
  const words = text.toWellFormed().replace(/[^\p{L}\p{M}\p{N}\s'’,&%-]/gu, ' ');
  const bare = harmless(words.replace(/(?<!\p{L})\p{M}+/gu, ' '));
  return /[\p{L}\p{N}]/u.test(bare) ? bare.replace(/\s+/gu, ' ').replace(/ ,/gu, ',').trim() : '';
}

function short(text: string, length = LONGEST): string {
  const points = Array.from(text);
  const beginning = points.slice(0, length + 1).join('');
  const fitting = points.length > length ? beginning.replace(/\s\S*$/u, '') : text;
  const whole = fitting.replace(/(?:\s(?:a|an|the|and|or|of|in|on|at|to|for|with|their|its|&))+$/iu, '');
  return clip(whole.replace(/^[\s,'’&%-]+|[\s,'’&%-]+$/gu, ''), length);
}

/** Lowercases a phrase for the middle of a sentence, except nationalities and abbreviations. */
function uncapitalized(phrase: string): string {
  const [first = ''] = phrase.split(' ');
  return /^\p{Lu}\p{Ll}+$/u.test(first) && !/(?:an|ish|ese|ch)$/u.test(first)
    ? phrase.charAt(0).toLowerCase() + phrase.slice(1)
    : phrase;
}

/** Truncates text to `length` code points, as JSON Schema counts them, including the ellipsis. */
export function clip(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(line);
  if (points.length <= length) return line;
  const kept = points.slice(0, length - 1).join('');
  return `${kept.trimEnd()}…`;
}

/** Removes what findings must not contain: Markdown, email addresses and telephone numbers. */
export function harmless(text: string): string {
  return text.replace(/[@*_#`[\]()+]/gu, ' ').replace(/\d[\d\s./-]{5,}\d/gu, 'a number');
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Pseudo-random numbers seeded by the brief. The same brief always gives the same sequence. */
export class Dice {
  private readonly bytes: Buffer;
  private next = 0;

  constructor(brief: ResearchBrief) {
    const seed = JSON.stringify([brief.idea, brief.audience, brief.geography]);
    this.bytes = createHash('sha512').update(seed).digest();
  }

  /** Next integer from `low` to `high`, inclusive. The range may span up to 65,536 values. */
  between(low: number, high: number): number {
    const at = (this.next * 2) % (this.bytes.length - 1);
    // Each pass through the digest adds an offset, so that long sequences do not repeat.
    const round = Math.floor((this.next * 2) / (this.bytes.length - 1));
    this.next++;
    const value = (this.bytes.readUInt16BE(at) + round * 7919) % 65_536;
    return low + Math.floor((value / 65_536) * (high - low + 1));
  }

  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }
}
