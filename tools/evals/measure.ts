import { DIMENSIONS, type Submission } from '../../modules/findings/contract/findings';
import type { Flaw } from '../../modules/findings/rules/rule';
import { wordsOf as wordsIn } from '../../modules/findings/rules/texts';
import { bandOf, factsFound, type EvalBrief, type Expectation } from './briefs';
import type { CheckedEvidence, Trial, TrialEnd } from './trial';

/** Measurements of one brief's run: only counts and shares, none of the agent's text. */
export interface Measured {
  brief: string;
  round: number;
  kind: string;
  end: TrialEnd;
  /** False if the agent submitted findings or declined when the brief's label does not allow it. */
  endedRightly: boolean;
  score: number | null;
  confidence: Confidence | null;
  /** Points between the score and the nearest allowed band. Without a score: 100 if a score was due, otherwise null. */
  outside: number | null;
  /** Rules that the first submission would break today; null if nothing was submitted. */
  firstFlaws: number | null;
  /** False if declining is as acceptable as submitting findings. In that case, a missing submission is no failure. */
  due: boolean;
  corrections: number;
  cited: number;
  /** Cited pages that contain their quotation; null if pages were not fetched. */
  verified: number | null;
  independent: number;
  /** Claims that the second reader judged; null if it judged none or pages were not fetched. */
  judged: number | null;
  /** Claims judged to follow from quotations that were found on their pages. */
  supported: number | null;
  /** Parts of the findings that cite evidence or should cite it. */
  statements: number;
  /** Parts that cite a supported claim; null if no claims were judged or if pages were not fetched. */
  carried: number | null;
  /** Pieces of evidence that repeat another piece or quote the same passage. */
  duplicates: number;
  facts: number;
  factsFound: number;
  expectations: number;
  unmet: string[];
  costMicros: number | null;
  seconds: number;
}

type Confidence = Submission['verdict']['confidence'];

const CONFIDENCE: readonly Confidence[] = ['low', 'medium', 'high'];

/**
 * Measures one trial against its brief. `flawsOf` applies today's rules, so that a recorded trial shows the effect of a
 * changed rule.
 */
export function measure(brief: EvalBrief, trial: Trial, flawsOf: (payload: unknown) => Flaw[]): Measured {
  const first = trial.submissions[0];
  const last = trial.submissions.at(-1);
  const findings = trial.end === 'accepted' && last ? (last.payload as Submission) : null;
  const score = findings?.verdict.score ?? null;
  const evidence = last?.evidence ?? null;
  const due = !endedRightly(brief, 'declined');
  const unmet = brief.expects
    .filter((expectation) => !isMet(expectation, { end: trial.end, due, findings }))
    .map(wordsOf);
  return {
    brief: brief.name,
    round: trial.round,
    kind: brief.kind,
    end: trial.end,
    endedRightly: endedRightly(brief, trial.end),
    score,
    confidence: findings?.verdict.confidence ?? null,
    outside: outsideOf(brief, score, due),
    due,
    firstFlaws: first ? flawsOf(first.payload).length : null,
    corrections: Math.max(0, trial.submissions.length - 1),
    cited: findings?.evidence.length ?? 0,
    verified: findings && evidence ? evidence.filter(({ status }) => status === 'verified').length : null,
    independent: findings ? independentSources(findings.evidence, evidence) : 0,
    ...supportOf(findings, evidence),
    duplicates: findings ? duplicatesIn(findings.evidence) : 0,
    facts: brief.facts.length,
    factsFound: findings ? factsFound(findings, brief.facts).length : 0,
    expectations: brief.expects.length,
    unmet,
    costMicros: trial.costMicros,
    seconds: trial.seconds,
  };
}

function endedRightly({ label, kind }: EvalBrief, end: TrialEnd): boolean {
  if (label === null) return end === 'declined';
  return end === 'accepted' || (kind === 'empty' && end === 'declined');
}

/** Largest possible distance between a score and its band, which also applies to a missing score. */
const FURTHEST = 100;

/** How well the pages and the second reader support claims, and the statements based on them. */
function supportOf(findings: Submission | null, evidence: CheckedEvidence[] | null) {
  const cited = findings ? citingParts(findings) : [];
  const statements = cited.length;
  const judgements = (evidence ?? []).filter(({ support }) => support !== undefined);
  // Without a verified quotation, there is nothing to judge. Otherwise, no judgment means that the reader did not run.
  const wasRead = judgements.length > 0 || evidence?.every(({ status }) => status !== 'verified');
  if (!findings || !wasRead) return { judged: null, supported: null, statements, carried: null };
  const supported = new Set(
    judgements.flatMap(({ evidenceId, support }) => (support === 'supported' ? [evidenceId] : [])),
  );
  return {
    judged: judgements.length,
    supported: supported.size,
    statements,
    carried: cited.filter((ids) => ids.some((id) => supported.has(id))).length,
  };
}

