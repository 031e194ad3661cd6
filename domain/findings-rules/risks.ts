import { flawsIn, type Reviewed, type Rule } from './rule';

type Risk = Reviewed['risks'][number];

const WEIGHT = { low: 1, medium: 2, high: 3 } as const;

/** Least product of likelihood and impact, of 9. */
const MEDIUM_FROM = 3;
const HIGH_FROM = 6;

/** Severity is not a third opinion. */
export const severityFromBoth: Rule = {
  id: 'severity-from-both',
  since: 2,
  demand: `The severity of a risk follows from likelihood times impact (low 1, medium 2, high 3): medium from ${MEDIUM_FROM}, high from ${HIGH_FROM}.`,
  flaws: ({ risks }) =>
    flawsIn(risks, '/risks/*/severity', (risk) => {
      const right = severityOf(risk);
      return right !== risk.severity && `must be "${right}": likelihood ${risk.likelihood} and impact ${risk.impact}`;
    }),
  atLast: {
    mend: (findings) => ({
      ...findings,
      risks: findings.risks.map((risk) => ({ ...risk, severity: severityOf(risk) })),
    }),
    said: 'severities of risks were worked out again from likelihood and impact',
  },
};

function severityOf({ severity, likelihood, impact }: Risk): Risk['severity'] {
  if (!likelihood || !impact) return severity;
  const product = WEIGHT[likelihood] * WEIGHT[impact];
  if (product >= HIGH_FROM) return 'high';
  return product >= MEDIUM_FROM ? 'medium' : 'low';
}
