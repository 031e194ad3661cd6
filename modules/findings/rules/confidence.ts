import { getDomain } from 'tldts';
import { DIMENSIONS, type DimensionName } from '../contract/findings';
import type { Evidence } from '../contract/findings-parts';
import { stands, wasChecked } from '../evidence';
import { figuresIn, isMoney } from '../text/figures';
import type { Reviewed, Rule } from './rule';
import { wordsOf } from './texts';

type Dimension = Reviewed['dimensions'][DimensionName];
type Judge = (dimension: Dimension, findings: Reviewed) => boolean;

export const inferenceNotHigh: Rule = {
  id: 'inference-not-high',
  demand: 'A score with basis `inference` does not have high confidence.',
  ...eachDimension({
    wrong: ({ basis, confidence }) => basis === 'inference' && confidence === 'high',
    field: 'confidence',
    detail: 'must be at most "medium": its basis is inference',
    change: { confidence: 'medium' },
  }),
};

export const highNeedsTwo: Rule = {
  id: 'high-needs-two',
  demand:
    'High confidence needs two sources of grade `primary` or `reported` from different publishers. Their quotations were found on their pages and do not repeat each other.',
  ...eachDimension({
    wrong: ({ confidence, evidenceIds }, { evidence }) =>
      confidence === 'high' && !twoIndependent(citedOf(evidence, evidenceIds), wasChecked(evidence)),
    field: 'confidence',
    detail:
      'must be at most "medium" unless the excerpts of two independent sources of grade primary or reported were found on their pages',
    change: { confidence: 'medium' },
  }),
};

export const partlyIsLower: Rule = {
  id: 'partly-is-lower',
  demand: 'A score does not have high confidence if the second reader finds a cited claim only partly supported.',
  ...eachDimension({
    wrong: ({ confidence, evidenceIds }, { evidence }) =>
      confidence === 'high' &&
      citedOf(evidence, evidenceIds).some(({ verification }) => verification?.support === 'partly'),
    field: 'confidence',
    detail:
      'must be at most "medium": a cited claim follows only partly from its quotation; claim less there, or quote the passage that supports it',
    change: { confidence: 'medium' },
  }),
};

export const unverifiedIsLow: Rule = {
  id: 'unverified-is-low',
  demand: 'A score has low confidence if none of its quotations was verified or seen by the agent.',
  ...eachDimension({
    wrong: ({ confidence, evidenceIds }, { evidence }) =>
      confidence !== 'low' && wasChecked(evidence) && isUnverified(citedOf(evidence, evidenceIds)),
    field: 'confidence',
    detail:
      'must be "low": no cited excerpt was found on its page; cite a page that opens without signing in and contains the words',
    change: { confidence: 'low' },
  }),
};

export const factNotByClaim: Rule = {
  id: 'fact-not-by-claim',
  demand:
    'A score with basis `fact` cites a source with a grade other than `claim`. The quotation from that source was verified or seen by the agent.',
  ...eachDimension({
    wrong: ({ basis, evidenceIds }, { evidence }) => {
      const cited = citedOf(evidence, evidenceIds);
      if (basis !== 'fact' || cited.length === 0) return false;
      const strong = cited.filter(({ grade }) => grade !== 'claim');
      return strong.length === 0 || (wasChecked(evidence) && isUnverified(strong));
    },
    field: 'basis',
    detail:
      'must not be "fact": the cited sources are claims of a party about itself, or their excerpts were not found on readable pages',
    change: { basis: 'estimate' },
  }),
};

/** Age in months above which a price is old. */
const OLD_MONTHS = 24;

export const oldPricesLow: Rule = {
  id: 'old-prices-low',
  demand: `A score that cites prices has low confidence if the newest price is more than ${OLD_MONTHS} months old, by the date of the citation or of its page.`,
  ...eachDimension({
    wrong: ({ confidence, evidenceIds }, { evidence }) => {
      if (confidence === 'low') return false;
      const cited = citedOf(evidence, evidenceIds);
      const prices = cited.filter(({ claim }) => figuresIn(claim).some(({ unit }) => isMoney(unit)));
      return prices.length > 0 && prices.every(isOld);
    },
    field: 'confidence',
    detail: `must be "low": the cited prices are more than ${OLD_MONTHS} months old; cite a newer one`,
    change: { confidence: 'low' },
    said: 'confidence based on old prices was lowered',
  }),
};

type Cited = Reviewed['evidence'];

