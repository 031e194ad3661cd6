import { DIMENSIONS } from '../../contracts/findings';
import type { Reviewed, Rule } from './rule';

type Evidence = Reviewed['evidence'][number];

/** What a rival says of itself is what a party says of itself. */
export const rivalIsClaim: Rule = {
  id: 'rival-is-claim',
  since: 2,
  demand: 'A source on the host of a competitor, or below it, is of grade `claim`.',
  flaws: (findings) => {
    const hosts = hostsOfRivals(findings);
    return findings.evidence.flatMap((entry, i) =>
      isOvergraded(entry, hosts)
        ? [
            {
              pointer: `/evidence/${i}/grade`,
              detail: 'must be "claim": the page is a competitor’s own, which speaks for itself',
            },
          ]
        : [],
    );
  },
  atLast: {
    mend: (findings) => {
      const hosts = hostsOfRivals(findings);
      const evidence = findings.evidence.map((entry) =>
        isOvergraded(entry, hosts) ? { ...entry, grade: 'claim' as const } : entry,
      );
      return { ...findings, evidence };
    },
    said: 'sources on the pages of competitors are called claims',
  },
};

function hostsOfRivals({ competitors }: Reviewed): string[] {
  return competitors.flatMap(({ url }) => (url !== null && URL.canParse(url) ? [hostOf(url)] : []));
}

function isOvergraded({ grade, sourceUrl }: Evidence, rivals: readonly string[]): boolean {
  if (grade === undefined || grade === 'claim' || !URL.canParse(sourceUrl)) return false;
  const host = hostOf(sourceUrl);
  return rivals.some((rival) => host === rival || host.endsWith(`.${rival}`));
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./u, '');
}

/** Age from which a price is old, in months. */
const OLD_MONTHS = 24;

/** An amount of money with its currency. */
const PRICE =
  /(?:[$€£¥₹]|\b(?:usd|eur|gbp|chf|cad|aud|jpy|sek|nok|dkk|brl|inr))\s?\d|\d\s?(?:[€£¥₹]|(?:dollars?|euros?|pounds?|francs?|crowns?|yen|usd|eur|gbp|chf|cad|aud|jpy|sek|nok|dkk|brl|inr)\b)/iu;

/** Prices age faster than what they are paid for. */
export const oldPricesLow: Rule = {
  id: 'old-prices-low',
  since: 2,
  demand: `A score is of low confidence where it cites prices, and the newest of them is older than ${OLD_MONTHS} months.`,
  flaws: (findings) =>
    restingOnOldPrices(findings).map((name) => ({
      pointer: `/dimensions/${name}/confidence`,
      detail: `must be "low": the prices that it cites are older than ${OLD_MONTHS} months; cite a newer one`,
    })),
  atLast: {
    mend: (findings) => {
      const lowered = restingOnOldPrices(findings).map((name) => [
        name,
        { ...findings.dimensions[name], confidence: 'low' as const },
      ]);
      const dimensions = { ...findings.dimensions, ...Object.fromEntries(lowered) } as Reviewed['dimensions'];
      return { ...findings, dimensions };
    },
    said: 'confidence that rests on old prices was lowered',
  },
};

function restingOnOldPrices({ evidence, dimensions }: Reviewed) {
  return DIMENSIONS.filter((name) => {
    const { confidence, evidenceIds } = dimensions[name];
    if (confidence === 'low') return false;
    const prices = evidence.filter(({ evidenceId, claim }) => evidenceIds.includes(evidenceId) && PRICE.test(claim));
    return prices.length > 0 && prices.every(isOld);
  });
}

/** True for a page that states an old day; one that states none says nothing of its age. */
function isOld({ publishedAt, retrievedAt }: Evidence): boolean {
  if (!publishedAt) return false;
  const oldest = new Date(retrievedAt);
  oldest.setUTCMonth(oldest.getUTCMonth() - OLD_MONTHS);
  return Date.parse(publishedAt) < oldest.getTime();
}
