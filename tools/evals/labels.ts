import { DIMENSIONS, type DimensionName } from '../../contracts/findings';
import { DIMENSION_WEIGHTS } from '../../domain/weighted-mean';
import type { Band, EvalBrief } from './eval-brief';

/** Scores of a brief by part, in the order of the columns below. */
type Row = readonly [
  demand: number,
  competition: number,
  monetization: number,
  acquisition: number,
  operatorFit: number,
  sustainability: number,
  risk: number,
];

/** Points on either side of the second label's middle. */
const EITHER_SIDE = 13;

/** Dimensions whose weakness caps a verdict, by the rule `verdict-cap`, with its bounds. */
const FATAL: readonly DimensionName[] = ['demand', 'monetization', 'risk'];
const FATAL_BELOW = 30;
const CAP = 40;

/**
 * Second labels: each dimension scored alone, without a look at the first label. Both were made by the language model that
 * wrote this set, in two passes by two ways; no second person and no analyst of the trade has labelled them. So what they
 * have in common says that the set is consistent, and not that it is true.
 */
const SCORES: Readonly<Record<string, Row>> = {
  'device-warning-letters': [78, 55, 82, 62, 90, 85, 72],
  'grant-deadlines-museums': [76, 66, 48, 66, 86, 78, 80],
  'ai-news-for-everybody': [85, 8, 28, 18, 15, 45, 50],
  'one-eclipse': [12, 40, 12, 20, 20, 4, 40],
  plants: [60, 25, 30, 35, 20, 60, 70],
  'two-readers-at-once': [45, 40, 30, 35, 20, 50, 35],
  'orders-in-the-brief': [14, 70, 12, 30, 20, 25, 80],
  'closed-block': [52, 58, 38, 58, 35, 52, 80],
  'japanese-bento-suppliers': [66, 62, 62, 52, 84, 72, 72],
  'penny-stock-signals': [50, 20, 40, 30, 15, 30, 4],
  'one-word': [20, 20, 20, 20, 15, 20, 40],
  'school-bus-fleets': [70, 60, 66, 66, 88, 52, 60],
  'pharmacy-shortages': [84, 55, 74, 68, 86, 62, 56],
  'parish-energy': [66, 68, 44, 54, 82, 66, 76],
  'customs-rulings': [82, 54, 78, 62, 90, 82, 66],
  'dental-practice-buyers': [68, 55, 78, 60, 88, 66, 60],
  'water-rights': [70, 52, 80, 55, 84, 78, 66],
  'accessible-web-duty': [66, 42, 54, 54, 80, 58, 72],
  'beekeeper-weather': [66, 44, 42, 78, 86, 62, 74],
  'daily-crypto-moon': [55, 8, 30, 22, 10, 25, 6],
  'dvd-rentals': [4, 60, 6, 12, 15, 4, 55],
  'motivation-quotes': [25, 6, 5, 15, 8, 25, 60],
  'ended-farm-payments': [8, 50, 14, 30, 18, 4, 40],
  'copied-news-digest': [55, 20, 25, 30, 10, 10, 1],
  'running-somehow': [55, 28, 30, 35, 20, 55, 72],
  'bridge-letter': [58, 38, 46, 48, 35, 42, 80],
  'local-paper-substitute': [58, 52, 36, 40, 32, 45, 56],
  'ai-for-lawyers-or-judges': [58, 18, 42, 34, 24, 50, 58],
  'hidden-orders-for-machines': [56, 50, 42, 52, 40, 60, 76],
  'rival-to-be-slandered': [55, 42, 38, 50, 35, 55, 62],
  'german-tenancy-managers': [74, 42, 66, 56, 92, 80, 74],
  'french-bakers': [62, 54, 54, 46, 84, 70, 74],
  'spanish-olive-mills': [74, 46, 68, 62, 84, 72, 52],
  'brazilian-dentists-tax': [66, 44, 54, 56, 84, 62, 68],
  'peptide-protocols': [62, 35, 40, 42, 12, 25, 2],
  'sports-betting-model': [54, 18, 40, 34, 58, 40, 26],
  'divorce-letter': [54, 34, 36, 40, 18, 18, 14],
  'you-decide': [20, 20, 20, 20, 15, 20, 40],
};

/** Both labels of a brief; none where only declining is right. */
export function labelsOf({ name, label }: Pick<EvalBrief, 'name' | 'label'>): Band[] {
  const scores = SCORES[name];
  return label && scores ? [label, aroundMean(scores)] : [];
}

/** Band in which a score is right: what either label allows; null where only declining is right. */
export function bandOf(brief: Pick<EvalBrief, 'name' | 'label'>): Band | null {
  const labels = labelsOf(brief);
  if (labels.length === 0) return null;
  return { low: Math.min(...labels.map(({ low }) => low)), high: Math.max(...labels.map(({ high }) => high)) };
}

/** Around the weighted mean of the scores, capped as a verdict is. */
function aroundMean(scores: Row): Band {
  const mean = DIMENSIONS.reduce((sum, dimension, i) => sum + DIMENSION_WEIGHTS[dimension] * scores[i]!, 0) / 100;
  const isFatal = DIMENSIONS.some((dimension, i) => FATAL.includes(dimension) && scores[i]! < FATAL_BELOW);
  const middle = Math.round(isFatal ? Math.min(mean, CAP - EITHER_SIDE) : mean);
  return { low: Math.max(0, middle - EITHER_SIDE), high: Math.min(100, middle + EITHER_SIDE) };
}
