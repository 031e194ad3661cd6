import { readFileSync, statfsSync } from 'node:fs';

const SHARED_MEMORY = '/dev/shm';
/** Far beyond what the databases and folders of one run hold at a time. */
const ENOUGH_BYTES = 4e9;

/**
 * Folder of the system that is in memory, has four gigabytes free and lets programs run; null where there is none. A run
 * of tests makes and drops hundreds of databases of a thousand files each, which costs a file system on a disk much more
 * CPU than the tests' queries.
 */
export function memoryFolder(): string | null {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === SHARED_MEMORY)?.[3];
    if (options === undefined || /(^|,)(noexec|ro)(,|$)/.test(options)) return null;
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? SHARED_MEMORY : null;
  } catch {
    return null;
  }
}
