import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runToEnd } from '../../local/process/run-to-end';
import type { Mutation } from './mutation';

/** Files that git ignores and tests need: what was generated and built, so that little has to be built again. */
const BUILT = ['dist', 'prisma/generated'];

const BUILD_STOP_MS = 2_000;

/** Copy of a checkout that can be broken. */
export interface ThrowAwayCopy {
  folder: string;
  /** Breaks one line; `restore` puts it back. */
  apply(mutation: Pick<Mutation, 'file' | 'find' | 'replace'>): { restore(): void };
  /** Builds what changed. @throws Error with what the compiler says if it does not compile */
  build(signal: AbortSignal): Promise<void>;
  remove(): void;
}

/**
 * Copies the files of a checkout as they are, changed and new ones too, into a folder of its own; links its packages.
 */
export function copyCheckout(root: string): ThrowAwayCopy {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'noi-mutations-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const named = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    // What was deleted is still named.
    const files = [...new Set(named.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)));
    for (const file of [...files, ...BUILT]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      // With times, by which the bundle of the workflows is known to be the newest.
      cpSync(join(root, file), join(folder, file), { recursive: true, preserveTimestamps: true });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    remove,
    apply({ file, find, replace }) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      // A function, because a text may hold `$`.
      writeFileSync(
        path,
        text.replace(find, () => replace),
      );
      return { restore: () => writeFileSync(path, text) };
    },
    async build(signal) {
      await node(join(folder, 'node_modules', 'typescript', 'bin', 'tsc'), ['-p', folder], signal);
      await node(join(folder, 'dist', 'worker', 'bundle.js'), [], signal);
    },
  };
}

function node(script: string, args: string[], signal: AbortSignal): Promise<void> {
  const program = {
    command: process.execPath,
    args: [script, ...args],
    env: process.env,
    stopWithinMs: BUILD_STOP_MS,
  };
  return runToEnd('the build', program, { line: () => undefined, note: () => undefined }, signal);
}
