import { readFileSync, writeFileSync } from 'node:fs';
import { judged } from '../../../activities/judge-claims';
import type { ClaimReader } from '../../../contracts/claim-reader';
import { withSignal } from '../../../platform/with-signal';
import { READER_DEFINITION } from '../../../providers/agents/claim-reader';
import { LEAST_AGREEMENT, type MeasuredReader } from '../../../providers/agents/measured-readers';
import { inDollars } from '../report';
import { CLAIM_PAIRS } from './labelled-excerpts';
import type { ReaderPlace } from './reader-place';
import { score, scoreReport, type ClaimScore, type JudgedPair } from './score';

/** Options of the command line that judging claims has. */
export interface ClaimFlags {
  yes?: boolean;
  parallel: number;
  keep?: boolean;
  json?: boolean;
}

/** Where output goes, and what refuses wrong use: it returns the exit code. */
interface Teller {
  out: (text: string) => void;
  refuse: (message: string) => number;
}

/**
 * Lets the reader of a place judge all labelled pairs, prints its score and keeps it where it is told to. Returns the exit
 * code: 1 if a model agrees with less than {@link LEAST_AGREEMENT} percent. Of a stand-in no agreement is too little.
 *
 * @throws AgentsError if the provider is out or rejects a request, or the reason of the signal; nothing is kept then
 */
export async function runClaims(
  place: ReaderPlace,
  { yes, parallel, keep, json }: ClaimFlags,
  { out, refuse }: Teller,
  signal: AbortSignal,
): Promise<number> {
  const { name, model } = place;
  if (keep && model === null) return refuse(`The fixed logic of ${name} measures no model: it is not kept.`);
  const { reader, close } = await place.open();
  try {
    if (model !== null && !yes) {
      const most = inDollars(reader.mostMicros * CLAIM_PAIRS.length);
      return refuse(`${CLAIM_PAIRS.length} judgements of ${name} can cost ${most} at most. Agree with --yes.`);
    }
    const scored = score(await judgeAll(reader, parallel, signal));
    const day = new Date().toISOString().slice(0, 10);
    if (json) out(`${JSON.stringify({ reader: name, model, day, definition: READER_DEFINITION, ...scored })}\n`);
    else out(`${scoreReport(name, scored)}\n\n${verdictOn(model, scored)}\n`);
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
        const material = { claim, excerpt, surroundings, calculation };
        const { support, costMicros } = await judged(reader, material, signal);
        results[i] = { pair, answer: support, costMicros };
      }
    };
    await Promise.all(Array.from({ length: parallel }, seat));
    return results;
  });
}

function verdictOn(model: string | null, { agreement, costMicros }: ClaimScore): string {
  if (model === null) {
    return 'The stand-in judges by figures, denials and reserves alone: this exercises the mechanism and measures no model.';
  }
  const cost = `It cost ${inDollars(costMicros)} at list prices.`;
  return agreement < LEAST_AGREEMENT
    ? `${cost} ${model} is not used as the second reader: it agrees with less than ${LEAST_AGREEMENT}%.`
    : `${cost} ${model} can be the second reader once this is kept (--keep) and deployed.`;
}

/** Writes a measurement into the list of readers, in place of an earlier one of its model. */
function keepMeasured(file: string, model: string, measured: MeasuredReader): void {
  const list = JSON.parse(readFileSync(file, 'utf8')) as Record<string, MeasuredReader>;
  const entries = Object.entries({ ...list, [model]: measured }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
