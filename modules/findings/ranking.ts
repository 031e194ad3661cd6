import { FINDINGS_SCHEMA_VERSION } from '../../base/versions';
import { placeOfCandidate } from '../run-kinds/contract';
import { DIMENSIONS, MAX_LIMITATIONS, type Candidate } from './contract/findings';
import type { Portfolio } from './contract/portfolio';
import { DIMENSION_WEIGHTS, weightedMean } from './economics';
import { evidenceCounts } from './evidence';
import { withOtherVerdicts } from './rules/depth';
import { wordsOf } from './rules/texts';
import { withScore } from './rules/verdict';
import { UNSPACED } from './text/folded';

/** Percentage of the score that a candidate loses if no quotation was verified. Half as much if half were verified. */
export const UNVERIFIED_COSTS = 25;

/** Tie-break rules for equal scores, in order; the last one always decides. */
export const TIE_BREAK = [
  'higher weighted mean',
  'higher operatorFit',
  'lower effort',
  'higher demand',
  'earlier candidateId in the plan',
] as const;

export const RANKING_METHOD: Portfolio['method'] = {
  rankedBy: 'verdict',
  unverifiedCosts: UNVERIFIED_COSTS,
  weights: Object.fromEntries(
    DIMENSIONS.map((name) => [name, DIMENSION_WEIGHTS[name] / 100]),
  ) as Portfolio['method']['weights'],
  tieBreak: [...TIE_BREAK],
};

const EFFORT = { low: 1, medium: 2, high: 3 } as const;
const SEVERITY = { high: 1, medium: 2, low: 3 } as const;

type Entry = Portfolio['ranking'][number];

/** Candidates of a search in rank order. Candidates that repeat another one in other words are listed separately. */
export interface Ranked {
  /** Candidates as {@link weighed} returns them. */
  candidates: Candidate[];
  duplicates: Portfolio['excluded'];
}

/** Formats a candidate's score. Older findings have means as scores, which are shown with one decimal. */
export function shownScore(score: number): string {
  return Number.isInteger(score) ? String(score) : score.toFixed(1);
}

/**
 * Adjusts a candidate for publication in a search. Caps the score, aligns it with the recommendation, and deducts for
 * the share of unverified quotations. The remaining score decides the recommendation, and the limitations state the
 * deduction. There is no deduction for unchecked quotations, and the maximum deduction if there are no sources. Pure.
 */
export function weighed(candidate: Candidate): Candidate {
  const [unverified, cited] = unverifiedOf(candidate);
  const { verdict, before } = withScore(candidate, (score) =>
    Math.floor((score * (100 * cited - UNVERIFIED_COSTS * unverified)) / (100 * cited)),
  );
  const taken = before - verdict.score;
  const left = withOtherVerdicts({ ...candidate, verdict });
  if (taken === 0) return left;
  const because =
    candidate.evidence.length === 0 ? 'no source was cited' : `${unverified} of ${cited} quotations were not verified`;
  const said = `${taken} of ${before} points were taken off the verdict for the ranking, because ${because}.`;
  return { ...left, limitations: [said, ...candidate.limitations].slice(0, MAX_LIMITATIONS) };
}

/** Number of quotations that a candidate cites, and number of verified ones; null if none was checked. */
function quotationsOf(candidate: Candidate): { cited: number; verified: number } | null {
  const counts = evidenceCounts([candidate]);
  return counts && { cited: counts.cited, verified: counts.verified };
}

/** Numbers of unverified quotations and of all quotations of a candidate. Returns 1 of 1 if there are none. */
function unverifiedOf({ evidence }: Candidate): [unverified: number, cited: number] {
  const counts = evidenceCounts([{ evidence }]);
  if (counts) return [counts.cited - counts.verified, counts.cited];
  return evidence.length === 0 ? [1, 1] : [0, evidence.length];
}

/**
 * Orders candidates by the score of their {@link weighed} verdict, then by {@link TIE_BREAK}. If candidates have the
 * same idea in other words, keeps only the first. The order is total, does not depend on the input order, and never
 * puts an `avoid` before a `pursue`. Pure.
 */
export function rankCandidates(candidates: readonly Candidate[]): Ranked {
  const ranked: Ranked = { candidates: [], duplicates: [] };
  for (const candidate of candidates.map(weighed).sort(compare)) {
    const { candidateId, title } = candidate;
    const first = ranked.candidates.find((other) => isNearDuplicate(other, candidate));
    if (!first) ranked.candidates.push(candidate);
    else ranked.duplicates.push({ candidateId, title, reason: sameAs(first), sameAs: first.candidateId });
  }
  return ranked;
}

const sameAs = ({ title }: Candidate) =>
  `This candidate rewords the ranked idea “${title}”: it has the same competitors, readers or text.`;

