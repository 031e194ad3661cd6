import { DIMENSIONS } from '../../contracts/findings';
import { noSource } from '../no-source';
import { flawsIn, type Reviewed, type Rule, type RuleContext } from './rule';

const ADDRESS = '/evidence/*/sourceUrl';

/** A source is a page that says something itself. */
export const sourceIsPage: Rule = {
  id: 'source-is-page',
  since: 2,
  demand: 'No source is a page of search results, the answer of a chat service, or a sign-in.',
  flaws: ({ evidence }) =>
    flawsIn(evidence, ADDRESS, ({ sourceUrl }) => {
      const what = noSource(sourceUrl);
      return what && `is ${what}, which is no source: cite the page that says it`;
    }),
  atLast: {
    mend: (findings) => without(findings, ({ sourceUrl }) => noSource(sourceUrl) !== null),
    said: 'citations of search results, chat services and sign-ins were removed',
  },
};

/** What the deployment wants nothing from is not cited from memory either. */
export const sourceNotBlocked: Rule = {
  id: 'source-not-blocked',
  since: 2,
  demand: 'No source is on a domain that the deployment blocks (`AGENT_BLOCKED_DOMAINS`), or below one.',
  flaws: ({ evidence }, context) =>
    flawsIn(
      evidence,
      ADDRESS,
      ({ sourceUrl }) =>
        isBlocked(sourceUrl, context) && 'is on a domain that is blocked here: cite another page, or drop the claim',
    ),
  atLast: {
    mend: (findings, context) => without(findings, ({ sourceUrl }) => isBlocked(sourceUrl, context)),
    said: 'citations of blocked domains were removed',
  },
};

function isBlocked(sourceUrl: string, { blockedDomains = [] }: RuleContext): boolean {
  if (!URL.canParse(sourceUrl)) return false;
  const { hostname } = new URL(sourceUrl);
  return blockedDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/** What was not opened was not read. */
export const pageOpened: Rule = {
  id: 'page-opened',
  since: 2,
  demand: 'The agent opened every page that it cites, in the session that hands the findings in.',
  flaws: ({ evidence }, { unopened }) =>
    flawsIn(
      evidence,
      ADDRESS,
      ({ evidenceId }) =>
        unopened?.has(evidenceId) &&
        'must be a page that you opened in this session: open it and quote it, or drop the claim',
    ),
  atLast: {
    mend: (findings, { unopened }) => without(findings, ({ evidenceId }) => unopened?.has(evidenceId) ?? false),
    said: 'citations of pages that the agent never opened were removed',
  },
};

/** Findings without the evidence that `isOut`. A score that cites nothing any more is an inference of low confidence. */
function without(findings: Reviewed, isOut: (entry: Reviewed['evidence'][number]) => boolean): Reviewed {
  const out = new Set(findings.evidence.filter(isOut).map(({ evidenceId }) => evidenceId));
  const left = withoutCitations(findings, out) as Reviewed;
  const dimensions = DIMENSIONS.map((name) => {
    const dimension = left.dimensions[name];
    const isBare = dimension.basis !== 'inference' && dimension.evidenceIds.length === 0;
    return [name, isBare ? { ...dimension, basis: 'inference', confidence: 'low' } : dimension] as const;
  });
  return {
    ...left,
    evidence: findings.evidence.filter(({ evidenceId }) => !out.has(evidenceId)),
    dimensions: Object.fromEntries(dimensions) as Reviewed['dimensions'],
  };
}

function withoutCitations(value: unknown, out: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withoutCitations(inner, out));
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === 'evidenceIds' ? (inner as string[]).filter((id) => !out.has(id)) : withoutCitations(inner, out),
  ]);
  return Object.fromEntries(entries);
}
