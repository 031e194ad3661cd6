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
  /** `seed` is empty where nothing is drawn. */
  plays(seed: string): readonly Play[];
  /** Paths whose change can break the part: files, and folders that end with a slash. */
  brokenBy: readonly string[];
  /** Programs without which the part cannot be played. */
  needs?: readonly string[];
}
