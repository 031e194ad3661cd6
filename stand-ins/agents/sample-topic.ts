import type { ResearchBrief } from '../../contracts/agent-briefs';
import { clip, harmless } from './sample-words';

/** Subject of an idea and the people it is for, as phrases that fit into an English sentence. */
export interface Topic {
  /** Such as `heat pump policy`; the idea itself in quotation marks where no phrase can be told. */
  subject: string;
  /** What the subject is an angle on, such as `roofing` for `prices in roofing`; else the subject. */
  field: string;
  /** Such as `installers in small towns`; used where a plural fits. */
  readers: string;
}

const SUBJECT_LENGTH = 46;
const READERS_LENGTH = 60;
/** Angles on a field that stand before its name. */
const ANGLE =
  /^(?:prices|costs|real cases|cases|new rules|rules|news|buying decisions|jobs and pay|jobs|field tests|research|common questions|trends) in /iu;

/** Characters of an idea in which its subject is looked for. */
const MOST_READ = 600;
const NOBODY = 'people in the field';
const NOTHING = 'this subject';

/** Kinds of publication in the languages that ideas come in most. */
const FORM =
  'newsletter|letter|briefing|brief|digest|bulletin|report|roundup|round-up|dispatch|magazine|journal|update|column|' +
  'series|guide|publication|notes|e-?mail|boletín|carta|lettre|infolettre|nieuwsbrief|rundbrief|rundschreiben|boletim';
const ABOUT = 'on|about|covering|around|tracking|explaining|into|über|zu|sur|sobre|over';
const FOR = 'for|aimed at|written for|für|pour|para|voor';
/** Begins what is said of a subject, and is no part of its name. */
const TAIL = `that|which|who|whose|so that|because|while|with|without|by|written|sent|delivered|from|um|qui|que|die|der|das`;

const SAID_ABOUT = new RegExp(`(?:${FORM})s?\\s+(?:${ABOUT}|of)\\s+(.+)`, 'iu');
const SAID_FOR = new RegExp(`(?:${FORM})s?\\s+(?:${FOR})\\s+(.+)`, 'iu');
const ANYWHERE = new RegExp(`\\s(?:${ABOUT}|through)\\s+(.+)`, 'iu');
const BEFORE_FOR = new RegExp(`^(.+?)\\s(?:${FOR})\\s`, 'iu');
const AFTER_FOR = new RegExp(`\\s(?:${FOR})\\s+(.+)`, 'iu');
const TO_FOR = new RegExp(`^(.*?)\\s(?:${FOR}|${TAIL})\\s.*$`, 'iu');
const TO_TAIL = new RegExp(`^(.*?)\\s(?:${TAIL.replace('who|whose|', '')}|${ABOUT})\\s.*$`, 'iu');
const OPENING =
  /^(?:an?|one|the|ein|eine|une?|una?)?\s*(?:new|short|free|paid|daily|weekly|fortnightly|monthly|quarterly)\s+/iu;

const ENDING = new RegExp(`(?:^|\\s)(?:an?\\s+)?(?:${FORM})s?$`, 'iu');
/** Begins an idea that is put as an order, which is no name of anything. */
const ORDER = /^(?:help|teach|show|explain|make|tell|give|ignore|ask|drop|write|find|get|let|stop)\s/iu;

/** Tells the subject of an idea and its readers, from its own words; never empty, for any text. */
export function topicOf({ idea, audience }: ResearchBrief): Topic {
  const said = plain(tellingClause(idea));
  const readers = uncapitalized(short(plain(audience ?? ''), READERS_LENGTH)) || readersIn(said);
  const subject = subjectIn(said) || quoted(plain(clip(idea, MOST_READ)));
  return { subject, field: subject.replace(ANGLE, ''), readers: readers || NOBODY };
}

