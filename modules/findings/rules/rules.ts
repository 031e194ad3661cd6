import { MAX_LIMITATIONS, type Findings } from '../contract/findings';
import * as agreement from './agreement';
import * as completeness from './completeness';
import * as confidence from './confidence';
import * as depth from './depth';
import * as evidence from './evidence';
import * as exchange from './exchange';
import * as figures from './figures';
import * as prose from './prose';
import { FIRST_EDITION, RULES_EDITION, type Rule, type Flaw, type Reviewed, type RuleContext } from './rule';
import * as sources from './sources';
import * as standing from './standing-figures';
import * as verdict from './verdict';

/** Rules that a document must satisfy to be interpreted correctly. */
export const INTEGRITY: readonly Rule[] = [
  completeness.evidenceIds,
  completeness.sourceAddress,
  completeness.basisCited,
  completeness.moneyRange,
  figures.figuresRecomputed,
];

/** All rules, in the order in which they are reported and corrected. Each rule comes after the rules it depends on. */
export const RULES: readonly Rule[] = [
  prose.noMarkup,
  ...INTEGRITY,
  sources.sourceIsPage,
  sources.sourceNotBlocked,
  sources.pageOpened,
  completeness.enoughEvidence,
  completeness.foundByService,
  evidence.openedInSession,
  evidence.publishedBefore,
  evidence.publishedAsPage,
  evidence.lastIssueSeen,
  evidence.claimFollows,
  exchange.exchangeHolds,
  standing.claimFigures,
  exchange.rivalPrices,
  sources.rivalIsClaim,
  confidence.factNotByClaim,
  confidence.inferenceNotHigh,
  confidence.highNeedsTwo,
  confidence.partlyIsLower,
  confidence.unverifiedIsLow,
  confidence.oldPricesLow,
  verdict.verdictConfidence,
  verdict.verdictNearScores,
  verdict.verdictCap,
  verdict.recommendationByScore,
  depth.changeIsChange,
  figures.audienceProduct,
  agreement.withinBounds,
  figures.sourcedCites,
  standing.sourcedFigures,
  depth.sponsorsCited,
  depth.trendInOrder,
  standing.citedFigures,
  figures.casesInOrder,
  agreement.readersWithinAudience,
  agreement.rangeWidth,
  agreement.monetizationAsMonth12,
  depth.severityFromBoth,
  depth.riskSignals,
  depth.namesCheckedInSession,
  prose.noContacts,
  prose.plainText,
  prose.limitationsAreReal,
  prose.noRepetition,
  evidence.evidenceUsed,
  figures.calendarInOrder,
  agreement.calendarWithinCases,
  depth.sampleIssueWhole,
  completeness.emptyFieldExplained,
  completeness.shortScan,
  completeness.completeResearch,
];

/** True if a rule is part of the edition that applies to the findings. */
export function holds({ since = FIRST_EDITION }: Rule, { edition = RULES_EDITION }: RuleContext): boolean {
  return since <= edition;
}

const rulesFor = (context: RuleContext) => RULES.filter((rule) => holds(rule, context));

/** Reports the problems that make findings free of charge. */
export function unpaidFlaws(findings: Reviewed, context: RuleContext): Flaw[] {
  return rulesFor(context).flatMap((rule) => (rule.fallback === 'unpaid' ? rule.flaws(findings, context) : []));
}

/** Checks findings against every rule in their edition. Expects a document that conforms to the schema. */
export function flawsOf(findings: Reviewed, context: RuleContext): Flaw[] {
  return rulesFor(context).flatMap((rule) => rule.flaws(findings, context));
}

/**
 * Prepares findings for publication: applies the correction of each rule that the findings break, and lists these
 * corrections in the limitations. Returns null if the fallback of a broken rule is `refuse`. {@link unpaidFlaws}
 * decides separately whether to charge for them.
 */
export function settled(findings: Reviewed, context: RuleContext): Reviewed | null {
  let left = findings;
  const said: string[] = [];
  for (const rule of rulesFor(context)) {
    if (rule.fallback === 'pass' || rule.fallback === 'unpaid' || rule.flaws(left, context).length === 0) continue;
    if (rule.fallback === 'refuse') return null;
    left = rule.fallback.correct(left, context);
    said.push(rule.fallback.said);
  }
  if (said.length === 0) return left;
  const sentence = `The service corrected these findings before it published them: ${[...new Set(said)].join('; ')}.`;
  const own = sentence.length <= MOST ? sentence : `${sentence.slice(0, MOST - 1)}…`;
  return { ...left, limitations: [own, ...left.limitations].slice(0, MAX_LIMITATIONS) };
}

/** Checks the integrity rules (docs/findings-rules.md). Expects a document that conforms to the schema. */
export function semanticFlaws(findings: Reviewed): Flaw[] {
  // The integrity rules ignore the context, so any will do.
  const any: RuleContext = { openedFrom: new Date(0), openedUntil: new Date(0), depth: 'scan' };
  return INTEGRITY.flatMap((rule) => rule.flaws(findings, any));
}

const MOST = 500;

/** Maximum duration of research. Well above the time limit of a search. */
const RESEARCH_MS = 86_400_000;

/** Checks published findings and their candidates against every rule. */
export function flawsOfPublished(findings: Findings): Flaw[] {
  const openedUntil = new Date(findings.generatedAt);
  const openedFrom = new Date(openedUntil.getTime() - RESEARCH_MS);
  const context: RuleContext = { openedFrom, openedUntil, depth: 'research' };
  return flawsOfEach(findings, (document) => flawsOf(document, context));
}

/**
 * Checks published findings without their candidates, then each candidate. Pointers start at the root of the findings.
 */
export function flawsOfEach(findings: Findings, flawsOfOne: (document: Reviewed) => Flaw[]): Flaw[] {
  const { candidates = [], ...own } = findings;
  const ofCandidates = candidates.flatMap((candidate, i) =>
    flawsOfOne(candidate).map((flaw) => ({ ...flaw, pointer: `/candidates/${i}${flaw.pointer}` })),
  );
  return [...flawsOfOne(own), ...ofCandidates];
}
