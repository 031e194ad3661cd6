import type { ResearchBrief } from '../../contracts/agent';
import { clip, harmless } from './sample-words';

/** Subject of an idea and its readers, as phrases that fit into an English sentence. */
export interface Topic {
  /** Such as `heat pump policy`; the idea itself in quotation marks if it names no subject. */
  subject: string;
  /** What the subject is an angle on, such as `roofing` for `prices in roofing`; else the subject. */
  field: string;
  /** Such as `installers in small towns`. */
  readers: string;
}

const LONGEST = 46;
/** Part of an idea that is read. */
const MOST_READ = 600;
const FORM = '(?:newsletter|letter|briefing|brief|digest|bulletin|report|guide|column)s?';
const ABOUT = '(?:on|about|covering|into|über|zu|sur|sobre)';
const FOR = '(?:for|aimed at|für|pour|para)';
const TAIL = `(?:${FOR}|that|which|who|whose|so that|because|while|with|without|by|from|um|qui|que|die|der|das)`;
const ANGLE =
  /^(?:prices|real cases|new rules|buying decisions|jobs and pay|field tests|research|common questions) in /u;

const SUBJECT = new RegExp(`\\s${ABOUT}\\s+(.+?)(?:\\s${TAIL}\\s.*)?$`, 'iu');
const NAMED = new RegExp(
  `^(?:an?\\s|the\\s)?(?:(?:new|weekly|monthly|daily)\\s)?(.+?)(?:\\s${FORM})?\\s${FOR}\\s`,
  'iu',
);
const READERS = new RegExp(`\\s${FOR}\\s+(.+?)(?:\\s(?:that|which|with|${ABOUT})\\s.*)?$`, 'iu');
const ONLY_FORM = new RegExp(`^(?:an?\\s|the\\s)?(?:weekly\\s|monthly\\s)?${FORM}$`, 'iu');

/** Tells the subject of an idea and its readers, in its own words; never empty. */
export function topicOf({ idea, audience }: ResearchBrief): Topic {
  const clauses = clip(idea, MOST_READ)
    .replace(/<[^>]*>/gu, ' ')
    .split(/[.:;!?(–—|。！？]+(?:\s|$)|[。！？]/u)
    .map(plain);
  const said = clauses.find((each) => SUBJECT.test(each) || READERS.test(each)) ?? clauses.find(Boolean) ?? '';
  const readers = short(plain(audience ?? '')) || short(READERS.exec(said)?.[1] ?? '') || 'people in the field';
  const subject = subjectIn(said, readers) || 'this subject';
  return { subject, field: subject.replace(ANGLE, ''), readers };
}

function subjectIn(said: string, readers: string): string {
  const about = SUBJECT.exec(said)?.[1];
  if (about) return short(about);
  const named = NAMED.exec(said)?.[1];
  if (named) return ONLY_FORM.test(named) ? short(`the work of ${readers}`) : short(uncapitalized(named));
  if (said === '' || ONLY_FORM.test(said)) return '';
  return said.split(' ').length === 1 ? short(uncapitalized(said)) : `“${short(said, LONGEST - 2)}”`;
}

/** Letters, figures and what stands between them, without marks, addresses and telephone numbers. */
function plain(text: string): string {
  const words = text.toWellFormed().replace(/[^\p{L}\p{M}\p{N}\s'’,&%-]/gu, ' ');
  const bare = harmless(words.replace(/(?<!\p{L})\p{M}+/gu, ' '));
  return /[\p{L}\p{N}]/u.test(bare) ? bare.replace(/\s+/gu, ' ').replace(/ ,/gu, ',').trim() : '';
}

/** As many whole words as fit. */
function short(text: string, length = LONGEST): string {
  const points = Array.from(text);
  const fitting =
    points.length > length
      ? points
          .slice(0, length + 1)
          .join('')
          .replace(/\s\S*$/u, '')
      : text;
  const whole = fitting.replace(/(?:\s(?:a|an|the|and|or|of|in|on|at|to|for|with|their|its|&))+$/iu, '');
  return clip(whole.replace(/^[\s,'’&%-]+|[\s,'’&%-]+$/gu, ''), length);
}

/** A phrase inside a sentence; names of peoples and abbreviations keep their capital. */
function uncapitalized(phrase: string): string {
  const [first = ''] = phrase.split(' ');
  return /^\p{Lu}\p{Ll}+$/u.test(first) && !/(?:an|ish|ese|ch)$/u.test(first)
    ? phrase.charAt(0).toLowerCase() + phrase.slice(1)
    : phrase;
}
