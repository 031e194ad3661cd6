import { DIMENSIONS, type PublishedParts } from '../../findings/contract/findings';
import { dimensionLabel, RECOMMENDATION_LABELS, verdictMeaning } from '../../findings/verdict-words';
import { scoreRing } from '../charts/scores';
import { breakEven } from './economics-model';
import { firstSentence, firstSentences, paragraphs } from './text';
import { EFFORTS, LEVELS, RECOMMENDATION_TONES, formatCount, formatCents } from './wording';

/** Score that speaks neither for an idea nor against it. */
const NEUTRAL = 50;

/** Label of the number of a sample's sources. */
export const EXAMPLE_SOURCES = 'example sources, not checked';

const BEST_SOURCE = 'a month from the best source of income';

const RISK_WEIGHT = { low: 1, medium: 2, high: 3 };

/** Executive summary of one idea: verdict, figures, what speaks for and against it, the first step. */
export type SummaryModel = ReturnType<typeof summaryModel>;

/** Builds the summary. `score` is the one number that the document shows for the idea. Pure. */
export function summaryModel(research: PublishedParts, score: { value: number; shown: string }, sample: boolean) {
  const { verdict, dimensions, nextSteps } = research;
  const tone = RECOMMENDATION_TONES[verdict.recommendation];
  const points = DIMENSIONS.map((name) => {
    const { score: reached, rationale } = dimensions[name];
    return { label: dimensionLabel(name), score: reached, text: firstSentence(rationale, 150) };
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
    rationale: paragraphs(verdict.rationale),
    figures: [sourcesOf(research, sample), ...figuresOf(research)],
    strengths: points.filter(({ score: reached }) => reached >= NEUTRAL).slice(0, 2),
    /** The two lowest scales, however high: no idea is without a case against it. */
    weaknesses: points.slice(-2).reverse(),
    risks: worstRisks(research),
    firstStep: first
      ? {
          action: firstSentences(first.action, 200),
          successMetric: firstSentences(first.successMetric, 160),
          effort: EFFORTS[first.effort],
        }
      : null,
  };
}

/** Number of the sources, and of the quotations that were found: of a sample nothing was looked for. */
function sourcesOf({ evidence }: Pick<PublishedParts, 'evidence'>, sample: boolean) {
  const count = String(evidence.length);
  if (sample) return { value: count, label: EXAMPLE_SOURCES };
  const checked = evidence.filter(({ verification }) => verification);
  const verified = checked.filter(({ verification }) => verification!.status === 'verified').length;
  return checked.length > 0
    ? { value: `${verified} of ${count}`, label: 'quotations verified' }
    : { value: count, label: evidence.length === 1 ? 'source cited' : 'sources cited' };
}

/** Two or three figures that a reader wants first; those that the research does not have are left out. */
function figuresOf({ audienceSizing, unitEconomics, monetization, competitors }: PublishedParts) {
  const likely = unitEconomics?.computed.likely;
  const best = monetization.toSorted((a, b) => b.high - a.high)[0];
  return [
    audienceSizing
      ? { value: formatCount(audienceSizing.people), label: 'people in the audience' }
      : { value: String(competitors.length), label: competitors.length === 1 ? 'competitor' : 'competitors' },
    ...(likely
      ? [
          { value: breakEven(likely.breakEvenMonth), label: 'breaks even, likely case' },
          { value: formatCents(likely.incomePerHourCents), label: 'an hour of work, likely case' },
        ]
      : best
        ? [{ value: `${formatCents(best.low)} – ${formatCents(best.high)}`, label: BEST_SOURCE }]
        : []),
  ];
}

function worstRisks({ risks }: PublishedParts) {
  const weight = ({ likelihood, impact, severity }: PublishedParts['risks'][number]) =>
    likelihood && impact ? RISK_WEIGHT[likelihood] * RISK_WEIGHT[impact] : RISK_WEIGHT[severity] ** 2;
  return risks
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, 2)
    .map(({ title, mitigation }) => ({ title: firstSentence(title, 100), mitigation: firstSentence(mitigation, 140) }));
}
