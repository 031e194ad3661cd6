import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../platform/package-root';
import type { Output } from './process/supervise';

/** Folders of API and worker. A change of local/ or stand-ins/ needs a new `npm run dev`. */
const SOURCES = [
  ...['contracts', 'domain', 'platform', 'prisma', 'store', 'documents'],
  ...['providers', 'activities', 'workflows', 'worker', 'http', 'commands', 'api', 'web', 'server'],
];
const QUIET_MS = 150;

/**
 * Rebuilds and restarts when a source file changes, one build at a time: a file saved during a build triggers another
 * one. A failed build is reported and changes nothing. Ends with the signal.
 */
export function rebuildOnChange(restart: () => Promise<void>, output: Output, signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const changed = (folder: string, file: string | null) => {
    if (!file || !/\.(ts|typ|sql)$/.test(file) || file.startsWith('generated')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(() => rebuild(join(folder, file), restart, output));
    }, QUIET_MS);
  };
  const watchers = SOURCES.map((folder) =>
    watch(join(PACKAGE_ROOT, folder), { recursive: true }, (_, file) => changed(folder, file)),
  );
  signal.addEventListener('abort', () => watchers.forEach((watcher) => watcher.close()), { once: true });
  output.note('watching: API and worker are rebuilt and restarted when a source file changes');
}

async function rebuild(file: string, restart: () => Promise<void>, output: Output): Promise<void> {
  output.note(`${file} changed: building`);
  try {
    await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: PACKAGE_ROOT });
    await restart();
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    output.note(`build failed; the previous build keeps running\n${stdout || message}`);
  }
}
