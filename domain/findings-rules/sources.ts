import { DIMENSIONS } from '../../contracts/findings';
import { figuresIn, isMoney } from '../figures-in-text';
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

/** Prices age faster than what they are paid for. */
export const oldPricesLow: Rule = {
  id: 'old-prices-low',
  since: 2,
  demand: `A score is of low confidence where it cites prices, and the newest of them is older than ${OLD_MONTHS} months, by the day that is cited or the one that its page states.`,
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
    const prices = evidence.filter(
      ({ evidenceId, claim }) => evidenceIds.includes(evidenceId) && figuresIn(claim).some(({ unit }) => isMoney(unit)),
    );
    return prices.length > 0 && prices.every(isOld);
  });
}

/** True for a page of an old day, its own or the one that is cited, whichever is earlier; of no day nothing is known. */
function isOld({ publishedAt, retrievedAt, verification }: Evidence): boolean {
  const days = [publishedAt, verification?.pageDate].flatMap((day) => (day ? [Date.parse(day)] : []));
  const oldest = new Date(retrievedAt);
  oldest.setUTCMonth(oldest.getUTCMonth() - OLD_MONTHS);
  return days.some((day) => day < oldest.getTime());
}
