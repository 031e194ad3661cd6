import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judged } from '../../activities/judge-claims';
import type { ClaimReader, ClaimToJudge } from '../../contracts/claim-reader';
import { SUPPORTS, type Support } from '../../contracts/findings-parts';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { READER_DEFINITION } from '../../providers/agents/claim-reader';
import { LEAST_AGREEMENT, type MeasuredReader } from '../../providers/agents/measured-readers';
import type { Provider } from './provider';
import { inDollars } from './results';

/** Passage with a claim for each label. Invented: none of it is known of anybody. */
interface LabelledExcerpt {
  language: string;
  excerpt: string;
  /** Text around the excerpt on its page, with it. */
  surroundings: string | null;
  /** How figures of the claims were worked out, right or wrong. */
  calculation?: string;
  /** What makes the unsupported claim look as if it followed; `order`: the passage tells its reader what to answer. */
  pitfall: string;
  claims: Readonly<Record<Support, string>>;
}

/** A claim with its passage, and how a careful reader judges it. */
interface ClaimPair extends ClaimToJudge {
  language: string;
  label: Support;
}

/** The fixed set. After a change of it, readers have to be measured again. */
const EXCERPTS = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'tools', 'evals', 'claims.json'), 'utf8'),
) as readonly LabelledExcerpt[];

/** Each excerpt with its claim of each label. */
const CLAIM_PAIRS: readonly ClaimPair[] = EXCERPTS.flatMap(({ claims, calculation = null, ...passage }) =>
  SUPPORTS.map((label) => ({ ...passage, calculation, claim: claims[label], label })),
);

/** Percent with one decimal, rounded down: what is called 90 is no less. */
const percent = (part: number, whole: number) => Math.floor((1_000 * part) / whole) / 10;

const READERS = join(PACKAGE_ROOT, 'providers', 'agents', 'measured-readers.json');

/**
 * Lets the second reader judge all labelled pairs, prints its agreement as JSON and keeps it with `--keep`. Returns 1 if
 * a model agrees with less than {@link LEAST_AGREEMENT} percent, 2 for wrong use; a stand-in never fails.
 *
 * @throws AgentsError if the provider is out or rejects a request, or the reason of the signal; nothing is kept then
 */
export async function runClaims(
  { measurable: model, openReader }: Provider,
  { yes, keep }: { yes?: boolean; keep?: boolean },
  { out, refuse }: { out: (text: string) => void; refuse: (message: string) => number },
  signal: AbortSignal,
): Promise<number> {
  if (keep && model === null) return refuse('The fixed logic of the stand-in measures no model: it is not kept.');
  const { reader, close } = await openReader();
  try {
    if (model !== null && !yes) {
      const most = inDollars(reader.mostMicros * CLAIM_PAIRS.length);
      return refuse(`${CLAIM_PAIRS.length} judgements of ${model} can cost ${most} at most. Agree with --yes.`);
    }
    const day = new Date().toISOString().slice(0, 10);
    const { agreement, ...judgements } = await judgeAll(reader, signal);
    const measured = { agreement, day, definition: READER_DEFINITION };
    out(`${JSON.stringify({ model: model ?? 'stand-in', ...measured, ...judgements }, null, 2)}\n`);
    if (model === null) return 0;
    if (keep) keepMeasured(model, measured);
    return agreement < LEAST_AGREEMENT ? 1 : 0;
  } finally {
    await close();
  }
}

/** Share of pairs that the reader judges as labelled, and those that it judges otherwise; cost at list prices. */
async function judgeAll(reader: ClaimReader, stopped: AbortSignal) {
  const disagreed: object[] = [];
  let micros = 0;
  for (const { language, label, claim, excerpt, surroundings, calculation } of CLAIM_PAIRS) {
    const { support, costMicros } = await judged(reader, { claim, excerpt, surroundings, calculation }, stopped);
    micros += costMicros;
    if (support !== label) disagreed.push({ language, claim, label, answer: support ?? 'none' });
  }
  const agreement = percent(CLAIM_PAIRS.length - disagreed.length, CLAIM_PAIRS.length);
  return { pairs: CLAIM_PAIRS.length, agreement, disagreed, cost: inDollars(micros) };
}

/** Replaces the model's earlier measurement in the list of readers. */
function keepMeasured(model: string, measured: MeasuredReader): void {
  const list = JSON.parse(readFileSync(READERS, 'utf8')) as Record<string, MeasuredReader>;
  const entries = Object.entries({ ...list, [model]: measured }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(READERS, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
