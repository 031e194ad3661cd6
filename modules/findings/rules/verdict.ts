import { weightedMean } from '../economics';
import { weaker, type Correction, type Reviewed, type Rule, type RuleContext } from './rule';

const FATAL = ['demand', 'monetization', 'risk'] as const;
const FATAL_BELOW = 30;
const CAP = 40;

/** Minimum score for each recommendation. */
const PURSUE_FROM = 70;
const REFINE_FROM = 45;

/** Recommendations, worst first. */
const WORDS: readonly Reviewed['verdict']['recommendation'][] = ['avoid', 'refine', 'pursue'];

/** A rule with a correction by the service. */
type CorrectableRule = Rule & { fallback: Correction };

export const verdictCap: CorrectableRule = {
  id: 'verdict-cap',
  demand: `The verdict scores at most ${CAP} if demand, monetization or risk is below ${FATAL_BELOW}.`,
  flaws: (findings) => {
    const weak = FATAL.filter((name) => findings.dimensions[name].score < FATAL_BELOW);
    if (weak.length === 0 || findings.verdict.score <= CAP) return [];
    const detail = `must be at most ${CAP}, because ${weak.join(' and ')} scores below ${FATAL_BELOW}`;
    return [{ pointer: '/verdict/score', detail }];
  },
  fallback: {
    correct: (findings) => withVerdict(findings, { score: CAP }),
    said: `the verdict’s score was lowered to ${CAP}, because a weakness is fatal`,
  },
};

/** If the verdict is more points than this from the dimensions' weighted mean, its rationale must say why. */
const APART = 15;

export const verdictNearScores: CorrectableRule = {
  id: 'verdict-near-scores',
  demand: `The verdict is within ${APART} points of the weighted mean of the dimensions, or its rationale names that mean and the reason. If \`verdict-cap\` applies, no reason is needed.`,
  flaws: (findings) => {
    const { mean, isApart } = departure(findings);
    if (!isApart) return [];
    const detail = `must be within ${APART} points of ${mean}, the weighted mean of the dimensions, or the rationale must name ${mean} and explain the difference`;
    return [{ pointer: '/verdict/score', detail }];
  },
  fallback: {
    correct: (findings) => {
      const { verdict, mean } = departure(findings);
      // Only lowers scores. If the score is too low, adds the mean to the rationale instead.
      if (verdict.score > mean) return withVerdict(findings, { score: mean + APART });
      const told = ` The weighted mean of the dimensions is ${mean}.`;
      return withVerdict(findings, { rationale: `${verdict.rationale.slice(0, LONGEST - told.length)}${told}` });
    },
    said: `a verdict more than ${APART} points above the dimensions’ weighted mean was lowered, or the mean was added to the rationale of a verdict as far below it`,
  },
};

/** Maximum length of a verdict's rationale, in characters. */
const LONGEST = 2000;

function departure(findings: Reviewed) {
  const { verdict, dimensions } = findings;
  const mean = Math.round(weightedMean(dimensions));
  const isReasoned =
    isFatal(findings) || new RegExp(`(?<![\\d.,])${mean}(?![\\d]|[.,]\\d)`, 'u').test(verdict.rationale);
  return { verdict, mean, isApart: Math.abs(verdict.score - mean) > APART && !isReasoned };
}

function isFatal({ dimensions }: Reviewed): boolean {
  return FATAL.some((name) => dimensions[name].score < FATAL_BELOW);
}

export const recommendationByScore: CorrectableRule = {
  id: 'recommendation-by-score',
  demand: `The recommendation is \`pursue\` for a score of ${PURSUE_FROM} or more, \`refine\` from ${REFINE_FROM} up, and \`avoid\` below.`,
  flaws: ({ verdict: { score, recommendation } }) => {
    const right = recommendationOf(score);
    if (recommendation === right) return [];
    const detail = `must be "${right}" for a score of ${score}: pursue from ${PURSUE_FROM}, refine from ${REFINE_FROM}`;
    return [{ pointer: '/verdict/recommendation', detail }];
  },
  fallback: {
    correct: (findings) => {
      const { score, recommendation } = findings.verdict;
      const byScore = recommendationOf(score);
      // If the score and the recommendation disagree, lowers the better one to match the other.
      return WORDS.indexOf(recommendation) < WORDS.indexOf(byScore)
        ? withVerdict(findings, { score: recommendation === 'avoid' ? REFINE_FROM - 1 : PURSUE_FROM - 1 })
        : withVerdict(findings, { recommendation: byScore });
    },
    said: 'the verdict’s score and recommendation disagreed; the lower one was kept',
  },
};

export const verdictConfidence: Rule = {
  id: 'verdict-confidence',
  demand: 'The verdict’s confidence is not higher than that of demand or monetization.',
  flaws: (findings) => {
    const most = mostConfident(findings);
    if (weaker(findings.verdict.confidence, most) === findings.verdict.confidence) return [];
    return [
      { pointer: '/verdict/confidence', detail: `must be at most "${most}", the weaker of demand and monetization` },
    ];
  },
  fallback: {
    correct: (findings) =>
      withVerdict(findings, { confidence: weaker(findings.verdict.confidence, mostConfident(findings)) }),
    said: 'the verdict’s confidence was lowered to that of demand and monetization',
  },
};

/**
 * Changes the score of a verdict. First computes `before`: caps the score and aligns it with the recommendation (the
 * lower one wins). Then applies `change` and derives the recommendation. If the score is far from the mean of the
 * dimensions, the rationale names the mean.
 */
export function withScore(
  findings: Reviewed,
  change: (score: number) => number,
): { verdict: Reviewed['verdict']; before: number } {
  const sound = correctedBy(findings, [verdictNearScores, verdictCap, recommendationByScore]);
  const before = sound.verdict.score;
  const score = change(before);
  const lowered = withVerdict(sound, { score, recommendation: recommendationOf(score) });
  return { verdict: correctedBy(lowered, [verdictNearScores]).verdict, before };
}

/** Applies the corrections of these rules without mentioning them in the limitations. */
function correctedBy(findings: Reviewed, rules: readonly CorrectableRule[]): Reviewed {
  return rules.reduce(
    (left, { flaws, fallback }) => (flaws(left, ANY).length > 0 ? fallback.correct(left, ANY) : left),
    findings,
  );
}

/** The verdict rules ignore the context, so any will do. */
const ANY: RuleContext = { openedFrom: new Date(0), openedUntil: new Date(0), depth: 'research' };

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
