import { weaker, type Reviewed, type Rule } from './rule';

const FATAL = ['demand', 'monetization', 'risk'] as const;
const FATAL_BELOW = 30;
const CAP = 40;

/** Least score of a recommendation. */
const PURSUE_FROM = 70;
const REFINE_FROM = 45;

/** Recommendations, the worst first. */
const WORDS: readonly Reviewed['verdict']['recommendation'][] = ['avoid', 'refine', 'pursue'];

/** A fatal weakness caps the verdict. */
export const verdictCap: Rule = {
  id: 'verdict-cap',
  demand: `The verdict scores at most ${CAP} where demand, monetization or risk is below ${FATAL_BELOW}.`,
  flaws: (findings) => {
    const weak = FATAL.filter((name) => findings.dimensions[name].score < FATAL_BELOW);
    if (weak.length === 0 || findings.verdict.score <= CAP) return [];
    const detail = `must be at most ${CAP}, because ${weak.join(' and ')} scores below ${FATAL_BELOW}`;
    return [{ pointer: '/verdict/score', detail }];
  },
  atLast: {
    mend: (findings) => withVerdict(findings, { score: CAP }),
    said: `the verdict’s score was lowered to ${CAP}, because a weakness is fatal`,
  },
};

/** The recommendation follows from the score. */
export const recommendationByScore: Rule = {
  id: 'recommendation-by-score',
  demand: `The recommendation is \`pursue\` from ${PURSUE_FROM}, \`refine\` from ${REFINE_FROM}, else \`avoid\`.`,
  flaws: ({ verdict: { score, recommendation } }) => {
    const right = recommendationOf(score);
    if (recommendation === right) return [];
    const detail = `must be "${right}" for a score of ${score}: pursue from ${PURSUE_FROM}, refine from ${REFINE_FROM}`;
    return [{ pointer: '/verdict/recommendation', detail }];
  },
  atLast: {
    mend: (findings) => {
      const { score, recommendation } = findings.verdict;
      const byScore = recommendationOf(score);
      // The lower of both wins: a score is never made to follow a better word, nor a word a better score.
      return WORDS.indexOf(recommendation) < WORDS.indexOf(byScore)
        ? withVerdict(findings, { score: recommendation === 'avoid' ? REFINE_FROM - 1 : PURSUE_FROM - 1 })
        : withVerdict(findings, { recommendation: byScore });
    },
    said: 'score and recommendation of the verdict disagreed; the lower of both was kept',
  },
};

/** The verdict is no surer than what carries it. */
export const verdictConfidence: Rule = {
  id: 'verdict-confidence',
  demand: 'The verdict is no more confident than the weaker of demand and monetization.',
  flaws: (findings) => {
    const most = mostConfident(findings);
    if (weaker(findings.verdict.confidence, most) === findings.verdict.confidence) return [];
    return [
      { pointer: '/verdict/confidence', detail: `must be at most "${most}", the weaker of demand and monetization` },
    ];
  },
  atLast: {
    mend: (findings) =>
      withVerdict(findings, { confidence: weaker(findings.verdict.confidence, mostConfident(findings)) }),
    said: 'the verdict’s confidence was lowered to that of demand and monetization',
  },
};

function recommendationOf(score: number): Reviewed['verdict']['recommendation'] {
  if (score >= PURSUE_FROM) return 'pursue';
  return score >= REFINE_FROM ? 'refine' : 'avoid';
}

function mostConfident({ dimensions: { demand, monetization } }: Reviewed) {
  return weaker(demand.confidence, monetization.confidence);
}

function withVerdict(findings: Reviewed, changes: Partial<Reviewed['verdict']>): Reviewed {
  return { ...findings, verdict: { ...findings.verdict, ...changes } };
}
