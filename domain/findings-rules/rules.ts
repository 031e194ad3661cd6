import { calendarWithinCases, monetizationAsMonth12, readersWithinAudience } from './agreement';
import { rangeWidth, withinBounds } from './bounds';
import { completeResearch, emptyFieldExplained, shortScan } from './completeness';
import { claimFollows } from './claims';
import {
  changeIsChange,
  namesCheckedInSession,
  riskSignals,
  sampleIssueWhole,
  sponsorsCited,
  trendInOrder,
} from './depth';
import { exchangeHolds, rivalPrices } from './exchange';
import {
  factNotByClaim,
  highNeedsTwo,
  inferenceNotHigh,
  oldPricesLow,
  partlyIsLower,
  unverifiedIsLow,
} from './confidence';
import { noContacts } from './contacts';
import { evidenceUsed, lastIssueSeen, openedInSession, publishedAsPage, publishedBefore } from './evidence';
import { audienceProduct, calendarInOrder, casesInOrder, figuresRecomputed, sourcedCites } from './figures';
import { enoughEvidence } from './floor';
import { basisCited, evidenceIds, moneyRange, sourceAddress } from './integrity';
import { noMarkup } from './markup';
import { pageOpened, sourceIsPage, sourceNotBlocked } from './opened';
import { limitationsAreReal, noRepetition, plainText } from './prose';
import { severityFromBoth } from './risks';
import type { Rule } from './rule';
import { rivalIsClaim } from './sources';
import { citedFigures, claimFigures, sourcedFigures } from './standing-figures';
import { recommendationByScore, verdictCap, verdictConfidence, verdictNearScores } from './verdict';

/** Rules without which a document cannot be read rightly. */
export const INTEGRITY: readonly Rule[] = [evidenceIds, sourceAddress, basisCited, moneyRange, figuresRecomputed];

/** All rules, in the order in which flaws are reported and corrected: what follows from another comes after it. */
export const RULES: readonly Rule[] = [
  noMarkup,
  ...INTEGRITY,
  sourceIsPage,
  sourceNotBlocked,
  pageOpened,
  enoughEvidence,
  openedInSession,
  publishedBefore,
  publishedAsPage,
  lastIssueSeen,
  claimFollows,
  exchangeHolds,
  claimFigures,
  rivalPrices,
  rivalIsClaim,
  factNotByClaim,
  inferenceNotHigh,
  highNeedsTwo,
  partlyIsLower,
  unverifiedIsLow,
  oldPricesLow,
  verdictConfidence,
  verdictNearScores,
  verdictCap,
  recommendationByScore,
  changeIsChange,
  audienceProduct,
  withinBounds,
  sourcedCites,
  sourcedFigures,
  sponsorsCited,
  trendInOrder,
  citedFigures,
  casesInOrder,
  readersWithinAudience,
  rangeWidth,
  monetizationAsMonth12,
  severityFromBoth,
  riskSignals,
  namesCheckedInSession,
  noContacts,
  plainText,
  limitationsAreReal,
  noRepetition,
  evidenceUsed,
  calendarInOrder,
  calendarWithinCases,
  sampleIssueWhole,
  emptyFieldExplained,
  shortScan,
  completeResearch,
];
