import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { PACKAGE_ROOT } from '../../base/package-root';
import { WORKER_START } from '../../base/process-settings';

/** System account that runs a program. Only root can choose it. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/** Options that {@link foreign} passes to the guard process. */
export interface GuardOptions {
  pidFile: string;
  stopSignal: NodeJS.Signals;
  stopWithinMs: number;
  cwd?: string;
  account?: SystemAccount;
}

export interface Program {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Grace period after SIGTERM before the child's whole process group is killed. */
  stopWithinMs: number;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Launched {
  pid: number;
  /** Resolves when the process has ended and its output is read (for up to half a second). Never rejects. */
  exited: Promise<Exit>;
  /** Sends SIGTERM, then SIGKILL after `stopWithinMs`. Resolves when the process has ended. */
  stop: () => Promise<void>;
  kill(): void;
}

const GUARD_SLACK_MS = 1_000;
const LAST_OUTPUT_MS = 500;

/** Specifies one of our Node programs, which stops by itself once this process is gone. `options` are Node options. */
export function ours(
  script: string,
  env: NodeJS.ProcessEnv,
  stopWithinMs: number,
  args: string[] = [],
  options: string[] = [],
): Program {
  const node = [...options, '--enable-source-maps', '--require', built('local/process/follow-parent')];
  return { command: process.execPath, args: [...node, script, ...args], env, stopWithinMs };
}

/** Specifies a worker, started the way its image starts it ({@link WORKER_START}). */
export function ourWorker(script: string, env: NodeJS.ProcessEnv, stopWithinMs: number): Program {
  return ours(script, { ...WORKER_START.env, ...env }, stopWithinMs, [], WORKER_START.options);
}

/** Specifies a third-party program, with a guard that stops it once this process is gone. */
export function foreign(command: string, args: string[], env: NodeJS.ProcessEnv, guard: GuardOptions): Program {
  return {
    command: process.execPath,
    args: [built('local/process/guard'), JSON.stringify(guard), command, ...args],
    env,
    stopWithinMs: guard.stopWithinMs + GUARD_SLACK_MS,
  };
}

/** Starts a child in its own process group. Ctrl-C then reaches only this process, which stops children in order. */
export async function launch(program: Program, onLine: (line: string) => void): Promise<Launched> {
  const { command, args, env } = program;
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  child.stdin.on('error', () => undefined);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);

  const closed = new Promise((resolve) => child.once('close', resolve));
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      // Wait only briefly for the output, because a grandchild can keep it open forever.
      void settlesWithin(closed, LAST_OUTPUT_MS).then(() => resolve({ code, signal }));
    });
  });
  return {
    pid: child.pid!,
    exited,
    kill: () => killGroup(child),
    stop: async () => {
      child.kill('SIGTERM');
      if (!(await settlesWithin(exited, program.stopWithinMs))) killGroup(child);
      await exited;
    },
  };
}

function killGroup(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Path of a module's built JavaScript, which children run even when this code runs from TypeScript. */
export function built(module: string): string {
  return join(PACKAGE_ROOT, 'dist', `${module}.js`);
}

/** Polls until `check` returns a value other than null. @throws Error after `withinMs` */
export async function until<T>(
  what: string,
  withinMs: number,
  check: () => Promise<T | null> | T | null,
  signal?: AbortSignal,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 1.5, 250)) {
    signal?.throwIfAborted();
    const found = await check();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`${what}: timed out after ${Math.round(withinMs / 1000)} s`);
    await pause(waitMs);
  }
}

/** True if `promise` settles within `withinMs`. Leaves no timer behind. */
async function settlesWithin(promise: Promise<unknown>, withinMs: number): Promise<boolean> {
  const clock = new AbortController();
  const late = pause(withinMs, false, { signal: clock.signal }).catch(() => false);
  const done = promise.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([done, late]);
  clock.abort();
  return inTime;
}
