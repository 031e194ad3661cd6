import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { built } from '../../local/programs';
import { until } from '../../local/process/deadline';
import { identify } from '../../local/process/identity';
import { readReadyFile, type ReadyFile } from '../../local/ready-file';

/** `npm start` with small children, as a process that a test drives from outside. */
export interface SupervisorProcess {
  pid: number;
  /** All output so far. */
  output: () => string;
  /** Resolves with ready.json once the supervisor has written it. */
  ready(): Promise<ReadyFile>;
  /** Resolves when the output matches. */
  says(pattern: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Exit code, once it has ended. */
  exit(): Promise<number | null>;
  /** Identities of the process and its descendants, to check later whether they are gone. */
  family(): { pid: number; identity: string }[];
}

/** Starts the supervisor in `folder`, on free ports. */
export function startSupervisor(
  folder: string,
  settings: NodeJS.ProcessEnv = {},
  args: string[] = [],
): SupervisorProcess {
  const outer = withoutParts(process.env);
  // As if started by npm: it ends when the test run is killed.
  const env = { ...outer, npm_lifecycle_event: 'test', ...settings, LOCAL_DIR: folder };
  const child = spawn(process.execPath, [built('test/support/children/supervisor'), ...args], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const alive = () => {
    if (child.exitCode !== null) throw new Error(`The supervisor ended with ${child.exitCode}:\n${text}`);
  };
  return {
    pid: child.pid!,
    output: () => text,
    kill: (signal) => child.kill(signal),
    exit: () => ended,
    family: () => familyOf(child.pid!),
    says: async (pattern) => void (await until(String(pattern), 30_000, () => (pattern.test(text) ? true : null))),
    ready: () =>
      until('ready.json', 60_000, () => {
        alive();
        return readReadyFile(join(folder, 'ready.json'));
      }),
  };
}

/** Starts the supervisor as npm does: through a shell that waits for it. */
export function startThroughShell(folder: string): { shell: number; stop(): void } {
  const outer = withoutParts(process.env);
  const env = { ...outer, LOCAL_DIR: folder, npm_lifecycle_event: 'start' };
  const script = `"${process.execPath}" "${built('test/support/children/supervisor')}"; exit $?`;
  const shell = spawn('sh', ['-c', script], { env, stdio: 'ignore' });
  return { shell: shell.pid!, stop: () => shell.kill('SIGTERM') };
}

/** Resolves when all of these processes have ended. */
export async function allExited(family: { pid: number; identity: string }[]): Promise<void> {
  const left = () => family.filter(({ pid, identity }) => identify(pid) === identity);
  await until('end of all processes', 20_000, () => (left().length === 0 ? true : null)).catch(() => {
    throw new Error(`Still running: ${JSON.stringify(left(), null, 2)}`);
  });
}

/** A process and its descendants. */
export function familyOf(root: number): { pid: number; identity: string }[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = table.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const found = [root];
  for (const parent of found) found.push(...pairs.filter(([, above]) => above === parent).map(([pid]) => pid));
  return found.map((pid) => ({ pid, identity: identify(pid) ?? '' })).filter(({ identity }) => identity !== '');
}

/**
 * An environment without settings that replace a part of the local default: a developer's own must not affect tests.
 */
function withoutParts(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const parts = /^(TEST_)?(DATABASE_URL|TEMPORAL_ADDRESS)$|^(ANTHROPIC|RESEND|STRIPE)_/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !parts.test(name)));
}
