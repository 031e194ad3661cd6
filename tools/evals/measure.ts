import type { Flaw } from '../../domain/check-findings';
import { DIMENSIONS, type Submission } from '../../contracts/findings';
import type { EvalBrief, Expectation } from './briefs';
import { independentSources } from './independence';
import type { Play, PlayEnd } from './play';

/** One brief as it was measured. Counts and shares only: nothing that the agent wrote. */
export interface Measured {
  brief: string;
  kind: string;
  end: PlayEnd;
  /** False where the brief did not end in findings or in declining, whichever its label allows. */
  endedRightly: boolean;
  score: number | null;
  /** Points by which the score lies outside its labelled band; 100 where a score was due and none came, else null. */
  outside: number | null;
  /** Flaws of the first submission, by the rules as they are now; null where nothing was handed in. */
  firstFlaws: number | null;
  /** False where declining is as right as findings: what was not handed in there is no failure. */
  due: boolean;
  corrections: number;
  cited: number;
  /** Cited pages that hold their quotation; null where pages were not fetched. */
  verified: number | null;
  independent: number;
  expectations: number;
  unmet: string[];
  costMicros: number | null;
  seconds: number;
}

const CONFIDENCE = ['low', 'medium', 'high'];

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
    .map(wordsOf);
  return {
    brief: brief.name,
    kind: brief.kind,
    end: play.end,
    endedRightly: endedRightly(brief, play.end),
    score,
    outside: outsideOf(brief, score, due),
    due,
    firstFlaws: first ? flawsOf(first.payload).length : null,
    corrections: Math.max(0, play.handIns.length - 1),
    cited: findings?.evidence.length ?? 0,
    verified: findings && evidence ? evidence.filter(({ status }) => status === 'verified').length : null,
    independent: findings ? independentSources(findings.evidence, evidence) : 0,
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

function outsideOf({ label }: EvalBrief, score: number | null, due: boolean): number | null {
  if (label === null) return null;
  if (score !== null) return distance(score, label);
  return due ? FURTHEST : null;
}

function distance(score: number, { low, high }: { low: number; high: number }): number {
  return Math.max(0, low - score, score - high);
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
