import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into our own children. Their standard input is a pipe from the supervisor. When the pipe closes, the child
 * stops too. Worker threads are excluded, because their standard input ends immediately.
 */
const LAST_RESORT_MS = 15_000;

let shuttingDown = false;

function shutDown(): void {
  if (shuttingDown) return;
  shuttingDown = true;
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
}

if (isMainThread) {
  // Without the supervisor, these pipes are broken. A log line must not turn an orderly stop into a crash.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.stdin.on('end', shutDown).on('close', shutDown).on('error', shutDown).resume();
  process.stdin.unref?.();
}
