import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, LOOPBACK } from '../../local/ports';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { profilingOptions } from './profile/profiles';

/** Server process on a free loopback port. */
export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a built program with PORT and waits until GET `readyPath` responds. */
export async function startServer(program: string, env: NodeJS.ProcessEnv, readyPath: string): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const child = spawn(process.execPath, [...profilingOptions(program), join(PACKAGE_ROOT, 'dist', program)], {
    env: { ...process.env, NODE_ENV: 'production', HOST: LOOPBACK, PORT: String(port), PUBLIC_URL: url, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const until = Date.now() + 30_000;
  while (
    !(await fetch(url + readyPath).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${program} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Resident memory of a process, in megabytes. */
export async function residentMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}
