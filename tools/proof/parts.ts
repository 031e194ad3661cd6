import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { built } from '../../local/process/launch';
import { isInstalled, searchableFolder } from '../../test/support/programs';

/** A part of the proof: programs that must all end with exit code 0; with 77, a script says that its tools cannot be had. */
export interface ProofPart {
  name: string;
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

/** Parts that the work tree can break since PROOF_BASE, by default where this branch left the remote's, else HEAD~1. */
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

export type Result = 'passed' | 'failed' | 'missing';

/** Exit code of a script that cannot get its tools on this machine. */
const MISSING = 77;

/** Plays all programs of a part, also after one that failed. What a failed one wrote is kept. */
export function playPart({ name, proves, needs = [], plays }: ProofPart, seed: number): Result {
  const lacking = needs.filter((program) => !isInstalled(program));
  console.log(`\n== ${name}: ${lacking.length > 0 ? `not played, needs ${lacking.join(', ')}` : proves}`);
  if (lacking.length > 0) return 'missing';
  // Not the folder of the checkout, in which the product may run.
  const folder = searchableFolder(join(tmpdir(), 'noi-proof-'));
  const codes = plays.map(([program, ...args]) => {
    const [command, ...options] = program.endsWith('.sh')
      ? ['bash', join(PACKAGE_ROOT, program)]
      : [process.execPath, '--enable-source-maps', built(program)];
    const filled = args.map((arg) => arg.replace('{seed}', String(seed)));
    const env = { ...process.env, LOCAL_DIR: folder };
    return spawnSync(command, [...options, ...filled], {
      cwd: PACKAGE_ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    }).status;
  });
  if (codes.some((code) => code !== 0 && code !== MISSING)) {
    console.log(`what it wrote: ${folder}`);
    return 'failed';
  }
  rmSync(folder, { recursive: true, force: true });
  return codes.includes(MISSING) ? 'missing' : 'passed';
}
