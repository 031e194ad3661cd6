import { DIMENSIONS, type Candidate, type Findings } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';
import { webAddress } from '../html';
import { portfolioModel } from './portfolio-model';
import {
  BASES,
  DIMENSION_WORDING,
  EFFORTS,
  LEVELS,
  RECOMMENDATIONS,
  formatDate,
  formatInstant,
  formatMoney,
  titleOf,
} from './wording';

const LOCAL_SAMPLE = 'local-sample';
/** Scripts of the fonts that the PDF embeds; `Common` and `Inherited` hold digits, punctuation and marks. */
const SHOWN_IN_PDF =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u;
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu;
const EMOJI = /\p{Emoji_Presentation}/u;

/** Findings with as much of each candidate as a dossier shows: the rest of a search of 25 is ten times the document. */
type Shown = Omit<Findings, 'candidates'> & { candidates: Pick<Candidate, 'title' | 'idea' | 'effort' | 'verdict'>[] };

/** What a dossier shows, ready to lay out: every label, number and date is final, all text is plain text. */
export type DossierModel = ReturnType<typeof dossierModel>;

/**
 * The view of findings from which HTML and PDF are both made. Pure: the same findings give the same model.
 * Citations become numbers that count the evidence list from 1; ids that resolve to nothing are left out.
 */
export function dossierModel(submitted: Findings, ranked: Portfolio | null = null) {
  const candidates = (submitted.candidates ?? []).map(({ title, idea, effort, verdict }) => {
    return { title, idea, effort, verdict };
  });
  const findings: Shown = printable({ ...submitted, candidates });
  const portfolio = ranked && portfolioModel(printable(ranked));
  const { subject, verdict, evidence } = findings;
  const numberOf = new Map(evidence.map(({ evidenceId }, i) => [evidenceId, i + 1]));
  const cite = (ids: string[]) => ids.flatMap((id) => numberOf.get(id) ?? []).sort((a, b) => a - b);
  const search = findings.kind === 'custom_search';
  const title = titleOf(subject.idea);

  return {
    kind: search ? 'Custom Search' : 'Idea Check',
    title,
    /** The whole text, paragraph by paragraph, where the title could not hold it. */
    idea: {
      label: search ? 'Operator profile' : 'The idea as submitted',
      paragraphs: title === subject.idea ? [] : paragraphs(subject.idea),
    },
    audience: subject.audience,
    geography: subject.geography,
    runId: findings.runId,
    generated: {
      iso: findings.generatedAt,
      date: formatDate(findings.generatedAt),
      instant: formatInstant(findings.generatedAt),
    },
    banner: banner(findings),
    verdict: {
      recommendation: verdict.recommendation,
      ...RECOMMENDATIONS[verdict.recommendation],
      score: verdict.score,
      confidence: LEVELS[verdict.confidence],
      rationale: paragraphs(verdict.rationale),
    },
    /** The ranking of a search. */
    portfolio,
    ...sections(findings, cite),
    method: { bases: Object.values(BASES), provenance: provenanceRows(findings) },
    pdfNotice: missingGlyphs([findings, portfolio])
      ? 'This dossier contains characters that the fonts of the PDF do not have; they are shown as empty boxes here. The HTML version shows them.'
      : null,
  };
}

function sections(findings: Shown, cite: (ids: string[]) => number[]) {
  const highest = Math.max(1, ...findings.monetization.map(({ high }) => high));
  return {
    candidates: findings.candidates.map(({ title, idea, effort, verdict }) => ({
      title,
      idea,
      score: verdict.score,
      verdict: RECOMMENDATIONS[verdict.recommendation],
      confidence: LEVELS[verdict.confidence],
      effort: LEVELS[effort],
      rationale: verdict.rationale,
    })),
    dimensions: DIMENSIONS.map((name) => {
      const { score, confidence, rationale, basis, evidenceIds } = findings.dimensions[name];
      return {
        ...DIMENSION_WORDING[name],
        score,
        confidence: LEVELS[confidence],
        basis: BASES[basis].label,
        rationale,
        citations: cite(evidenceIds),
      };
    }),
    segments: findings.audienceSegments.map(({ evidenceIds, ...segment }) => ({
      ...segment,
      citations: cite(evidenceIds),
    })),
    competitors: findings.competitors.map(({ url, evidenceIds, ...competitor }) => ({
      ...competitor,
      ...link(url),
      citations: cite(evidenceIds),
    })),
    monetization: findings.monetization.map(({ model, low, high, assumptions }) => ({
      model,
      low: formatMoney(low),
      high: formatMoney(high),
      /** Where the range lies on an axis from 0 to the highest amount of all, in thousandths. */
      from: Math.round((low / highest) * 1000),
      to: Math.round((high / highest) * 1000),
      assumptions,
    })),
    channels: findings.channels.map(({ name, approach, cost, evidenceIds }) => ({
      name,
      approach,
      cost: LEVELS[cost],
      citations: cite(evidenceIds),
    })),
    risks: findings.risks.map(({ title, severity, mitigation }) => ({ title, severity: LEVELS[severity], mitigation })),
    nextSteps: findings.nextSteps.map(({ effort, ...step }) => ({ ...step, effort: EFFORTS[effort] })),
    evidence: findings.evidence.map(({ title, claim, excerpt, sourceUrl, retrievedAt }, i) => ({
      number: i + 1,
      title,
      claim,
      excerpt,
      ...link(sourceUrl),
      retrieved: formatDate(retrievedAt),
    })),
    limitations: findings.limitations,
  };
}

/** `url` is where a link goes, null where it may not be one; `host` is what the reader sees of it. */
function link(candidate: string | null): { url: string | null; host: string | null } {
  const url = webAddress(candidate);
  return { url, host: url && new URL(url).hostname.replace(/^www\./, '') };
}

function provenanceRows({ provenance, ...findings }: Shown) {
  return [
    { label: 'Run', value: findings.runId },
    { label: 'Generated', value: formatInstant(findings.generatedAt) },
    { label: 'Provider', value: provenance.provider },
    { label: 'Model', value: provenance.model },
    { label: 'Agent version', value: provenance.agentVersion },
    { label: 'Findings schema', value: findings.schemaVersion },
  ];
}

/** Says plainly when a dossier is not research of the live product. */
function banner({ provenance, mode }: Shown): string | null {
  if (provenance.provider === LOCAL_SAMPLE) {
    return 'Local sample: made by a stand-in on one machine. Scores, names, figures and sources are invented.';
  }
  return mode === 'test' ? 'Test mode: this dossier was made with a test key.' : null;
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/** The findings without what no document may hold: control characters, and halves of surrogate pairs. */
function printable<T extends object>(findings: T): T {
  return JSON.parse(JSON.stringify(findings), (_, value: unknown) =>
    typeof value === 'string' ? value.replace(UNPRINTABLE, '').trim() : value,
  ) as T;
}

function missingGlyphs(findings: unknown): boolean {
  const text = JSON.stringify(findings);
  return !SHOWN_IN_PDF.test(text) || EMOJI.test(text);
}
