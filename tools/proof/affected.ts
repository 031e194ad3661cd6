import { execFileSync } from 'node:child_process';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { PARTS, type ProofPart } from './parts';

/** What a change touched since `base`, a commit; `paths` is null where that cannot be known. */
export interface Change {
  base: string;
  paths: readonly string[] | null;
}

/**
 * Compares the work tree with the commit that landed last: PROOF_BASE, else where this branch left the remote's default
 * branch, else the commit before the last.
 */
export function changeSinceLanded(env: NodeJS.ProcessEnv = process.env): Change {
  const base = env.PROOF_BASE || leftRemote() || 'HEAD~1';
  const changed = git('diff', '--name-only', '--no-renames', base, '--');
  const added = git('ls-files', '--others', '--exclude-standard');
  const isKnown = changed !== null && added !== null;
  return { base, paths: isKnown ? `${changed}\n${added}`.split('\n').filter((line) => line !== '') : null };
}

/** Minutes of the parts that are played where the paths are not known. */
const CHEAP = 0.5;

/** Parts that a change of these paths can break, in their order. */
export function affectedBy(paths: readonly string[] | null): readonly ProofPart[] {
  const covers = (rule: string, path: string) => (rule.endsWith('/') ? path.startsWith(rule) : path === rule);
  return PARTS.filter((part) => {
    const rules = [...part.brokenBy, ...programsOf(part)];
    return paths ? rules.some((rule) => paths.some((path) => covers(rule, path))) : part.minutes <= CHEAP;
  });
}

/** Sources of the programs and scripts that a part plays. */
export function programsOf({ plays }: ProofPart): string[] {
  const programs = plays.flat().filter((word) => word.startsWith('tools/'));
  return programs.flatMap((word) => (word.endsWith('.sh') ? [word, 'tools/proof/tools.sh'] : [`${word}.ts`]));
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
