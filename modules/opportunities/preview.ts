import { DIMENSIONS, type DimensionName, type Findings } from '../findings/contract/findings';
import { isSample } from '../run-kinds/sandbox';
import type { OpportunityImport } from './contract';

type Confidence = Findings['verdict']['confidence'];

/** Public extract of an opportunity's findings: enough to judge the work, nothing that a buyer pays for. */
export interface OpportunityPreview {
  recommendation: Findings['verdict']['recommendation'];
  score: number;
  confidence: Confidence;
  /** Scores in display order, without their reasons. */
  dimensions: { name: DimensionName; score: number; confidence: Confidence }[];
  /** First sentences of the verdict's rationale. */
  opening: string;
  /** Numbers of what the dossier holds. */
  counts: Record<(typeof COUNTED)[number], number>;
  /** Parts that older findings do not have; months of economics, titles of issues, days of the calendar stay inside. */
  has: Record<'sizing' | 'economics' | 'issues' | 'calendar' | 'trend' | 'sampleIssue', boolean>;
  evidence: EvidenceSummary;
}

/** Sources of findings in numbers. */
export interface EvidenceSummary {
  sources: number;
  /** Distinct sites that the sources are on. */
  sites: number;
  /** Sources that are primary; null where the findings grade none. */
  primary: number | null;
  /** Quotes found on their pages; null where none was looked for, and of a sample. */
  verified: number | null;
  /** True where the sources are invented. */
  sample: boolean;
  /** Time at which the last source was retrieved. */
  newestAt: string | null;
}

/** Lists of the findings whose length the preview says; 0 where the findings lack one. */
const COUNTED = [
  ...(['audienceSegments', 'competitors', 'monetization', 'channels', 'risks', 'nextSteps', 'limitations'] as const),
  ...(['comparables', 'sponsors', 'nameChecks', 'wouldChange', 'searchLog'] as const),
] as const;

const MAX_OPENING = 260;

/** What a card of the catalogue shows of findings. */
export interface CardFigures {
  /** Scores of the dimensions in display order, those of the preview. */
  dimensionScores: number[];
  /** People in the audience; null where the findings do not size it. */
  audiencePeople: number | null;
  /** Month from 1 in which the likely case breaks even; 0 where it does not within the year, null without economics. */
  breakEvenMonth: number | null;
  /** True where the findings are invented. */
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

/** Extracts the preview. Names, addresses, quotations, reasons and plans stay in the dossier. */
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

/** First sentences of a text while they are short, at most half of it; a long first one is cut at a word. */
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
