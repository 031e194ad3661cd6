import type { PublishedParts } from '../../findings/contract/findings';
import { byPage, wasClosed } from '../../findings/evidence';
import { EVIDENCE_GRADES } from '../../findings/contract/findings-parts';
import { link } from './text';
import { GRADE_WORDING, VERIFICATIONS, formatDate, workedIn } from './wording';

/** Sources in display order, with their numbers. */
export interface NumberedEvidence {
  /** Converts ids to positions in the list (from 1), in ascending order. Drops unknown ids. */
  cite(ids: readonly string[]): number[];
  evidence: ReturnType<typeof evidenceModel>;
}

/**
 * Numbers the evidence by grade, strongest first, then in the order of the findings. Hides quote checks in samples.
 * Pure.
 */
export function numberEvidence(evidence: PublishedParts['evidence'], sample = false): NumberedEvidence {
  const graded = [...EVIDENCE_GRADES, undefined].flatMap((grade) => evidence.filter((entry) => entry.grade === grade));
  const numberOf = new Map(graded.map(({ evidenceId }, i) => [evidenceId, i + 1]));
  return {
    cite: (ids) => ids.flatMap((id) => numberOf.get(id) ?? []).sort((a, b) => a - b),
    evidence: evidenceModel(graded, sample),
  };
}

function evidenceModel(graded: PublishedParts['evidence'], sample: boolean) {
  const entries = graded.map((entry, i) => {
    const { verification, ...rest } = shown(entry, i + 1);
    return { grade: entry.grade ?? null, ...rest, verification: sample ? null : verification };
  });
  const checked = sample ? [] : graded.flatMap(({ verification }) => verification ?? []);
  return {
    count: graded.length,
    /** Number of quotations found word for word; null if none was checked. */
    verified: checked.length === 0 ? null : checked.filter(({ status }) => status === 'verified').length,
    summary: sample ? exampleSources(graded.length) : summaryOf(graded),
    groups: [...EVIDENCE_GRADES, null]
      .map((grade) => ({
        ...(grade ? GRADE_WORDING[grade] : { heading: null, meaning: null }),
        entries: entries.filter((entry) => entry.grade === grade),
      }))
      .filter((group) => group.entries.length > 0),
  };
}

function shown(entry: PublishedParts['evidence'][number], number: number) {
  const { title, claim, excerpt, verification } = entry;
  return {
    number,
    title,
    claim,
    excerpt,
    worked: workedIn(entry),
    /** The passage that a shortened excerpt comes from; null if the excerpt is complete. */
    around: (excerpt.includes('…') && verification?.context) || null,
    ...link(passageAddress(entry)),
    dates: datesOf(entry),
    verification: verification ? VERIFICATIONS[verification.seenByAgent ? 'seen_by_agent' : verification.status] : null,
  };
}

function exampleSources(count: number): string {
  const sources = count === 1 ? '1 example source' : `${count} example sources`;
  return `${sources}, invented and not checked. In a real dossier, each source says whether we found its quote on the page.`;
}

/** Warning for the first page if we could read none of the sources; otherwise null. */
export function closedNotice(evidence: PublishedParts['evidence']): string | null {
  if (!wasClosed(evidence)) return null;
  const pages = byPage(evidence).length;
  const closed = pages === 1 ? 'the page it cites did not open' : `none of the ${pages} pages it cites opened`;
  return `We could not check any quote in this document: ${closed} for us. Open the sources yourself before you rely on it.`;
}

/** Dates of a source, and the page's own title and date if they differ from the stated ones. */
function datesOf({ title, retrievedAt, publishedAt, verification }: PublishedParts['evidence'][number]): string {
  const { page, pageTitle, pageDate } = verification ?? {};
  const parts = [
    page !== undefined && `page ${page}`,
    pageTitle && !isTitled(title, pageTitle) && `page titled “${pageTitle}”`,
    publishedAt && `published ${formatDate(publishedAt)}`,
    pageDate && pageDate !== publishedAt && `page dated ${formatDate(pageDate)}`,
    `opened ${formatDate(retrievedAt)}`,
    verification?.support === 'partly' && 'supports part of the claim',
  ];
  return parts.filter(Boolean).join(', ');
}

