import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rulesAsMarkdown } from '../../domain/findings-rules/as-markdown';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { EVAL_BRIEFS } from './briefs';
import { factsOf } from './facts/facts';
import { labelsOf } from './labels';
import type { Measured } from './measure';
import { compare, summarize, type Difference, type Summary } from './summary';

/** Result of a run of the evals: what is printed with `--json`, and what `--keep` writes. */
export interface Result {
  /** `stand-in` or the provider's name; results of different providers are never compared. */
  provider: string;
  model: string;
  /** Hash of the agent's definition: prompt, tools and schema. */
  definition: string;
  /** Hash of the demands of all rules. */
  rules: string;
  /** Hash of briefs, labels and facts. */
  set: string;
  /** Model that judged claims; null where none did. */
  reader: string | null;
  measuredAt: string;
  summary: Summary;
  briefs: Measured[];
}

/** What decides a result besides the agent's day. */
export type Changed = 'prompt, tools or schema' | 'rules' | 'model' | 'second reader' | 'briefs, labels or facts';

/** Plays of each brief in a kept result: with fewer a spread is chance. */
export const PLAYS = 3;

/** SHA-256 (hex) of what all rules demand and do at the last hand-in. */
export function rulesHash(): string {
  return createHash('sha256').update(rulesAsMarkdown()).digest('hex');
}

/** SHA-256 (hex) of the briefs with their labels, expectations and facts. */
export function setHash(): string {
  const set = EVAL_BRIEFS.map((brief) => ({ ...brief, labels: labelsOf(brief), facts: factsOf(brief.name) }));
  const asText = JSON.stringify(set, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));
  return createHash('sha256').update(asText).digest('hex');
}

/** Result to compare with, over the same briefs. */
export interface Comparison {
  measuredAt: string;
  model: string;
  /** What differs from the kept result, so that its measures say nothing of today’s agent until a new one is kept. */
  changed: Changed[];
  /** Briefs of this run that the kept one does not have. */
  without: string[];
  differences: Difference[];
}

/** File of the last kept result of a provider. */
export function keptFile(provider: string): string {
  return join(PACKAGE_ROOT, 'tools', 'evals', 'kept', `${provider}.json`);
}

/** The last kept result of a provider; null if none was kept. */
export function lastKept(file: string): Result | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : null;
}

/**
 * Keeps a result for later comparisons.
 *
 * @throws Error where it is not of all plays of all briefs: a part would pass for the whole
 */
export function keep(file: string, result: Result): void {
  const missing = EVAL_BRIEFS.filter(({ name }) => result.briefs.filter(({ brief }) => brief === name).length < PLAYS);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new Error(`Only a result of all briefs, each played ${PLAYS} times, is kept; missing: ${names}`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

/** Compares a result with a kept one over the briefs that both have. */
export function comparison(kept: Result, now: Result): Comparison {
  const known = new Set(kept.briefs.map(({ brief }) => brief));
  const shared = now.briefs.filter(({ brief }) => known.has(brief));
  const names = new Set(shared.map(({ brief }) => brief));
  return {
    measuredAt: kept.measuredAt,
    model: kept.model,
    changed: changedSince(kept, now),
    without: [...new Set(now.briefs.map(({ brief }) => brief))].filter((brief) => !known.has(brief)),
    differences: compare(summarize(kept.briefs.filter(({ brief }) => names.has(brief))), summarize(shared)),
  };
}

function changedSince(kept: Result, now: Result): Changed[] {
  return [
    ...(kept.definition === now.definition ? [] : (['prompt, tools or schema'] as const)),
    ...(kept.rules === now.rules ? [] : (['rules'] as const)),
    ...(kept.model === now.model ? [] : (['model'] as const)),
    ...(kept.reader === now.reader ? [] : (['second reader'] as const)),
    ...(kept.set === now.set ? [] : (['briefs, labels or facts'] as const)),
  ];
}
