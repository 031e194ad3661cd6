import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into profiled programs: one that does not handle SIGTERM itself would die of it without writing its profile.
 */
if (isMainThread) {
  process.once('SIGTERM', () => {
    if (process.listenerCount('SIGTERM') === 0) process.exit(0);
  });
}
