import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** A part of the proof: programs that must all end with exit code 0; with 77, a script says that its tools cannot be had. */
export interface ProofPart {
  name: string;
  /** Sentence that holds where the part passes. */
  proves: string;
  /** About what it takes on two quiet cores. */
  minutes: number;
  /** Seed that is played for a change. Absent where nothing is drawn. */
  seed?: number;
  /** Programs of `dist/`, or shell scripts of the repository (`.sh`), with arguments; `{seed}` stands for the seed. */
  plays: readonly (readonly [program: string, ...args: string[]])[];
  /** Paths whose change can break the part, besides its programs: files, and folders that end with a slash. */
  brokenBy: readonly string[];
  /** Programs without which the part cannot be played. */
  needs?: readonly string[];
}

/** The parts of the proof, in the order in which they are played. */
export const PARTS = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'tools', 'proof', 'parts.json'), 'utf8'),
) as readonly ProofPart[];

/** Sources of the programs and scripts that a part plays. */
export function programsOf({ plays }: ProofPart): string[] {
  const programs = plays.flat().filter((word) => word.startsWith('tools/'));
  return programs.flatMap((word) => (word.endsWith('.sh') ? [word, 'tools/proof/tools.sh'] : [`${word}.ts`]));
}

/** Minutes of the parts that are played where git does not know what changed. */
const CHEAP = 0.5;

/**
 * Parts that the work tree can break since the commit that landed last: PROOF_BASE, else where this branch left the
 * remote's default branch, else the commit before the last.
 */
export function affectedParts(base = process.env.PROOF_BASE || leftRemote() || 'HEAD~1'): readonly ProofPart[] {
  const changed = git('diff', '--name-only', '--no-renames', base, '--');
  const added = git('ls-files', '--others', '--exclude-standard');
  if (changed === null || added === null) return PARTS.filter(({ minutes }) => minutes <= CHEAP);
  const paths = `${changed}\n${added}`.split('\n').filter((line) => line !== '');
  const touches = (rule: string) => paths.some((path) => (rule.endsWith('/') ? path.startsWith(rule) : path === rule));
  return PARTS.filter((part) => [...part.brokenBy, ...programsOf(part)].some(touches));
}

// A branch without a commit of its own says nothing about what landed last.
function leftRemote(): string | null {
  const left = git('merge-base', 'HEAD', 'origin/HEAD')?.trim();
  return left && left !== git('rev-parse', 'HEAD')?.trim() ? left : null;
}

/** Output of git; null where it fails: no repository, a shallow clone, no such commit. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: PACKAGE_ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}