function citedOf(evidence: Cited, ids: readonly string[]): Cited {
  return evidence.filter(({ evidenceId }) => ids.includes(evidenceId));
}

/** True if every cited quotation was not found or does not support its claim. */
function isUnverified(cited: Cited): boolean {
  return cited.length > 0 && cited.every((each) => !stands(each) || each.verification?.support === 'unsupported');
}

function eachDimension(rule: {
  wrong: Judge;
  field: 'confidence' | 'basis';
  detail: string;
  change: Partial<Dimension>;
  said?: string;
}): Pick<Rule, 'flaws' | 'fallback'> {
  const wrongIn = (findings: Reviewed) => DIMENSIONS.filter((name) => rule.wrong(findings.dimensions[name], findings));
  return {
    flaws: (findings) =>
      wrongIn(findings).map((name) => ({ pointer: `/dimensions/${name}/${rule.field}`, detail: rule.detail })),
    fallback: {
      correct: (findings) => {
        const lowered = wrongIn(findings).map((name) => [name, { ...findings.dimensions[name], ...rule.change }]);
        const dimensions = { ...findings.dimensions, ...Object.fromEntries(lowered) } as Reviewed['dimensions'];
        return { ...findings, dimensions };
      },
      said: rule.said ?? `${rule.field} not supported by its sources was lowered`,
    },
  };
}

/** True if the cited day or the page's own day is old. Unknown days do not count as old. */
function isOld({ publishedAt, retrievedAt, verification }: Cited[number]): boolean {
  const days = [publishedAt, verification?.pageDate].flatMap((day) => (day ? [Date.parse(day)] : []));
  const oldest = new Date(retrievedAt);
  oldest.setUTCMonth(oldest.getUTCMonth() - OLD_MONTHS);
  return days.some((day) => day < oldest.getTime());
}

/**
 * True if two of these sources justify high confidence: primary records or accountable reporting from two publishers
 * that do not repeat each other's text. If pages were checked, both quotations must have been found.
 */
export function twoIndependent(sources: readonly Evidence[], verified: boolean): boolean {
  const carrying = sources.filter(
    ({ grade = 'primary', verification }) =>
      (grade === 'primary' || grade === 'reported') && (!verified || verification?.status === 'verified'),
  );
  return carrying.some((one, i) => carrying.slice(i + 1).some((other) => areApart(one, other)));
}

function areApart(one: Evidence, other: Evidence): boolean {
  const hashes = [one, other].map(({ verification }) => verification?.contentSha256 ?? null);
  return (
    publisherOf(one) !== publisherOf(other) && !isOneText(one, other) && (hashes[0] === null || hashes[0] !== hashes[1])
  );
}

// Each registrable domain counts as one publisher. At hosting services such as github.io, each subdomain does.
function publisherOf({ sourceUrl }: Evidence): string {
  const domain = getDomain(sourceUrl, { allowPrivateDomains: true });
  return domain ?? (URL.canParse(sourceUrl) ? new URL(sourceUrl).hostname : sourceUrl);
}

/** Number of words in a row that two texts share only if one was copied from the other. */
const RUN = 5;
/** Percentage of a quotation that must be shared with the other text to count as copied. */
const SHARED = 50;
/** Minimum length, in words, of a title that two pages do not share by chance. */
const TITLE_WORDS = 5;

/** True if two sources repeat the same text, such as a press release. Compares quotations, contexts and titles. */
function isOneText(one: Evidence, other: Evidence): boolean {
  const [first, second] = [one, other].map(({ excerpt }) => wordsOf(excerpt).join(' '));
  if (first === second || titleOf(one) === titleOf(other)) return true;
  return isWithin(one, other) || isWithin(other, one);
}

/** True if one source's quotation also appears in the other's quotation or context. */
function isWithin({ excerpt }: Evidence, other: Evidence): boolean {
  const quoted = runsOf(excerpt);
  const there = new Set([...runsOf(other.excerpt), ...runsOf(other.verification?.context ?? '')]);
  const shared = quoted.filter((run) => there.has(run)).length;
  return shared > 0 && shared * 100 >= quoted.length * SHARED;
}

/** Page title without the site name. Short titles are made unique, because they may be equal by chance. */
function titleOf({ title, verification, evidenceId }: Evidence): string {
  const [words] = (verification?.pageTitle ?? title).split(/ [|–—-] /u).map(wordsOf);
  return words!.length < TITLE_WORDS ? evidenceId : words!.join(' ');
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(RUN - 1).map((_, i) => words.slice(i, i + RUN).join(' '));
}
