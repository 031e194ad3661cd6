import { DIMENSIONS, type PublishedParts } from '../../findings/contract/findings';
import { ECONOMICS_CASES } from '../../findings/contract/unit-economics';
import { dimensionLabel, likelyPay, RECOMMENDATION_LABELS, verdictMeaning } from '../../findings/verdict-words';
import { scoreRing } from '../charts/scores';
import { breakEven } from './economics-model';
import { capitalized, firstSentence, firstSentences, paragraphs } from './text';
import { aboutCount, EFFORTS, LEVELS, RECOMMENDATION_TONES, roundMoney } from './wording';

/** Neutral score, neither for nor against an idea. */
const NEUTRAL = 50;

/** Lowest score that counts as good. "Pursue" requires it. */
const GOOD = 70;

/** Label beside the number of sources in a sample. */
export const EXAMPLE_SOURCES = 'invented sources';

const BEST_SOURCE = 'a month from the best income source';

const RISK_WEIGHT = { low: 1, medium: 2, high: 3 };

export type SummaryModel = ReturnType<typeof summaryModel>;

/** Builds the summary. `score` is the only score that the document shows for the idea. Pure. */
export function summaryModel(research: PublishedParts, score: { value: number; shown: string }, sample: boolean) {
  const { verdict, dimensions, nextSteps } = research;
  const pay = likelyPay(research);
  const usual = RECOMMENDATION_TONES[verdict.recommendation];
  // "Pursue" with low pay must not look like an unqualified recommendation.
  const tone = pay?.isLow && usual === 'good' ? 'mid' : usual;
  const scores = DIMENSIONS.map((name) => {
    const { score: reached, rationale } = dimensions[name];
    return { score: reached, label: `${dimensionLabel(name)} ${reached}`, text: firstSentence(rationale, 150) };
  }).sort((a, b) => b.score - a.score);
  const [first] = nextSteps;
  return {
    recommendation: verdict.recommendation,
    label: RECOMMENDATION_LABELS[verdict.recommendation],
    tone,
    meaning: verdictMeaning(verdict),
    score: score.shown,
    ring: scoreRing({ score: score.value, shown: score.shown, tone }),
    confidence: LEVELS[verdict.confidence],
    /** Warning beside the verdict; null if the likely pay is fair or unknown. */
    payWarning: pay?.isLow ? pay.text : null,
    rationale: paragraphs(verdict.rationale),
    /** The PDF prints a long rationale in smaller type, so that the summary fits on one page. */
    isLong: verdict.rationale.length > 600,
    figures: [sourcesOf(research, sample), ...figuresOf(research)],
    sides: [
      {
        title: 'The case for it',
        points: [
          ...scores.filter(({ score: reached }) => reached >= NEUTRAL).slice(0, 2),
          ...(pay?.isLow === false ? payOf(research) : []),
        ],
      },
      /** The lowest score, the second lowest unless it is good, the worst risk, and low pay. Never empty. */
      {
        title: 'The case against it',
        points: [
          ...scores
            .slice(-2)
            .reverse()
            .filter(({ score: reached }, i) => i === 0 || reached < GOOD),
          ...worstRisk(research),
          ...(pay?.isLow ? payOf(research) : []),
        ],
      },
    ],
    firstStep: first
      ? {
          action: firstSentences(first.action, 200),
          successMetric: firstSentences(first.successMetric, 160),
          effort: EFFORTS[first.effort],
        }
      : null,
  };
}

/** Counts the sources and the quotes that were found. A sample's quotes are never checked. */
function sourcesOf({ evidence }: Pick<PublishedParts, 'evidence'>, sample: boolean) {
  const count = String(evidence.length);
  if (sample) return { value: count, label: EXAMPLE_SOURCES };
  const checked = evidence.filter(({ verification }) => verification);
  const verified = checked.filter(({ verification }) => verification!.status === 'verified').length;
  return checked.length > 0
    ? { value: `${verified} of ${count}`, label: 'quotes verified' }
    : { value: count, label: evidence.length === 1 ? 'source cited' : 'sources cited' };
}

/** Two or three headline figures. Omits figures that the research lacks. */
function figuresOf({ audienceSizing, unitEconomics, monetization, competitors }: PublishedParts) {
  const likely = unitEconomics?.computed.likely;
  const best = monetization.toSorted((a, b) => b.high - a.high)[0];
  return [
    audienceSizing
      ? { value: aboutCount(audienceSizing.people), label: 'people in the audience' }
      : { value: String(competitors.length), label: competitors.length === 1 ? 'competitor' : 'competitors' },
    ...(likely
      ? [
          { value: breakEven(likely.breakEvenMonth), label: 'breaks even, likely case' },
          { value: roundMoney(likely.incomePerHourCents), label: 'per hour, likely case' },
        ]
      : best
        ? [{ value: `${roundMoney(best.low)} – ${roundMoney(best.high)}`, label: BEST_SOURCE }]
        : []),
  ];
}

/** The most serious risk, with its mitigation. Empty if there are no risks. */
export function worstRisk({ risks }: Pick<PublishedParts, 'risks'>) {
  const weight = ({ likelihood, impact, severity }: PublishedParts['risks'][number]) =>
    likelihood && impact ? RISK_WEIGHT[likelihood] * RISK_WEIGHT[impact] : RISK_WEIGHT[severity] ** 2;
  return risks
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, 1)
    .map(({ title, mitigation }) => ({
      label: 'Main risk',
      text: `${firstSentence(title, 100).replace(/\.$/, '')}. ${firstSentence(mitigation, 140)}`,
    }));
}

function payOf({ unitEconomics }: PublishedParts) {
  if (!unitEconomics) return [];
  const [cautious, likely, optimistic] = ECONOMICS_CASES.map((name) => {
    const { incomePerHourCents: cents } = unitEconomics.computed[name];
    return cents < 0 ? `a loss of ${roundMoney(-cents)}` : roundMoney(cents);
  });
  const text = `${capitalized(`about ${likely}`.replace('about a loss of', 'a loss of about'))} in the likely case, ${cautious} in the cautious and ${optimistic} in the optimistic one.`;
  return [{ label: 'Pay per hour in year one', text }];
}
