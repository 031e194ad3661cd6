/**
 * Environment that a worker's program is started with, so that its memory stays flat: V8 collects new objects before there
 * are sixteen megabytes of them in each thread, and the allocator of glibc, which other systems do not have, gives
 * freed memory back instead of keeping it for each of its arenas. One without the other does not help
 * (docs/decisions/speed.md).
 */
export const WORKER_MEMORY = {
  NODE_OPTIONS: '--max-semi-space-size=2',
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
