import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVICE_VERSION } from '../../../contracts/versions';
import { PACKAGE_ROOT } from '../../../platform/package-root';
import type { Command, Driver, Outcome } from './behaviour';

const PROGRAM = join(PACKAGE_ROOT, 'tools', 'clients', 'behaviours', 'drive.py');

/** Sources of the client for Python, where it is not installed. */
const SOURCES = join(PACKAGE_ROOT, 'clients', 'python');

/** Environment in which Python finds the client by its sources, and writes nothing beside them. */
export const FROM_SOURCES = { PYTHONPATH: SOURCES, PYTHONDONTWRITEBYTECODE: '1' };

/** Whether this Python can load the client from its sources. */
export function canDrive(python: string): boolean {
  const { status } = spawnSync(python, ['-c', 'import noi'], { env: { ...process.env, ...FROM_SOURCES } });
  return status === 0;
}

/** Plays commands by one of the clients for Python, in a process of their own; from its sources, unless it is installed. */
export function startPythonDriver(python: string, mode: 'sync' | 'async', { installed = false } = {}): Driver {
  const child = spawn(python, [PROGRAM, mode], {
    env: { ...process.env, ...(!installed && FROM_SOURCES) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (command: Command): Promise<Outcome> => {
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('The driver in Python ended.');
    return JSON.parse(value) as Outcome;
  };
  /** It plays one command after the other. */
  let before: Promise<unknown> = Promise.resolve();
  return {
    name: `noi (Python, ${mode})`,
    userAgent: `noi-python/${SERVICE_VERSION}`,
    play(command) {
      const outcome = before.then(() => ask(command));
      before = outcome.catch(() => undefined);
      return outcome;
    },
    async close() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