export function portfolioOf(search: {
  runId: string;
  generatedAt: string;
  ranked: Ranked;
  excluded: Portfolio['excluded'];
}): Portfolio {
  const { candidates, duplicates } = search.ranked;
  return {
    schemaVersion: FINDINGS_SCHEMA_VERSION,
    runId: search.runId,
    generatedAt: search.generatedAt,
    method: RANKING_METHOD,
    ranking: rankingOf(candidates),
    excluded: [...search.excluded, ...duplicates].sort(
      (a, b) => placeOfCandidate(a.candidateId) - placeOfCandidate(b.candidateId),
    ),
  };
}

export function rankingOf(candidates: readonly Candidate[]): Entry[] {
  return candidates.map((candidate, i) => {
    const { candidateId, title, verdict, dimensions, effort, risks } = candidate;
    const breakdown = Object.fromEntries(DIMENSIONS.map((name) => [name, dimensions[name].score]));
    return {
      rank: i + 1,
      candidateId,
      title,
      score: verdict.score,
      recommendation: verdict.recommendation,
      evidence: quotationsOf(candidate),
      breakdown: breakdown as Entry['breakdown'],
      fit: dimensions.operatorFit.score,
      effort,
      risks: [...risks].sort((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity]).map((risk) => risk.title),
    };
  });
}

function compare(a: Candidate, b: Candidate): number {
  return (
    b.verdict.score - a.verdict.score ||
    weightedMean(b.dimensions) - weightedMean(a.dimensions) ||
    b.dimensions.operatorFit.score - a.dimensions.operatorFit.score ||
    EFFORT[a.effort] - EFFORT[b.effort] ||
    b.dimensions.demand.score - a.dimensions.demand.score ||
    placeOfCandidate(a.candidateId) - placeOfCandidate(b.candidateId)
  );
}

/** Fields that decide whether two ideas are the same. */
export type Compared = Pick<Candidate, 'title' | 'idea' | 'competitors' | 'audienceSegments'>;

/** Thresholds for near-duplicates, in percent. */
export const NEAR_DUPLICATE = {
  /** Shared competitors, as a percentage of the shorter list. */
  rivals: 50,
  /** Words that titles and ideas have in common, as a percentage of all their words. */
  words: 50,
  /** Words that the names of audience segments have in common, as a percentage of all their words. */
  audience: 50,
} as const;

/** Minimum number of shared competitors, because fewer may be a coincidence. A candidate with fewer must share all. */
const FEWEST_RIVALS = 2;

/**
 * True if two candidates are the same idea in other words: they share competitors, and also an audience or words.
 * Shared words alone prove nothing, because all ideas for the same trade use the same words. Symmetric and
 * deterministic, so that ranking again gives the same result.
 */
export function isNearDuplicate(one: Compared, other: Compared): boolean {
  return (
    haveSameRivals(one, other) &&
    (shareOf(ideaOf(one), ideaOf(other)) >= NEAR_DUPLICATE.words ||
      shareOf(audienceOf(one), audienceOf(other)) >= NEAR_DUPLICATE.audience)
  );
}

const ideaOf = ({ title, idea }: Compared) => termsOf(`${title}\n${idea}`);

const audienceOf = ({ audienceSegments }: Compared) => termsOf(audienceSegments.map(({ name }) => name).join('\n'));

/** Minimum length of a significant word, in letters. */
const TELLING = 4;

/** Significant words of a string. In scripts without spaces, every two adjacent characters count as a word. */
function termsOf(text: string): Set<string> {
  const terms = wordsOf(text).flatMap((word) => {
    const signs = Array.from(word);
    if (UNSPACED.test(word)) return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
    return signs.length >= TELLING ? [word.replace(/(?<=\p{L}{3})s$/u, '')] : [];
  });
  return new Set(terms);
}

/** Size of the intersection of two sets as a percentage of their union; 0 for empty sets. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = sharedOf(one, other);
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : (shared * 100) / all;
}

function sharedOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((term) => other.has(term)).length;
}

function haveSameRivals(one: Compared, other: Compared): boolean {
  const [rivals, others] = [rivalsOf(one), rivalsOf(other)];
  const shared = sharedOf(rivals, others);
  const shorter = Math.min(rivals.size, others.size);
  const fewest = Math.max(1, Math.min(FEWEST_RIVALS, shorter));
  return shared >= fewest && shared * 100 >= shorter * NEAR_DUPLICATE.rivals;
}

/** Identifies competitors by URL, or by name if there is no valid URL. */
function rivalsOf({ competitors }: Compared): Set<string> {
  return new Set(
    competitors.map(({ name, url }) => {
      if (url === null || !URL.canParse(url)) return wordsOf(name).join(' ');
      const { hostname, pathname } = new URL(url);
      return `${hostname.replace(/^www\./u, '')}${pathname.replace(/(?<!\/)\/+$/u, '')}`;
    }),
  );
}
