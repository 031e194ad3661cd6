import { DIMENSIONS, type DimensionName } from '../../contracts/findings';
import { twoIndependent } from './independence';
import type { Reviewed, Rule } from './rule';

type Dimension = Reviewed['dimensions'][DimensionName];
type Judge = (dimension: Dimension, findings: Reviewed) => boolean;

/** Reasoning without a source is never sure. */
export const inferenceNotHigh: Rule = {
  id: 'inference-not-high',
  demand: 'A score whose basis is `inference` is not of high confidence.',
  ...eachDimension({
    wrong: ({ basis, confidence }) => basis === 'inference' && confidence === 'high',
    field: 'confidence',
    detail: 'must be at most "medium": its basis is inference',
    change: { confidence: 'medium' },
  }),
};

/** High confidence takes two sources that do not know of each other. */
export const highNeedsTwo: Rule = {
  id: 'high-needs-two',
  demand:
    'High confidence takes two independent sources of grade `primary` or `reported`: of different publishers, with different text, each found on its page.',
  ...eachDimension({
    wrong: ({ confidence, evidenceIds }, { evidence }) => {
      const cited = evidence.filter(({ evidenceId }) => evidenceIds.includes(evidenceId));
      const verified = evidence.some(({ verification }) => verification !== undefined);
      return confidence === 'high' && !twoIndependent(cited, verified);
    },
    field: 'confidence',
    detail:
      'must be at most "medium" without two independent sources of grade primary or reported, whose excerpts stand on their pages',
    change: { confidence: 'medium' },
  }),
};

/** What a party says of itself is no fact. */
export const factNotByClaim: Rule = {
  id: 'fact-not-by-claim',
  demand: 'A score whose basis is `fact` cites a source that is more than a claim of a party about itself.',
  ...eachDimension({
    wrong: ({ basis, evidenceIds }, { evidence }) => {
      const cited = evidence.filter(({ evidenceId }) => evidenceIds.includes(evidenceId));
      return basis === 'fact' && cited.length > 0 && cited.every(({ grade }) => grade === 'claim');
    },
    field: 'basis',
    detail: 'must not be "fact": all that it cites are claims of a party about itself',
    change: { basis: 'estimate' },
  }),
};

function eachDimension(rule: {
  wrong: Judge;
  field: 'confidence' | 'basis';
  detail: string;
  change: Partial<Dimension>;
}): Pick<Rule, 'flaws' | 'atLast'> {
  const wrongIn = (findings: Reviewed) => DIMENSIONS.filter((name) => rule.wrong(findings.dimensions[name], findings));
  return {
    flaws: (findings) =>
      wrongIn(findings).map((name) => ({ pointer: `/dimensions/${name}/${rule.field}`, detail: rule.detail })),
    atLast: {
      mend: (findings) => {
        const lowered = wrongIn(findings).map((name) => [name, { ...findings.dimensions[name], ...rule.change }]);
        const dimensions = { ...findings.dimensions, ...Object.fromEntries(lowered) } as Reviewed['dimensions'];
        return { ...findings, dimensions };
      },
      said: `${rule.field} that its sources do not carry was lowered`,
    },
  };
}
