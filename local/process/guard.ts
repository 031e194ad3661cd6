/**
 * Runs a third-party program (PostgreSQL, Temporal) and stops it with the supervisor: on a signal, or when standard
 * input closes because the supervisor was killed. Usage: `node guard.js <options as JSON> <command> [arguments]`.
 */
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { identify } from './identity';
import type { GuardOptions } from './launch';

const [, , json = '', command = '', ...args] = process.argv;
const options = JSON.parse(json) as GuardOptions;
const account = options.account ?? {};

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], cwd: options.cwd, ...account });
let ending = false;

child.once('error', (cause) => {
  process.stderr.write(`${command}: ${cause.message}\n`);
  process.exit(127);
});
child.once('spawn', () => {
  const pid = child.pid!;
  writeFileSync(options.pidFile, JSON.stringify({ pid, identity: identify(pid) }));
});
child.once('exit', (code, signal) => {
  rmSync(options.pidFile, { force: true });
  process.exit(code ?? (signal === options.stopSignal ? 0 : 1));
});

function end(): void {
  if (ending) return;
  ending = true;
  child.kill(options.stopSignal);
  setTimeout(() => child.kill('SIGKILL'), options.stopWithinMs).unref();
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
process.stdin.on('end', end).on('close', end).on('error', end).resume();
