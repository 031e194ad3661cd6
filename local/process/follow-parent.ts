import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded (`node --require`) into our own child processes: their standard input is a pipe from the supervisor, so its end means
 * that the supervisor is gone, however it died, and the child ends too. Threads are preloaded as well, but their standard input is none: it ends at once and means nothing.
 */
const LAST_RESORT_MS = 15_000;

let leaving = false;

function leave(): void {
  if (leaving) return;
  leaving = true;
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
}

if (isMainThread) {
  // The supervisor's end of these pipes is gone as well then, and a log line must not turn an orderly stop into a crash.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.stdin.on('end', leave).on('close', leave).on('error', leave).resume();
  process.stdin.unref?.();
}
