import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Only address that the embedded default listens on. */
export const LOOPBACK = '127.0.0.1';

const NEIGHBOURS = 50;
/**
 * Below the ports that systems give to outgoing connections (Linux: from 32,768): one of these would take the port of a
 * server that restarts.
 */
const LASTING = { first: 20_000, end: 32_768 };
const ATTEMPTS = 1_000;
const assigned = new Set<number>();

/**
 * Finds a free loopback port: `preferred` or one of the next 50, otherwise any of those that last. Never returns the same
 * port twice in one process. Another process can still take it before it is used.
 */
export async function freePort(preferred?: number): Promise<number> {
  for (const port of candidates(preferred)) {
    if (assigned.has(port)) continue;
    assigned.add(port);
    if (await isFree(port)) return port;
    assigned.delete(port);
  }
  throw new Error('No free port on the loopback interface');
}

function* candidates(preferred?: number): Generator<number> {
  if (preferred !== undefined)
    for (let port = preferred; port <= Math.min(preferred + NEIGHBOURS, 65_535); port++) yield port;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) yield randomInt(LASTING.first, LASTING.end);
}

/** Opens and closes a port, if it is free. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
  });
}
