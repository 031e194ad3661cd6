import { execFile, spawn } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { seconds } from '../report';
import { TEMPORAL_CLI_VERSION, versionOf } from './release';

/** The Go module that pins the server and all it is made of (go.mod, go.sum). */
const MODULE_FOLDER = join(PACKAGE_ROOT, 'local', 'temporal-server');
const PACKAGE = 'github.com/temporalio/cli/cmd/temporal';
const VERSION_VARIABLE = 'github.com/temporalio/cli/internal/temporalcli.Version';
const PROGRESS_EVERY_MS = 15_000;

/**
 * Compiles the pinned Temporal CLI to `target` with the Go toolchain of this machine: beside it first, tried, then renamed. Takes
 * minutes at the first time; `say` is told how far it is.
 *
 * @throws Error there is no Go, it is too old, or the build failed, with its last lines
 */
export async function buildTemporal(
  target: string,
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  await assertGo(env);
  const draft = `${target}.building-${process.pid}`;
  const flags = `-s -w -X ${VERSION_VARIABLE}=${TEMPORAL_CLI_VERSION}`;
  try {
    await go(['build', '-mod=readonly', '-trimpath', '-ldflags', flags, '-o', draft, PACKAGE], say, env, signal);
    const { cli } = await versionOf(draft);
    if (cli !== TEMPORAL_CLI_VERSION) throw new Error(`the build says version ${cli}, not ${TEMPORAL_CLI_VERSION}`);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

async function assertGo(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    // Run in the module's folder, where Go itself compares its version with the one that go.mod asks for.
    await promisify(execFile)('go', ['list', '-m'], { cwd: MODULE_FOLDER, env, timeout: 60_000 });
  } catch (cause) {
    const { code, stderr } = cause as { code?: string | number; stderr?: string };
    throw new Error(code === 'ENOENT' ? 'Go is not installed' : `Go cannot build it: ${(stderr ?? '').trim()}`, {
      cause,
    });
  }
}

async function go(
  args: string[],
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const child = spawn('go', args, {
    cwd: MODULE_FOLDER,
    env: { ...env, CGO_ENABLED: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  });
  let downloads = 0;
  let tail: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('go: downloading')) downloads++;
    else tail = [...tail, line].slice(-10);
  });
  const progress = setInterval(() => {
    const fetched = downloads > 0 ? `, ${downloads} modules fetched` : '';
    say(
      `building the Temporal server: ${seconds(performance.now() - startedAt)}${fetched} (once; about 5 min on 2 cores)`,
    );
  }, PROGRESS_EVERY_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('close', resolve).once('error', reject),
    );
    if (code !== 0) throw new Error(`go build failed (exit code ${code}):\n${tail.join('\n')}`);
  } finally {
    clearInterval(progress);
  }
}
