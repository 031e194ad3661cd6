import { execFile, spawn } from 'node:child_process';
import { mkdirSync, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../base/package-root';
import { takeLock } from '../process/identity';
import { until } from '../process/launch';
import { seconds } from '../report';
import { TEMPORAL_CLI_VERSION, TEMPORAL_SERVER_VERSION, versionOf, cachedServerProgram } from './release';

const MODULE_FOLDER = join(PACKAGE_ROOT, 'local', 'temporal-server');
const CLI = 'github.com/temporalio/cli/cmd/temporal';
const VERSION_VARIABLE = 'github.com/temporalio/cli/internal/temporalcli.Version';
const SERVER = 'go.temporal.io/server/cmd/server';
const SQL_TOOL = 'go.temporal.io/server/cmd/tools/sql';
const PROGRESS_EVERY_MS = 15_000;

export interface BuildContext {
  say: (text: string) => void;
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
}

/**
 * Compiles the pinned Temporal CLI to `target` with the installed Go. The first build takes minutes.
 * @throws Error if Go is missing or too old, or with the last lines of output if the build fails
 */
export async function buildTemporal(target: string, context: BuildContext): Promise<void> {
  await build(CLI, target, `-X ${VERSION_VARIABLE}=${TEMPORAL_CLI_VERSION}`, context, async (draft) => {
    const { cli } = await versionOf(draft);
    if (cli !== TEMPORAL_CLI_VERSION) throw new Error(`the build says version ${cli}, not ${TEMPORAL_CLI_VERSION}`);
  });
}

/** Compiles the pinned production server, like {@link buildTemporal}. */
async function buildServer(target: string, context: BuildContext): Promise<void> {
  await build(SERVER, target, '', context, async (draft) => {
    const { stdout } = await promisify(execFile)(draft, ['--version'], { timeout: 20_000 });
    if (!stdout.includes(TEMPORAL_SERVER_VERSION))
      throw new Error(`the build says "${stdout.trim()}", not ${TEMPORAL_SERVER_VERSION}`);
  });
}

/** Compiles the tool that creates and migrates the server's SQL schemas, like {@link buildTemporal}. */
async function buildSqlTool(target: string, context: BuildContext): Promise<void> {
  await build(SQL_TOOL, target, '', context, async (draft) => {
    await promisify(execFile)(draft, ['--help'], { timeout: 20_000 });
  });
}

async function build(
  goPackage: string,
  target: string,
  variables: string,
  { say, env, signal }: BuildContext,
  check: (draft: string) => Promise<void>,
): Promise<void> {
  await assertGo(env);
  const draft = `${target}.building-${process.pid}`;
  const flags = ['-mod=readonly', '-trimpath', '-ldflags', `-s -w ${variables}`.trim()];
  try {
    await go(['build', ...flags, '-o', draft, goPackage], say, env, signal);
    await check(draft);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

async function assertGo(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    // When run in the module's folder, Go checks its own version against go.mod.
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

/** Programs of a production Temporal server, the same as in its images. */
export interface ServerPrograms {
  server: string;
  sqlTool: string;
}

/** Finds the production server and its SQL tool, or builds them once. @throws Error if Go is missing */
export async function serverPrograms(context: BuildContext): Promise<ServerPrograms> {
  const server = cachedServerProgram(context.env, 'temporal-server');
  const sqlTool = cachedServerProgram(context.env, 'temporal-sql-tool');
  await fill(server, buildServer, context);
  await fill(sqlTool, buildSqlTool, context);
  return { server, sqlTool };
}

async function fill(target: string, make: typeof buildServer, context: BuildContext): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const lock = await lockUnlessFilled(target, context.say, context.signal);
  if (lock === 'filled') return;
  try {
    await make(target, context);
  } catch (cause) {
    throw new Error(
      `The production Temporal server cannot be built: ${(cause as Error).message}\n` +
        'It needs Go 1.26.4 or newer with access to a Go module proxy.',
      { cause },
    );
  } finally {
    lock.release();
  }
}

const BUILD_BY_OTHERS_WITHIN_MS = 20 * 60_000;

/** Waits for the lock on `target`, or until another process creates `target`. @throws Error after 20 minutes */
export async function lockUnlessFilled(
  target: string,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<'filled' | { release(): void }> {
  let announced = false;
  const attempt = () => {
    if (existsSync(target)) return 'filled' as const;
    const lock = takeLock(`${target}.lock`);
    if (lock.taken) return lock;
    if (!announced) say(`waiting for process ${lock.holder.pid}, which is getting the Temporal server`);
    announced = true;
    return null;
  };
  return until('Temporal server from another process', BUILD_BY_OTHERS_WITHIN_MS, attempt, signal);
}
