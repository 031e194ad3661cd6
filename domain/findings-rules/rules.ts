import { completeResearch, emptyFieldExplained, shortScan } from './completeness';
import { factNotByClaim, highNeedsTwo, inferenceNotHigh, unverifiedIsLow } from './confidence';
import { noContacts } from './contacts';
import { evidenceUsed, openedInSession, publishedBefore } from './evidence';
import { audienceProduct, calendarInOrder, casesInOrder, figuresRecomputed, sourcedCites } from './figures';
import { enoughEvidence } from './floor';
import { basisCited, evidenceIds, moneyRange, sourceAddress } from './integrity';
import { limitationsAreReal, noRepetition, plainText } from './prose';
import type { Rule } from './rule';
import { recommendationByScore, verdictCap, verdictConfidence } from './verdict';

/** Rules without which a document cannot be read rightly. */
export const INTEGRITY: readonly Rule[] = [evidenceIds, sourceAddress, basisCited, moneyRange, figuresRecomputed];

/** All rules, in the order in which flaws are reported and corrected: what follows from another comes after it. */
export const RULES: readonly Rule[] = [
  ...INTEGRITY,
  enoughEvidence,
  openedInSession,
  publishedBefore,
  factNotByClaim,
  inferenceNotHigh,
  highNeedsTwo,
  unverifiedIsLow,
  verdictConfidence,
  verdictCap,
  recommendationByScore,
  audienceProduct,
  sourcedCites,
  casesInOrder,
  noContacts,
  plainText,
  limitationsAreReal,
  noRepetition,
  evidenceUsed,
  calendarInOrder,
  emptyFieldExplained,
  shortScan,
  completeResearch,
];