function subjectIn(said: string): string {
  const about = SAID_ABOUT.exec(said)?.[1] ?? ANYWHERE.exec(said)?.[1];
  if (about !== undefined) return short(about.replace(TO_FOR, '$1'), SUBJECT_LENGTH);
  const named = (BEFORE_FOR.exec(said)?.[1] ?? '').replace(OPENING, '').replace(ENDING, '');
  if (named !== '') return wordsIn(named) <= 6 ? short(uncapitalized(named), SUBJECT_LENGTH) : '';
  const readers = SAID_FOR.exec(said)?.[1];
  if (readers !== undefined) return ofReaders(short(readers.replace(TO_TAIL, '$1'), READERS_LENGTH));
  const isName = wordsIn(said) <= 4 && !ENDING.test(said) && !ORDER.test(said);
  return isName && /^[\p{Script=Latin}\p{M}\p{N}\s'’,&-]+$/u.test(said)
    ? short(uncapitalized(said.replace(OPENING, '')), SUBJECT_LENGTH)
    : '';
}

/** What readers deal with: of `owners of bakeries` running bakeries, of `people who restore tractors` tractors. */
function ofReaders(readers: string): string {
  const [, owned] = /^(?:owners|founders|managers|operators)\s+of\s+(.+)$/iu.exec(readers) ?? [];
  const [, object] = /\s(?:of|in|at|with|behind)\s+(?:their\s+|a\s+)?(.+)$/u.exec(readers) ?? [];
  const [, done] = /\swho\s+\S+\s+(.+)$/u.exec(readers) ?? [];
  return short(done ?? (owned && `running ${owned}`) ?? object ?? `the work of ${readers}`, SUBJECT_LENGTH);
}

function readersIn(said: string): string {
  const [, readers = ''] = AFTER_FOR.exec(said) ?? [];
  return short(readers.replace(TO_TAIL, '$1'), READERS_LENGTH);
}

const wordsIn = (text: string) => text.split(' ').filter(Boolean).length;

/** The clause that says what it is, of the first few: one that names a publication, or what and whom it is for. */
function tellingClause(idea: string): string {
  const clauses = clip(idea, MOST_READ)
    .replace(/<[^>]*>/gu, ' ')
    .split(/[.:;!?\n(–—|]+(?=\s|$)|[:;\n(–—|。！？]/u)
    .map((each) => each.trim())
    .filter(Boolean)
    .slice(0, 3);
  const telling = [SAID_ABOUT, SAID_FOR, ANYWHERE, BEFORE_FOR, /\s/u];
  return telling.map((form) => clauses.find((each) => form.test(each))).find(Boolean) ?? clauses[0] ?? '';
}

/** Letters, figures and what stands between them, without marks, addresses and numbers to call. */
function plain(text: string): string {
  const words = text
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}\s'’,&%-]/gu, ' ')
    .replace(/(?<!\p{L})\p{M}+/gu, ' ');
  return harmless(words)
    .replace(/\s+(?=[,\s])/gu, '')
    .trim();
}

/** As many whole words as fit, without an end that leaves a phrase open. */
function short(text: string, length: number): string {
  const list = /, .*\s(?:and|or|&)\s/u.test(text) ? text : text.replace(/,.*$/u, '');
  const fitting = list.split(' ').reduce((kept, word) => {
    const longer = kept === '' ? word : `${kept} ${word}`;
    return (Array.from(longer).length <= length && kept !== '') || kept === '' ? longer : kept;
  }, '');
  const whole =
    fitting === list
      ? fitting
      : fitting.replace(/(?:\s(?:a|an|the|and|or|of|in|on|at|to|for|with|their|its|&))+$/iu, '');
  return clip(whole.replace(/[\s,'’&%-]+$/u, '').replace(/^[\s,'’&%-]+/u, ''), length);
}

/** A phrase as it stands within a sentence; names of peoples and abbreviations keep their capital. */
function uncapitalized(phrase: string): string {
  const [first = ''] = phrase.split(' ');
  return /^\p{Lu}\p{Ll}+$/u.test(first) && !/(?:an|ish|ese|ch)$/u.test(first)
    ? phrase.charAt(0).toLowerCase() + phrase.slice(1)
    : phrase;
}

function quoted(idea: string): string {
  if (!/[\p{L}\p{N}]/u.test(idea) || (wordsIn(idea) <= 2 && ENDING.test(idea))) return NOTHING;
  const words = idea.replace(/,.*$/u, '');
  const whole = short(words, SUBJECT_LENGTH - 3);
  return whole === '' ? NOTHING : `“${whole}”`;
}
