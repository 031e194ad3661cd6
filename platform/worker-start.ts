/**
 * How a worker's program is started, so that its memory stays small and flat. V8 collects new objects before there are
 * sixteen megabytes of them in each thread, and old ones once they have grown by two fifths; the allocator of glibc,
 * which other systems do not have, gives freed memory back instead of keeping it for each of its arenas. No part helps
 * without the others (docs/decisions/speed.md).
 */
export const WORKER_START = {
  /** Options of Node. Not in NODE_OPTIONS, which takes only the first, nor set by the program once it runs, which V8 does not support. */
  options: ['--max-semi-space-size=2', '--heap-growing-percent=40'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' },
};
