import { execFileSync } from 'node:child_process';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** Paths that differ from a commit in the work tree, new ones too; null where that cannot be known. */
export function changedPaths(since: string): readonly string[] | null {
  const changed = git('diff', '--name-only', '--no-renames', since, '--');
  const added = git('ls-files', '--others', '--exclude-standard');
  return changed === null || added === null ? null : linesOf(`${changed}\n${added}`);
}

/** Output of a command of git; null where it fails: no repository, a shallow clone, no such commit. */
export function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: PACKAGE_ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
