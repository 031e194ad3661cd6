import { invalid } from './provider-error';
import { MOST_SOURCES } from './sample-evidence';
import type { SampleShape } from './sample-shape';
import { Dice } from './sample-words';
import { briefOf, type SessionRecord } from './world';

/** Bounds of what is drawn, both included. */
type Span = readonly [low: number, high: number];

/** Variety of the samples that sessions hand in. */
export interface Variety {
  /** Null: drawn for each run and candidate. A number: drawn for each brief, so another run of it gets the same. */
  seed: number | null;
  sources: Span;
}

/** Bounds around the first sources, so that candidates of a search have fewer or more than each other. */
const SOURCES: Span = [3, 12];
const COMPETITORS: Span = [0, 6];

/** Variety unless it is set. */
export const DEFAULT_VARIETY: Variety = { seed: null, sources: SOURCES };

/** Draws the shape of a session's sample; another session of the same run or candidate draws the same. */
export function drawShape({ seed, sources }: Variety, session: SessionRecord): SampleShape {
  const { idea, audience, geography } = briefOf(session);
  const drawnFor = seed === null ? [session.metadata.reference ?? session.id] : [seed, idea, audience, geography];
  const dice = new Dice({ idea: JSON.stringify(drawnFor), audience: null, geography: null });
  return { sources: dice.between(...sources), competitors: dice.between(...COMPETITORS) };
}

/**
 * Changes what a body names of the variety of sessions to come; the rest stays.
 *
 * @throws ProviderError 400 for what it does not know, and for bounds that no sample has
 */
export function setVariety(variety: Variety, body: Record<string, unknown>): Variety {
  const { seed = variety.seed, sources = variety.sources, ...others } = body;
  if (Object.keys(others).length > 0 || Object.keys(body).length === 0) {
    throw invalid('The variety takes "seed" and "sources"');
  }
  if (seed !== null && !isWhole(seed, 0, Number.MAX_SAFE_INTEGER))
    throw invalid('"seed" must be a whole number from 0');
  if (!isSpan(sources)) {
    throw invalid(`"sources" must be the least and the most of a sample, whole numbers from 1 to ${MOST_SOURCES}`);
  }
  return Object.assign(variety, { seed, sources });
}

function isSpan(value: unknown): value is Span {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [least, most] = value as unknown[];
  return isWhole(least, 1, MOST_SOURCES) && isWhole(most, least, MOST_SOURCES);
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
