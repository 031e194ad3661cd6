import { changedPaths, git } from '../../test/support/changed-paths';
import { CHEAP, PARTS } from './parts';
import type { ProofPart } from './proof-part';

/** What a change touched since `base`, a commit; `paths` is null where that cannot be known. */
export interface Change {
  base: string;
  paths: readonly string[] | null;
}

/**
 * Compares the work tree with the commit that landed last: PROOF_BASE, else where this branch left the remote's, else
 * the commit before the last, which of a merge is the branch that was merged into.
 */
export function changeSinceLanded(env: NodeJS.ProcessEnv = process.env): Change {
  const base = env.PROOF_BASE || leftRemote() || 'HEAD~1';
  return { base, paths: changedPaths(base) };
}

/** Parts that a change of these paths can break, in their order; the cheap ones where the paths are not known. */
export function affectedBy(paths: readonly string[] | null): readonly ProofPart[] {
  if (paths === null) return PARTS.filter(({ name }) => CHEAP.includes(name));
  const covers = (rule: string, path: string) => (rule.endsWith('/') ? path.startsWith(rule) : path === rule);
  return PARTS.filter(({ brokenBy }) => brokenBy.some((rule) => paths.some((path) => covers(rule, path))));
}

// A branch that is the remote's own, or has no commit of its own, says nothing of what landed last.
function leftRemote(): string | null {
  const left = git('merge-base', 'HEAD', 'origin/HEAD')?.trim();
  return left && left !== git('rev-parse', 'HEAD')?.trim() ? left : null;
}
