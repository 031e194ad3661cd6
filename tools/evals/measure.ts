import type { Flaw } from '../../domain/check-findings';
import { DIMENSIONS, type Submission } from '../../contracts/findings';
import { bandOf, factsFound, type EvalBrief, type Expectation } from './briefs';
import type { CheckedEvidence, Play, PlayEnd } from './play';

/** One play of a brief as it was measured. Counts and shares only: nothing that the agent wrote. */
export interface Measured {
  brief: string;
  round: number;
  kind: string;
  end: PlayEnd;
  /** False where the brief did not end in findings or in declining, whichever its label allows. */
  endedRightly: boolean;
  score: number | null;
  /** Confidence of the verdict; null without findings. */
  confidence: Confidence | null;
  /** Points by which the score lies outside what both labels allow; 100 where a score was due and none came, else null. */
  outside: number | null;
  /** Flaws of the first submission, by the rules as they are now; null where nothing was handed in. */
  firstFlaws: number | null;
  /** False where declining is as right as findings: what was not handed in there is no failure. */
  due: boolean;
  corrections: number;
  cited: number;
  /** Cited pages that hold their quotation; null where pages were not fetched. */
  verified: number | null;
  /** Claims that were judged to follow from their quotations, which stand on their pages; null where nobody judged. */
  supported: number | null;
  facts: number;
  factsFound: number;
  expectations: number;
  /** Those that were not met, as JSON. */
  unmet: string[];
  costMicros: number | null;
  seconds: number;
}

type Confidence = Submission['verdict']['confidence'];

const CONFIDENCE: readonly Confidence[] = ['low', 'medium', 'high'];

/**
 * Measures one play against its brief. Pure: `flawsOf` are the rules as they are now, so that a recorded play shows
 * what a changed rule would have said.
 */
export function measure(brief: EvalBrief, play: Play, flawsOf: (payload: unknown) => Flaw[]): Measured {
  const first = play.handIns[0];
  const last = play.handIns.at(-1);
  const findings = play.end === 'accepted' && last ? (last.payload as Submission) : null;
  const score = findings?.verdict.score ?? null;
  const evidence = last?.evidence ?? null;
  const due = !endedRightly(brief, 'declined');
  const unmet = brief.expects
    .filter((expectation) => !isMet(expectation, { end: play.end, due, findings }))
    .map((expectation) => JSON.stringify(expectation));
  return {
    brief: brief.name,
    round: play.round,
    kind: brief.kind,
    end: play.end,
    endedRightly: endedRightly(brief, play.end),
    score,
    confidence: findings?.verdict.confidence ?? null,
    outside: outsideOf(brief, score, due),
    due,
    firstFlaws: first ? flawsOf(first.payload).length : null,
    corrections: Math.max(0, play.handIns.length - 1),
    cited: findings?.evidence.length ?? 0,
    verified: findings && evidence ? evidence.filter(({ status }) => status === 'verified').length : null,
    supported: findings && evidence ? supportedIn(evidence) : null,
    facts: brief.facts.length,
    factsFound: findings ? factsFound(findings, brief.facts).length : 0,
    expectations: brief.expects.length,
    unmet,
    costMicros: play.costMicros,
    seconds: play.seconds,
  };
}

function endedRightly({ label, kind }: EvalBrief, end: PlayEnd): boolean {
  if (label === null) return end === 'declined';
  return end === 'accepted' || (kind === 'empty' && end === 'declined');
}

/** Points that a score can be away from its band at most: what an absent one counts. */
const FURTHEST = 100;

/** Claims that were judged to follow; null where quotations stand and nobody judged their claims. */
function supportedIn(evidence: CheckedEvidence[]): number | null {
  const wasRead = evidence.some(({ support }) => support !== undefined);
  if (!wasRead && evidence.some(({ status }) => status === 'verified')) return null;
  return evidence.filter(({ support }) => support === 'supported').length;
}

function outsideOf(brief: EvalBrief, score: number | null, due: boolean): number | null {
  const band = bandOf(brief);
  if (band === null) return null;
  if (score === null) return due ? FURTHEST : null;
  return Math.max(0, band.low - score, score - band.high);
}

/** Declining meets what is expected of findings only where none were due: else an agent that does nothing would be best. */
function isMet(
  expectation: Expectation,
  { end, due, findings }: { end: PlayEnd; due: boolean; findings: Submission | null },
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

function isMostlyLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length > letters.length / 2;
}