/** True if two titles are the same, apart from a site name before or after one of them. */
function isTitled(given: string, found: string): boolean {
  const plain = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const [one, other] = [plain(given), plain(found)];
  return one.includes(other) || other.includes(one);
}

function judgedOf(evidence: PublishedParts['evidence']): string {
  const count = (support: string) => evidence.filter(({ verification }) => verification?.support === support).length;
  const [supported, partly, unsupported] = [count('supported'), count('partly'), count('unsupported')];
  const judged = supported + partly + unsupported;
  if (judged === 0) return 'The claims had no second review.';
  if (supported === evidence.length) return 'A second review found every claim supported by its quote.';
  const parts = [
    partly > 0 && `${partly} in part`,
    unsupported > 0 && `${unsupported} not supported`,
    judged < evidence.length && `${evidence.length - judged} not reviewed`,
  ].filter(Boolean);
  return `A second review compared the claims with their quotes: ${[`${supported} supported`, ...parts].join(', ')}.`;
}

function summaryOf(evidence: PublishedParts['evidence']): string {
  if (evidence.length === 0) return 'No source was found, so every score is an inference.';
  const cited = evidence.length === 1 ? '1 source' : `${evidence.length} sources`;
  const count = (...statuses: string[]) =>
    evidence.filter(({ verification }) => verification && statuses.includes(verification.status)).length;
  const seen = evidence.filter(({ verification }) => verification?.seenByAgent).length;
  const [found, missing, unread] = [count('verified'), count('not_found'), count('unreachable', 'not_text') - seen];
  const unchecked = evidence.length - found - missing - unread - seen;
  if (unchecked === evidence.length) return `${cited}. Their quotes were not checked against the pages.`;
  const parts = [
    `We found ${found} of ${evidence.length} quotes word for word on the cited page`,
    missing > 0 && `${missing} not there`,
    seen > 0 && `${seen} only in what the agent saw, on a page closed to our reader`,
    unread > 0 && `${unread} on a page that did not open or has no text`,
    unchecked > 0 && `${unchecked} not checked`,
  ].filter(Boolean);
  return `${cited}. ${parts.join('; ')}. ${judgedOf(evidence)}`;
}

type Entry = Pick<PublishedParts['evidence'][number], 'sourceUrl' | 'excerpt' | 'verification'>;

/** Number of words that a link quotes from each end of a passage. Quotes passages up to twice as long in full. */
const WORDS = 4;
/** The same limit in characters, for scripts without spaces. */
const CHARACTERS = 12;

/**
 * URL that opens a page at the passage found there, with a text fragment or, for a PDF, a page number. Returns the
 * plain URL if no passage was found.
 */
export function passageAddress({ sourceUrl, excerpt, verification }: Entry): string {
  if (verification?.status !== 'verified') return sourceUrl;
  const [, fragment] = /#(.*)$/su.exec(sourceUrl) ?? [];
  if (verification.page !== undefined) return fragment ? sourceUrl : `${bare(sourceUrl)}#page=${verification.page}`;
  const pieces = excerpt
    .split(/…|\s\|\s/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined || fragment?.includes(':~:')) return sourceUrl;
  const [start, end] = [beginningOf(first), endOf(last)];
  const range = pieces.length === 1 && beginningOf(first, 2) === first ? [first] : [start, end];
  return `${bare(sourceUrl)}#${fragment ?? ''}:~:text=${range.map(encoded).join(',')}`;
}

const bare = (address: string) => address.replace(/#.*$/su, '');

// Encodes dashes too, because a dash is a delimiter in text fragments.
const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

function beginningOf(text: string, times = 1): string {
  const words = text.split(' ');
  if (words.length > 1) return words.slice(0, WORDS * times).join(' ');
  return Array.from(text)
    .slice(0, CHARACTERS * times)
    .join('');
}

function endOf(text: string): string {
  const words = text.split(' ');
  return words.length > 1 ? words.slice(-WORDS).join(' ') : Array.from(text).slice(-CHARACTERS).join('');
}
