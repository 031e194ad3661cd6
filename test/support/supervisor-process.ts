import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readReadyFile } from '../../local/files';
import { identify } from '../../local/process/identity';
import { built, until } from '../../local/process/launch';
import { descendantsOf } from './process-tree';

/** `npm start` with small child programs, as a process that a test controls from outside. */
export type SupervisorProcess = ReturnType<typeof startSupervisor>;

/** Starts the supervisor in `folder`, on free ports. */
export function startSupervisor(folder: string, settings: NodeJS.ProcessEnv = {}, args: string[] = []) {
  // Runs as if npm had started it, so it exits when the test run is killed.
  const env = { ...withoutParts(process.env), npm_lifecycle_event: 'test', ...settings, LOCAL_DIR: folder };
  const child = spawn(process.execPath, [built('test/support/children/supervisor'), ...args], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid!,
    output: () => text,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Resolves with the exit code once the supervisor has exited. */
    exit: () => ended,
    /** Identities of the process and its descendants, to check later whether they have exited. */
    family: () => familyOf(child.pid!),
    /** Resolves when the output matches. */
    says: async (pattern: RegExp) =>
      void (await until(String(pattern), 30_000, () => (pattern.test(text) ? true : null))),
    /** Resolves with ready.json once the supervisor has written it. */
    ready: () =>
      until('ready.json', 60_000, () => {
        if (child.exitCode !== null) throw new Error(`The supervisor ended with ${child.exitCode}:\n${text}`);
        return readReadyFile(join(folder, 'ready.json'));
      }),
  };
}

/** Starts the supervisor as npm does, through a shell that waits for it. */
export function startThroughShell(folder: string): { shell: number; stop(): void } {
  const env = { ...withoutParts(process.env), LOCAL_DIR: folder, npm_lifecycle_event: 'start' };
  const script = `"${process.execPath}" "${built('test/support/children/supervisor')}"; exit $?`;
  const shell = spawn('sh', ['-c', script], { env, stdio: 'ignore' });
  return { shell: shell.pid!, stop: () => shell.kill('SIGTERM') };
}

/** Resolves when all of these processes have exited. */
export async function allExited(family: { pid: number; identity: string }[]): Promise<void> {
  const left = () => family.filter(({ pid, identity }) => identify(pid) === identity);
  await until('end of all processes', 20_000, () => (left().length === 0 ? true : null)).catch(() => {
    throw new Error(`Still running: ${JSON.stringify(left(), null, 2)}`);
  });
}

export const familyOf = (root: number) =>
  [root, ...descendantsOf(root)].flatMap((pid) => {
    const identity = identify(pid);
    return identity === null ? [] : [{ pid, identity }];
  });

/** Removes settings that replace parts of the local setup, because a developer's settings must not affect tests. */
function withoutParts(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const parts = /^(TEST_)?(DATABASE_URL|TEMPORAL_ADDRESS)$|^(ANTHROPIC|RESEND|STRIPE)_/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !parts.test(name)));
}
