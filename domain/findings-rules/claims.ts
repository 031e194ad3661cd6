import { flawsIn, type Reviewed, type Rule } from './rule';

type Evidence = Reviewed['evidence'][number];

/** What is left of a claim that does not follow from its quotation. */
const retracted = ({ evidenceId }: Evidence) =>
  `What was claimed here did not follow from the quotation of ${evidenceId}, which stands without a claim.`;

const isUnsupported = (entry: Evidence) =>
  entry.verification?.support === 'unsupported' && entry.claim !== retracted(entry);

/** A claim follows from its quotation. */
export const claimFollows: Rule = {
  id: 'claim-follows',
  since: 2,
  demand:
    'Every claim whose quotation was found follows from it, at least in part, as a second reader judges: a model without tools that sees the claim, its `calculation` with the results, the quotation and 200 characters around it. A score whose sources all fail this is treated as if none had been found.',
  flaws: ({ evidence }) =>
    flawsIn(
      evidence,
      '/evidence/*/claim',
      (entry) =>
        isUnsupported(entry) &&
        `must follow from its excerpt: a second reader finds that what ${entry.evidenceId} claims does not; claim what the page says, or quote the passage that says it`,
    ),
  atLast: {
    mend: (findings) => ({
      ...findings,
      evidence: findings.evidence.map((entry) => {
        if (!isUnsupported(entry)) return entry;
        const { calculation: _calculation, exchange: _exchange, ...rest } = entry;
        return { ...rest, claim: retracted(entry) };
      }),
    }),
    said: 'claims that do not follow from their quotations, as a second reader judged, were taken back',
  },
};
