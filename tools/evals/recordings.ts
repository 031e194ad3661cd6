import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVAL_BRIEFS } from './briefs';
import type { Play } from './play';

/** Where, by which definition of the agent, and with which second reader a play was made. */
export interface Origin {
  provider: string;
  definition: string;
  /** Model that judged claims; null where none did. */
  reader: string | null;
}

/** Writes a play next to the others of its run, so that what was paid for can be measured again. */
export function record(folder: string, { provider, definition, reader }: Origin, played: Play): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${played.brief}.${played.round}.json`),
    `${JSON.stringify({ ...played, provider, definition, reader }, null, 2)}\n`,
  );
}

/**
 * Reads the plays of a folder, in the order of the briefs.
 *
 * @throws Error where the folder has none, plays of several origins, or one of a brief that is not in the set any more
 */
export function readRecordings(folder: string): (Play & Origin)[] {
  const plays = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Play & Origin);
  if (plays.length === 0) throw new Error(`No recorded plays in ${folder}`);
  const origins = new Set(plays.map(({ provider, definition, reader }) => `${provider} ${definition} ${reader}`));
  if (origins.size > 1)
    throw new Error(`Recorded at several providers, by several definitions or with several readers: ${folder}`);
  const unknown = plays.filter(({ brief }) => !EVAL_BRIEFS.some(({ name }) => name === brief));
  if (unknown.length > 0) {
    throw new Error(`Recorded for briefs that are not in the set: ${unknown.map(({ brief }) => brief).join(', ')}`);
  }
  const inOrder = plays.toSorted((a, b) => a.round - b.round);
  return EVAL_BRIEFS.flatMap(({ name }) => inOrder.filter(({ brief }) => brief === name));
}