/** Evidence cited by each part of the findings. Declared assumptions need no source. */
function citingParts(value: unknown): string[][] {
  if (Array.isArray(value)) return value.flatMap(citingParts);
  if (typeof value !== 'object' || value === null) return [];
  const { evidenceIds, basis } = value as { evidenceIds?: unknown; basis?: unknown };
  const own = Array.isArray(evidenceIds) && basis !== 'assumed' ? [evidenceIds as string[]] : [];
  return [...own, ...Object.values(value).flatMap(citingParts)];
}

/** Two claims count as duplicates if they share at least this fraction of their words. */
const SAME_WORDS = 0.7;

function duplicatesIn(evidence: Submission['evidence']): number {
  const passages = evidence.map(({ sourceUrl, excerpt }) => `${sourceUrl} ${wordsIn(excerpt).join(' ')}`);
  const claims = evidence.map(({ claim }) => new Set(wordsIn(claim)));
  return evidence.filter((_, i) =>
    claims.slice(0, i).some((words, j) => passages[j] === passages[i] || overlap(words, claims[i]!) >= SAME_WORDS),
  ).length;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared || 1);
}

function outsideOf(brief: EvalBrief, score: number | null, due: boolean): number | null {
  const band = bandOf(brief);
  if (band === null) return null;
  if (score === null) return due ? FURTHEST : null;
  return Math.max(0, band.low - score, score - band.high);
}

/** Declining meets expectations only if findings were not due. Otherwise, a lazy agent would win. */
function isMet(
  expectation: Expectation,
  { end, due, findings }: { end: TrialEnd; due: boolean; findings: Submission | null },
): boolean {
  if (expectation.type === 'declined') return end === 'declined';
  if (!findings) return end === 'declined' && !due;
  switch (expectation.type) {
    case 'confidenceAtMost':
      return CONFIDENCE.indexOf(findings.verdict.confidence) <= CONFIDENCE.indexOf(expectation.confidence);
    case 'dimensionAtMost':
      return findings.dimensions[expectation.dimension].score <= expectation.score;
    case 'limitationsMention':
      return findings.limitations.some((limitation) => expectation.pattern.test(limitation));
    case 'neverSays':
      return !JSON.stringify(findings).toLowerCase().includes(expectation.text.toLowerCase());
    default:
      return isMostlyLatin(
        [findings.verdict.rationale, ...DIMENSIONS.map((name) => findings.dimensions[name].rationale)].join(' '),
      );
  }
}

function wordsOf(expectation: Expectation): string {
  switch (expectation.type) {
    case 'declined':
      return 'was not declined';
    case 'confidenceAtMost':
      return `the verdict is surer than "${expectation.confidence}"`;
    case 'dimensionAtMost':
      return `${expectation.dimension} scores more than ${expectation.score}`;
    case 'limitationsMention':
      return `limitations say nothing that matches ${String(expectation.pattern)}`;
    case 'neverSays':
      return `says "${expectation.text}"`;
    default:
      return 'the rationales are not in English';
  }
}

function isMostlyLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length > letters.length / 2;
}

/** Number of independent sources. Pages with the same host count once, and so do pages with the same content. */
function independentSources(evidence: Submission['evidence'], checked: CheckedEvidence[] | null): number {
  const contents = new Map(checked?.map(({ evidenceId, contentSha256 }) => [evidenceId, contentSha256]));
  let groups: Set<string>[] = [];
  for (const { evidenceId, sourceUrl } of evidence) {
    const host = URL.canParse(sourceUrl) ? new URL(sourceUrl).hostname.replace(/^www\./, '') : sourceUrl;
    const content = contents.get(evidenceId);
    const marks = new Set([`host ${host}`, ...(content ? [`content ${content}`] : [])]);
    // A page can connect two groups: one through its host, one through its content.
    const joined = groups.filter((group) => [...marks].some((mark) => group.has(mark)));
    groups = [
      ...groups.filter((group) => !joined.includes(group)),
      new Set([...marks, ...joined.flatMap((group) => [...group])]),
    ];
  }
  return groups.length;
}
