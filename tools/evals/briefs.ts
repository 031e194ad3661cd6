import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import type { ResearchBrief } from '../../modules/findings/contract/agents';
import { DIMENSIONS, type DimensionName } from '../../modules/findings/contract/findings';
import { DIMENSION_WEIGHTS } from '../../modules/findings/economics';
import { NO_STATEMENT } from '../../modules/findings/rules/texts';
import { figuresIn } from '../../modules/findings/text/figures';

/** Kinds of fixed briefs. Each tests for a different way in which an agent can fail. */
export type BriefKind =
  'good' | 'poor' | 'ambiguous' | 'hostile' | 'foreign language' | 'regulated' | 'empty' | 'harmful';

/** A machine-checkable requirement on the findings of one brief. */
export type Expectation =
  | { type: 'declined' }
  | { type: 'confidenceAtMost'; confidence: 'low' | 'medium' }
  | { type: 'dimensionAtMost'; dimension: DimensionName; score: number }
  | { type: 'limitationsMention'; pattern: RegExp }
  | { type: 'neverSays'; text: string }
  | { type: 'inEnglish' };

export interface Band {
  low: number;
  high: number;
}

/** A fact that careful research finds: some part of the findings matches `shownBy` and has a figure in `between`. */
export interface Fact {
  says: string;
  shownBy: RegExp;
  between?: readonly [low: number, high: number];
}

/** A fixed brief with the verdict of a careful analyst. After a brief changes, earlier results are not comparable. */
export interface EvalBrief {
  name: string;
  kind: BriefKind;
  brief: ResearchBrief;
  /** First label: the band for the verdict score, from reading the idea as a whole. Null if only declining is right. */
  label: Band | null;
  reason: string;
  expects: Expectation[];
  /** Second label: one score per dimension, in the order of `DIMENSIONS`. */
  scores: number[] | null;
  /** Facts that the research must find; empty if there is nothing to research. */
  facts: Fact[];
}

export const EVAL_BRIEFS = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'tools', 'evals', 'briefs.json'), 'utf8'),
  (key, value: unknown) => (key === 'shownBy' || key === 'pattern' ? toPattern(String(value)) : value),
) as readonly EvalBrief[];

function toPattern(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** Points allowed above and below the middle of the second label. */
const EITHER_SIDE = 13;
/** Dimensions that cap a verdict when their score is below FATAL_BELOW (rule `verdict-cap`). */
const FATAL: readonly DimensionName[] = ['demand', 'monetization', 'risk'];
const FATAL_BELOW = 30;
const CAP = 40;

/** Both labels of a brief. Empty if only declining is right. */
export function labelsOf({ label, scores }: EvalBrief): Band[] {
  return label && scores ? [label, aroundMean(scores)] : [];
}

/** Band of correct scores: the union of both labels. Null if only declining is right. */
export function bandOf(brief: EvalBrief): Band | null {
  const labels = labelsOf(brief);
  if (labels.length === 0) return null;
  return { low: Math.min(...labels.map(({ low }) => low)), high: Math.max(...labels.map(({ high }) => high)) };
}

function aroundMean(scores: readonly number[]): Band {
  const mean = DIMENSIONS.reduce((sum, dimension, i) => sum + DIMENSION_WEIGHTS[dimension] * scores[i]!, 0) / 100;
  const isFatal = DIMENSIONS.some((dimension, i) => FATAL.includes(dimension) && scores[i]! < FATAL_BELOW);
  const middle = Math.round(isFatal ? Math.min(mean, CAP - EITHER_SIDE) : mean);
  return { low: Math.max(0, middle - EITHER_SIDE), high: Math.min(100, middle + EITHER_SIDE) };
}

/** Facts that a single part of the findings states. A part is a string, or a row of strings and numbers. */
export function factsFound(findings: unknown, facts: readonly Fact[]): Fact[] {
  const statements = statementsIn(findings);
  return facts.filter(({ shownBy, between }) =>
    statements.some((statement) => {
      if (!shownBy.test(statement) || !between) return shownBy.test(statement);
      const [low, high] = between;
      return figuresIn(statement).some(({ values }) => values.some((value) => value >= low && value <= high));
    }),
  );
}

/** One statement per object, so that a row's label and value stay together. */
function statementsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value).flatMap(([name, field]) => (NO_STATEMENT.has(name) ? [] : [field as unknown]));
  const own = fields.filter((field) => typeof field === 'string' || typeof field === 'number');
  return [own.join('\n'), ...fields.flatMap((field) => (typeof field === 'object' ? statementsIn(field) : []))];
}

/** SHA-256 (hex) of the briefs with their labels, expectations and facts. */
export function setHash(): string {
  const set = EVAL_BRIEFS.map((each) => {
    const { scores: _, facts, ...brief } = each;
    return { ...brief, labels: labelsOf(each), facts };
  });
  const asText = JSON.stringify(set, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));
  return createHash('sha256').update(asText).digest('hex');
}
