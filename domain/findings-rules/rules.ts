import { MAX_LIMITATIONS, type Findings } from '../../contracts/findings';
import {
  calendarWithinCases,
  monetizationAsMonth12,
  readersWithinAudience,
  rangeWidth,
  withinBounds,
} from './agreement';
import {
  completeResearch,
  emptyFieldExplained,
  shortScan,
  enoughEvidence,
  basisCited,
  evidenceIds,
  moneyRange,
  sourceAddress,
  EVIDENCE_FLOOR,
} from './completeness';
import {
  factNotByClaim,
  highNeedsTwo,
  inferenceNotHigh,
  oldPricesLow,
  partlyIsLower,
  unverifiedIsLow,
} from './confidence';
import {
  changeIsChange,
  namesCheckedInSession,
  riskSignals,
  sampleIssueWhole,
  sponsorsCited,
  trendInOrder,
  severityFromBoth,
} from './depth';
import {
  claimFollows,
  evidenceUsed,
  lastIssueSeen,
  openedInSession,
  publishedAsPage,
  publishedBefore,
} from './evidence';
import { exchangeHolds, rivalPrices } from './exchange';
import { audienceProduct, calendarInOrder, casesInOrder, figuresRecomputed, sourcedCites } from './figures';
import { noContacts, noMarkup, limitationsAreReal, noRepetition, plainText } from './prose';
import { FIRST_EDITION, RULES_EDITION, type Rule, type Flaw, type Reviewed, type RuleContext } from './rule';
import { pageOpened, sourceIsPage, sourceNotBlocked, rivalIsClaim } from './sources';
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

/** True if a rule is of the edition by which findings are judged. */
export function holds({ since = FIRST_EDITION }: Rule, { edition = RULES_EDITION }: RuleContext): boolean {
  return since <= edition;
}

const rulesFor = (context: RuleContext) => RULES.filter((rule) => holds(rule, context));

/** Flaws of findings by every rule of their edition. Expects a document that passed the schema. */
export function flawsOf(findings: Reviewed, context: RuleContext): Flaw[] {
  return rulesFor(context).flatMap((rule) => rule.flaws(findings, context));
}

/**
 * Findings as they may be published with the flaws that they have: what the service can correct is corrected, and their
 * limitations say so. Null where a rule is broken that nothing corrects. Whether they may be charged for is another
 * question ({@link enoughEvidence}).
 */
export function settled(findings: Reviewed, context: RuleContext): Reviewed | null {
  let left = findings;
  const said: string[] = [];
  for (const rule of rulesFor(context)) {
    if (rule.atLast === 'pass' || rule.atLast === 'unpaid' || rule.flaws(left, context).length === 0) continue;
    if (rule.atLast === 'refuse') return null;
    left = rule.atLast.mend(left, context);
    said.push(rule.atLast.said);
  }
  if (said.length === 0) return left;
  const sentence = `The service corrected these findings before it published them: ${[...new Set(said)].join('; ')}.`;
  const own = sentence.length <= MOST ? sentence : `${sentence.slice(0, MOST - 1)}…`;
  return { ...left, limitations: [own, ...left.limitations].slice(0, MAX_LIMITATIONS) };
}

/**
 * Flaws of integrity (docs/findings-rules.md): a document that has one can never be published. Expects a document that
 * passed the schema.
 */
export function semanticFlaws(findings: Reviewed): Flaw[] {
  // These rules check the document alone.
  const any: RuleContext = { openedFrom: new Date(0), openedUntil: new Date(0), depth: 'scan' };
  return INTEGRITY.flatMap((rule) => rule.flaws(findings, any));
}

const MOST = 500;

/** Longest research before its findings are generated: the deadline of a search, generously. */
const RESEARCH_MS = 86_400_000;

/** Flaws of a published document by every rule, and those of its candidates. */
export function flawsOfPublished(findings: Findings): Flaw[] {
  const openedUntil = new Date(findings.generatedAt);
  const openedFrom = new Date(openedUntil.getTime() - RESEARCH_MS);
  const context: RuleContext = { openedFrom, openedUntil, depth: 'research' };
  return flawsOfEach(findings, (document) => flawsOf(document, context));
}

/**
 * Flaws of each document in published findings: of the findings without their candidates, then of each candidate, with
 * pointers from the root of the findings.
 */
export function flawsOfEach(findings: Findings, flawsOfOne: (document: Reviewed) => Flaw[]): Flaw[] {
  const { candidates = [], ...own } = findings;
  const ofCandidates = candidates.flatMap((candidate, i) =>
    flawsOfOne(candidate).map((flaw) => ({ ...flaw, pointer: `/candidates/${i}${flaw.pointer}` })),
  );
  return [...flawsOfOne(own), ...ofCandidates];
}

const HEAD = `# Rules of findings

Generated from \`domain/findings-rules/\` by \`npm run docs\`; a test fails when this page is stale, and another when a rule
has no breach that shows it.

Every submission of the research agent passes the JSON Schema, then these rules, in this order. A flaw goes back to the
agent as a pointer and what to do, while corrections are left (\`RUN_MAX_REPAIRS\`). The last column says what becomes of
a flaw at the last hand-in:

- **refused**: findings with it are never published; the run fails as \`findings_invalid\` and gives its credit back.
- **not charged**: it goes back once; then the run ends as \`not_enough_evidence\`, gives its credit back and shows its
  owner what was found, free of charge. A candidate of a search is excluded for the same reason.
- **mended**: the service corrects it itself, downwards only, and the first limitation says so to the reader.
- **let pass**: it was asked for, and its lack misleads nobody.

A session is judged by the rules of the edition that its prompt had when it began: a rule that a release adds binds the
sessions that begin once \`agents provision\` has brought its prompt to the agent. Edition ${RULES_EDITION} is that of this build;
the last column but one says of each rule which edition had it first.

Quotations come before all of these: an excerpt that is not on its page is a flaw, and at the last hand-in no score rests
on it as a fact. A free scan is settled at its first hand-in. Imported opportunities hold all rules.

The floor for being paid is one value, \`EVIDENCE_FLOOR\`: ${EVIDENCE_FLOOR.percent}% of all citations verified, and of
these at least ${EVIDENCE_FLOOR.sources} pages on ${EVIDENCE_FLOOR.hosts} hosts. With \`EVIDENCE_CHECK=off\` nothing is
verified: the pages and hosts that are cited count, and no rule asks what was found.

| rule | demand | edition | at the last hand-in |
| ---- | ------ | ------- | ------------------- |
`;

/** Page of all rules (docs/findings-rules.md), for `npm run docs`. */
export function rulesAsMarkdown(): string {
  return `${HEAD}${RULES.map((rule) => `| \`${rule.id}\` | ${rule.demand} | ${rule.since ?? FIRST_EDITION} | ${treatmentOf(rule)} |`).join('\n')}\n`;
}

function treatmentOf({ atLast }: Rule): string {
  if (atLast === 'refuse') return 'refused';
  if (atLast === 'unpaid') return 'not charged';
  return atLast === 'pass' ? 'let pass' : `mended: ${atLast.said}`;
}
