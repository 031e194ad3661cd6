import type { Findings, PublishedParts } from '../../findings/contract/findings';
import { wasClosed } from '../../findings/evidence';
import type { Portfolio } from '../../findings/contract/portfolio';
import { RUN_KINDS } from '../../run-kinds/rules';
import { isSample } from '../../run-kinds/sandbox';
import { changesModel } from './changes-model';
import { closedNotice } from './evidence-model';
import { exclusivityModel } from './exclusivity-model';
import { portfolioModel } from './portfolio-model';
import { researchModel } from './research-model';
import { summaryModel, type SummaryModel } from './summary-model';
import { missingGlyphs, firstSentences, paragraphs, printable, titleOf } from './text';
import { BASES, formatDate, formatInstant } from './wording';

/** Maximum length of a verdict's rationale on the first page, in characters. */
const SUMMARY_LENGTH = 900;

/** Heading of a catalog dossier. `licence` names the buyer once the opportunity is sold. */
export interface OpportunityEdition {
  title: string;
  licence: { owner: string; orderId: string; soldAt: string } | null;
}

/** Content of a dossier, ready for layout. Labels, numbers and dates are final, and all text is plain. */
export type DossierModel = ReturnType<typeof dossierModel>;

/**
 * Builds the model for HTML and PDF. Pure. Citations become positions in the evidence list; unknown ids are dropped.
 */
export function dossierModel(
  submitted: Findings,
  ranking: Portfolio | null = null,
  edition: OpportunityEdition | null = null,
) {
  const { findings, ranked, opportunity } = printable({ findings: submitted, ranked: ranking, opportunity: edition });
  const sample = isSample(findings);
  const portfolio = (findings.candidates ?? []).length > 0 ? portfolioModel(findings, ranked, sample) : null;
  const { verdict } = findings;
  const { score } = verdict;

  return {
    ...frontOf(findings, portfolio?.ranking.length ?? 0, opportunity),
    runId: findings.runId,
    generated: {
      iso: findings.generatedAt,
      date: formatDate(findings.generatedAt),
      instant: formatInstant(findings.generatedAt),
    },
    banner: banner(findings),
    /** Notice on the first page if no quotation could be checked. */
    closed: sample ? null : closedNotice((findings.candidates ?? [findings]).flatMap(({ evidence }) => evidence)),
    /** Null for a search, which has a summary for each candidate. */
    summary: portfolio ? null : onOnePage(summaryModel(findings, { value: score, shown: String(score) }, sample)),
    /** Changes since the earlier run, or null if there is none. Omitted for buyers, who have not seen that run. */
    changes: opportunity ? null : changesModel(findings.changes),
    exclusivity: opportunity && !portfolio ? exclusivityModel(findings, opportunity.licence?.soldAt ?? null) : null,
    /** Full rationale of the verdict, if the summary shows only its beginning. */
    verdictInFull: portfolio || verdict.rationale.length <= SUMMARY_LENGTH ? [] : paragraphs(verdict.rationale),
    portfolio,
    /** Null for a search, which has these sections for each candidate. */
    research: portfolio ? null : researchModel(findings, sample),
    brief: briefOf(findings, opportunity),
    limitations: portfolio?.limitations ?? findings.limitations,
    method: { checks: checksOf(findings), bases: Object.values(BASES), provenance: provenanceRows(findings) },
    pdfNotice: missingGlyphs({ findings, ranked, opportunity })
      ? 'The fonts of this PDF lack some characters of this document and show them as empty boxes. The HTML version shows them.'
      : null,
  };
}

function onOnePage(summary: SummaryModel): SummaryModel {
  const text = firstSentences(summary.rationale.join('\n\n'), SUMMARY_LENGTH);
  return { ...summary, rationale: paragraphs(text) };
}

const PURPOSES = {
  idea_check: 'Should this newsletter be started, what could it earn, and what comes first?',
  custom_search: 'Newsletter ideas for one operator, ranked, with the research behind each.',
  opportunity: 'A researched newsletter idea: its market, its first year in numbers and its launch plan.',
};

/** Title, header lines and first-page text of a document. */
function frontOf(findings: Findings, ranked: number, opportunity: OpportunityEdition | null) {
  const { audience, geography, idea } = findings.subject;
  const about = [
    { label: 'Audience', value: audience && firstSentences(audience, 200) },
    { label: 'Geography', value: geography },
  ].filter((row): row is { label: string; value: string } => row.value !== null);
  if (opportunity) {
    const { title, licence } = opportunity;
    const value = licence
      ? `Exclusive, sold once, on ${formatDate(licence.soldAt)} (order ${licence.orderId})`
      : 'Exclusive: sold once, to one buyer';
    const owner = licence ? [{ label: 'Prepared for', value: licence.owner }] : [];
    return {
      kind: 'Opportunity',
      purpose: PURPOSES.opportunity,
      title,
      facts: [...about, ...owner, { label: 'License', value }],
    };
  }
  const { label } = RUN_KINDS[findings.kind];
  const purpose = PURPOSES[findings.kind];
  if (ranked === 0) return { kind: label, purpose, title: titleOf(idea), facts: about };
  const title = ranked === 1 ? 'One newsletter idea' : `${ranked} newsletter ideas, ranked`;
  return { kind: label, purpose, title, facts: [{ label: 'Prepared for', value: titleOf(idea) }, ...about] };
}

/** The full request, or nothing if the first page already quotes all of it. */
function briefOf({ kind, subject }: Findings, opportunity: OpportunityEdition | null) {
  const whole = !opportunity && titleOf(subject.idea) === subject.idea;
  const label = opportunity ? 'The idea' : RUN_KINDS[kind].asked.label;
  return { label, paragraphs: whole ? [] : paragraphs(subject.idea) };
}

/** Sentences on how the service checked the research. For a sample, they only describe its contents. */
function checksOf({ evidence, unitEconomics, audienceSizing, ...findings }: PublishedParts & Findings): string {
  if (isSample(findings)) {
    return 'In a real dossier, a research agent gathers the sources and gives seven scores. Our service then opens each cited page, looks for the quote word for word, and computes the economics from the stated assumptions. None of the sources of this sample exist.';
  }
  const checked = evidence.some(({ verification }) => verification);
  const computed = [unitEconomics && 'the three cases of the economics', audienceSizing && 'the size of the audience'];
  const sums = computed.filter(Boolean).join(' and ');
  return [
    'A research agent gathered the sources and gave seven scores.',
    'Every citation leads to a listed source, and a score without one is marked as an inference.',
    checked &&
      !wasClosed(evidence) &&
      'We opened each cited page ourselves and looked for the quote word for word; the result is beside each source.',
    sums && `We computed ${sums} from the stated assumptions.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function provenanceRows({ provenance, ...findings }: Findings) {
  return [
    { label: 'Research ID', value: findings.runId },
    { label: 'Completed', value: formatInstant(findings.generatedAt) },
    { label: 'Provider', value: provenance.provider },
    { label: 'Model', value: provenance.model },
    { label: 'Agent version', value: provenance.agentVersion },
    { label: 'Findings version', value: findings.schemaVersion },
  ];
}

/** Warning for a dossier from a sample or a test run. */
function banner({ mode, ...findings }: Findings): string | null {
  if (isSample(findings)) return 'Sample: the names, figures, sources and scores in this document are invented.';
  return mode === 'test' ? 'Test mode: this dossier was made with a test key.' : null;
}
