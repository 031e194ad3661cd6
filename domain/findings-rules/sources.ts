import { hostOf } from './floor';
import { flawsIn, type Reviewed, type Rule } from './rule';

type Evidence = Reviewed['evidence'][number];

/** What a rival says of itself is what a party says of itself. */
export const rivalIsClaim: Rule = {
  id: 'rival-is-claim',
  since: 2,
  demand: 'A source on the host of a competitor, or below it, is of grade `claim`.',
  flaws: (findings) => {
    const hosts = hostsOfRivals(findings);
    return flawsIn(
      findings.evidence,
      '/evidence/*/grade',
      (entry) =>
        isOvergraded(entry, hosts) && 'must be "claim": the page is a competitor’s own, which speaks for itself',
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
