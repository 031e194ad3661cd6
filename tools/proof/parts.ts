import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { built } from '../../local/process/launch';
import { isInstalled, searchableFolder } from '../../test/support/programs';

/** A part of the proof: programs that must all exit with 0. A script exits with 77 if its tools are unavailable. */
export interface ProofPart {
  name: string;
  proves: string;
  /** Approximate duration in minutes on two idle cores. */
  minutes: number;
  /** Seed used with `--affected`. Absent if nothing is random. */
  seed?: number;
  /** Programs of `dist/`, or shell scripts in the repository (`.sh`), with arguments; `{seed}` is replaced. */
  plays: readonly (readonly [program: string, ...args: string[]])[];
  /** Paths, other than its programs, whose changes can break the part: files, and folders ending in a slash. */
  brokenBy: readonly string[];
  needs?: readonly string[];
}

/** The parts of the proof in the order they run. */
export const PARTS = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'tools', 'proof', 'parts.json'), 'utf8'),
) as readonly ProofPart[];

/** Source files of a part's programs and scripts. */
export function programsOf({ plays }: ProofPart): string[] {
  const programs = plays.flat().filter((word) => word.startsWith('tools/'));
  return programs.flatMap((word) => (word.endsWith('.sh') ? [word, 'tools/proof/tools.sh'] : [`${word}.ts`]));
}

/** If git cannot say what changed, only parts of at most this many minutes run. */
const CHEAP = 0.5;

/** Parts that changes since `base` can break. Default: PROOF_BASE, or where the branch left the remote, or HEAD~1. */
export function affectedParts(base = process.env.PROOF_BASE || leftRemote() || 'HEAD~1'): readonly ProofPart[] {
  const changed = git('diff', '--name-only', '--no-renames', base, '--');
  const added = git('ls-files', '--others', '--exclude-standard');
  if (changed === null || added === null) return PARTS.filter(({ minutes }) => minutes <= CHEAP);
  const paths = `${changed}\n${added}`.split('\n').filter((line) => line !== '');
  const touches = (rule: string) => paths.some((path) => (rule.endsWith('/') ? path.startsWith(rule) : path === rule));
  return PARTS.filter((part) => [...part.brokenBy, ...programsOf(part)].some(touches));
}

// Null on a branch without commits; HEAD~1 then shows what was merged last.
function leftRemote(): string | null {
  const left = git('merge-base', 'HEAD', 'origin/HEAD')?.trim();
  return left && left !== git('rev-parse', 'HEAD')?.trim() ? left : null;
}

/** Output of git; null if it fails, for example without a repository or in a shallow clone. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: PACKAGE_ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}

export type Result = 'passed' | 'failed' | 'missing';

/** Exit code of a script whose tools are unavailable on this machine. */
const MISSING = 77;

/** Runs all programs of a part, even after one fails. Keeps the files of failed programs. */
export function playPart({ name, proves, needs = [], plays }: ProofPart, seed: number): Result {
  const lacking = needs.filter((program) => !isInstalled(program));
  console.log(`\n== ${name}: ${lacking.length > 0 ? `skipped, needs ${lacking.join(', ')}` : proves}`);
  if (lacking.length > 0) return 'missing';
  // Use a folder outside the checkout, because the product may be running in the checkout.
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
    console.log(`its files: ${folder}`);
    return 'failed';
  }
  rmSync(folder, { recursive: true, force: true });
  return codes.includes(MISSING) ? 'missing' : 'passed';
}
