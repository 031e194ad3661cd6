import { DIMENSIONS, type DimensionName, type Findings } from '../findings/contract/findings';
import { isSample } from '../run-kinds/sandbox';
import type { OpportunityImport } from './contract';

type Confidence = Findings['verdict']['confidence'];

/** Public extract of an opportunity's findings: enough to judge our work, without the parts that buyers pay for. */
export interface OpportunityPreview {
  recommendation: Findings['verdict']['recommendation'];
  score: number;
  confidence: Confidence;
  /** Scores in display order, without their reasons. */
  dimensions: { name: DimensionName; score: number; confidence: Confidence }[];
  /** First sentences of the verdict's rationale. */
  opening: string;
  /** Number of items in the dossier, per list. */
  counts: Record<(typeof COUNTED)[number], number>;
  /**
   * True for each section that the findings have; older findings lack some. Only the dossier contains the sections
   * themselves.
   */
  has: Record<'sizing' | 'economics' | 'issues' | 'calendar' | 'trend' | 'sampleIssue', boolean>;
  evidence: EvidenceSummary;
}

export interface EvidenceSummary {
  sources: number;
  /** Number of distinct websites among the sources. */
  sites: number;
  /** Number of primary sources; null if the findings do not say which sources are primary. */
  primary: number | null;
  /** Number of quotes found on their pages; null if no quotes were checked, and for samples. */
  verified: number | null;
  /** True if the sources are invented. */
  sample: boolean;
  /** Time when the last source was retrieved. */
  newestAt: string | null;
}

/** Lists whose length the preview shows. The length is 0 if the findings lack the list. */
const COUNTED = [
  ...(['audienceSegments', 'competitors', 'monetization', 'channels', 'risks', 'nextSteps', 'limitations'] as const),
  ...(['comparables', 'sponsors', 'nameChecks', 'wouldChange', 'searchLog'] as const),
] as const;

const MAX_OPENING = 260;

export interface CardFigures {
  /** Dimension scores in display order, as in the preview. */
  dimensionScores: number[];
  /** Number of people in the audience; null if the findings do not estimate it. */
  audiencePeople: number | null;
  /** Month (from 1) in which the likely case breaks even; 0 if not within a year, null without economics. */
  breakEvenMonth: number | null;
  /** True if the findings are invented. */
  isExample: boolean;
}

export function cardFiguresOf({
  dimensions,
  audienceSizing,
  unitEconomics,
  provenance,
}: OpportunityImport['findings']): CardFigures {
  const likely = unitEconomics?.computed?.likely;
  return {
    dimensionScores: DIMENSIONS.map((name) => dimensions[name].score),
    audiencePeople: audienceSizing?.people ?? null,
    breakEvenMonth: likely ? (likely.breakEvenMonth ?? 0) : null,
    isExample: isSample({ provenance }),
  };
}

/** Extracts the preview. Omits names, URLs, quotations, reasons and plans. */
export function previewOf(findings: Findings): OpportunityPreview {
  const { verdict, dimensions } = findings;
  return {
    recommendation: verdict.recommendation,
    score: verdict.score,
    confidence: verdict.confidence,
    dimensions: DIMENSIONS.map((name) => {
      const { score, confidence } = dimensions[name];
      return { name, score, confidence };
    }),
    opening: openingOf(verdict.rationale),
    counts: Object.fromEntries(
      COUNTED.map((list) => [list, findings[list]?.length ?? 0]),
    ) as OpportunityPreview['counts'],
    has: {
      sizing: findings.audienceSizing !== undefined,
      economics: findings.unitEconomics !== undefined,
      issues: findings.firstIssues !== undefined,
      calendar: findings.launchCalendar !== undefined,
      trend: findings.trend !== undefined,
      sampleIssue: findings.sampleIssue !== undefined,
    },
    evidence: summaryOf(findings),
  };
}

function summaryOf({ evidence, provenance }: Findings): EvidenceSummary {
  const sample = isSample({ provenance });
  const graded = evidence.some(({ grade }) => grade !== undefined);
  const checked = !sample && evidence.some(({ verification }) => verification !== undefined);
  return {
    sources: evidence.length,
    sites: new Set(evidence.map(({ sourceUrl }) => siteOf(sourceUrl))).size,
    primary: graded ? evidence.filter(({ grade }) => grade === 'primary').length : null,
    verified: checked ? evidence.filter(({ verification }) => verification?.status === 'verified').length : null,
    sample,
    newestAt:
      evidence
        .map(({ retrievedAt }) => retrievedAt)
        .toSorted()
        .at(-1) ?? null,
  };
}

/** First sentences of a string, up to half of its length. A first sentence that is longer is cut after a word. */
function openingOf(text: string): string {
  const most = Math.min(MAX_OPENING, Math.ceil(text.length / 2));
  let opening = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    if ((opening + segment).trimEnd().length > most) break;
    opening += segment;
  }
  if (opening.trim() !== '') return opening.trim();
  const cut = text.slice(0, most);
  return `${cut.slice(0, cut.lastIndexOf(' ')).trimEnd() || cut}…`;
}

function siteOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address;
}
