import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judged } from '../../activities/judge-claims';
import { PACKAGE_ROOT } from '../../base/package-root';
import { withSignal } from '../../base/time-limits';
import type { ClaimReader, ClaimToJudge } from '../../modules/findings/contract/agents';
import { SUPPORTS, type Support } from '../../modules/findings/contract/findings-parts';
import { READER_DEFINITION, LEAST_AGREEMENT, type MeasuredReader } from '../../vendors/agents/claim-reader';
import type { ReaderPlace } from './provider';
import { inDollars, table } from './results';

/** An invented passage with one claim per label. */
interface LabelledExcerpt {
  language: string;
  excerpt: string;
  surroundings: string | null;
  /** How the claims' figures were calculated, whether correctly or not. */
  calculation?: string;
  /** Why the unsupported claim seems to follow. With `order`, the passage contains instructions to its reader. */
  pitfall: string;
  claims: Readonly<Record<Support, string>>;
}

/** A claim with its passage and a careful reader's judgment. */
export interface ClaimPair extends ClaimToJudge {
  language: string;
  label: Support;
}

/** The fixed set of passages. After changing it, measure every reader again. */
const EXCERPTS = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'tools', 'evals', 'claims.json'), 'utf8'),
) as readonly LabelledExcerpt[];

const CLAIM_PAIRS: readonly ClaimPair[] = EXCERPTS.flatMap(({ claims, calculation = null, ...passage }) =>
  SUPPORTS.map((label) => ({ ...passage, calculation, claim: claims[label], label })),
);

/** A pair with the reader's judgment. A missing judgment (null) counts as disagreement. */
interface JudgedPair {
  pair: ClaimPair;
  answer: Support | null;
  costMicros: number;
}

const agrees = ({ pair, answer }: JudgedPair) => answer === pair.label;

/** Agreement in percent, with one decimal. Rounds down, so 90 means at least 90. */
function agreementOf(pairs: readonly JudgedPair[]): number {
  return pairs.length === 0 ? 0 : Math.floor((1_000 * pairs.filter(agrees).length) / pairs.length) / 10;
}

/** Agreement in total, by label and by language, with the disagreements, and the cost at list prices. */
export function score(pairs: readonly JudgedPair[]) {
  const by = (key: 'label' | 'language', names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, agreementOf(pairs.filter(({ pair }) => pair[key] === name))]));
  return {
    pairs: pairs.length,
    agreement: agreementOf(pairs),
    byLabel: by('label', SUPPORTS),
    byLanguage: by('language', [...new Set(CLAIM_PAIRS.map(({ language }) => language))]),
    disagreed: pairs
      .filter((each) => !agrees(each))
      .map(({ pair: { language, claim, label }, answer }) => ({ language, claim, label, answer: answer ?? 'none' })),
    costMicros: pairs.reduce((sum, { costMicros }) => sum + costMicros, 0),
  };
}

function scoreReport(name: string, { pairs, agreement, byLabel, byLanguage, disagreed }: ReturnType<typeof score>) {
  const rows = Object.entries({ ...byLabel, ...byLanguage }).map(([part, share]) => [part, `${share}%`]);
  return [
    `${name}: agrees with ${agreement}% of ${pairs} labeled pairs`,
    '',
    table(['label or language', 'agreement'], rows),
    ...(disagreed.length > 0 ? ['', 'Judged otherwise:'] : []),
    ...disagreed.map(({ language, label, answer, claim }) => `  ${language}, ${label} as ${answer}: ${claim}`),
  ].join('\n');
}

export interface ClaimFlags {
  yes?: boolean;
  parallel: number;
  keep?: boolean;
  json?: boolean;
}

interface Output {
  out: (text: string) => void;
  refuse: (message: string) => number;
}

/**
 * Has the reader judge all labeled pairs; returns 1 if a model agrees on less than {@link LEAST_AGREEMENT} percent.
 * @throws AgentsError if the provider is unavailable, or the signal's reason; then no result is kept
 */
export async function runClaims(
  place: ReaderPlace,
  { yes, parallel, keep, json }: ClaimFlags,
  { out, refuse }: Output,
  signal: AbortSignal,
): Promise<number> {
  const { name, model } = place;
  if (keep && model === null) return refuse(`${name} uses fixed logic, so there is no model to keep a result for.`);
  const { reader, close } = await place.open();
  try {
    if (model !== null && !yes) {
      const most = inDollars(reader.mostMicros * CLAIM_PAIRS.length);
      return refuse(`${CLAIM_PAIRS.length} judgments by ${name} can cost up to ${most}. Approve with --yes.`);
    }
    const scored = score(await judgeAll(reader, parallel, signal));
    const day = new Date().toISOString().slice(0, 10);
    if (json) out(`${JSON.stringify({ reader: name, model, day, definition: READER_DEFINITION, ...scored })}\n`);
    else out(`${scoreReport(name, scored)}\n\n${verdictOn(model, scored.agreement, scored.costMicros)}\n`);
    if (model === null) return 0;
    const { agreement } = scored;
    if (keep) keepMeasured(place.list, model, { agreement, day, definition: READER_DEFINITION });
    return agreement < LEAST_AGREEMENT ? 1 : 0;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await close();
  }
}

function judgeAll(reader: ClaimReader, parallel: number, stopped: AbortSignal): Promise<JudgedPair[]> {
  return withSignal([stopped], async (signal) => {
    const results: JudgedPair[] = [];
    const queue = CLAIM_PAIRS.entries();
    const seat = async () => {
      for (const [i, pair] of queue) {
        const { claim, excerpt, surroundings, calculation } = pair;
        const { support, costMicros } = await judged(reader, { claim, excerpt, surroundings, calculation }, signal);
        results[i] = { pair, answer: support, costMicros };
      }
    };
    await Promise.all(Array.from({ length: parallel }, seat));
    return results;
  });
}

function verdictOn(model: string | null, agreement: number, costMicros: number): string {
  if (model === null) return 'The stand-in judges by fixed logic, so this result does not measure a model.';
  const cost = `It cost ${inDollars(costMicros)} at list prices.`;
  return agreement < LEAST_AGREEMENT
    ? `${cost} ${model} is not used as the second reader: it agrees with less than ${LEAST_AGREEMENT}%.`
    : `${cost} ${model} can be the second reader once this is kept (--keep) and deployed.`;
}

function keepMeasured(file: string, model: string, measured: MeasuredReader): void {
  const list = JSON.parse(readFileSync(file, 'utf8')) as Record<string, MeasuredReader>;
  const entries = Object.entries({ ...list, [model]: measured }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
