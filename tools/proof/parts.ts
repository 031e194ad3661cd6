import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** A program of `dist/`, or a shell script of the repository (`.sh`), with its arguments. */
export type Play = readonly [program: string, ...args: string[]];

/** A part of the proof: programs that must all end with exit code 0; with 77, a script says that its tools cannot be had. */
export interface ProofPart {
  name: string;
  /** Sentence that holds where the part passes. */
  proves: string;
  /** About what it takes on two quiet cores, with one seed. */
  minutes: number;
  /** Seed that every proof plays, besides a fresh one. Absent where nothing is drawn. */
  seed?: number;
  /** `{seed}` stands for the seed. */
  plays: readonly Play[];
  /** Paths whose change can break the part, besides its programs: files, and folders that end with a slash. */
  brokenBy: readonly string[];
  /** Programs without which the part cannot be played. */
  needs?: readonly string[];
}

/** The parts of the proof, in the order in which they are played. */
export const PARTS = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'tools', 'proof', 'parts.json'), 'utf8'),
) as readonly ProofPart[];
