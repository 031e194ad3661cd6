import { createServer } from 'node:net';

/** The only address that the embedded default listens on. */
export const LOOPBACK = '127.0.0.1';

const NEIGHBOURS = 50;
const handedOut = new Set<number>();

/**
 * A port of the loopback interface that nobody listens on: `preferred` or one of the 50 behind it, else (and without a preference)
 * any. Never the same one twice in one process. Another process can still take it before it is used.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined) {
    for (let port = preferred; port <= Math.min(preferred + NEIGHBOURS, 65_535); port++) {
      if (handedOut.has(port)) continue;
      handedOut.add(port);
      if ((await listens(port)) !== null) return port;
      handedOut.delete(port);
    }
  }
  for (;;) {
    const port = await listens(0);
    if (port === null) throw new Error('No free port on the loopback interface');
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    return port;
  }
}

/** The port that could be opened, or null where it is taken. */
function listens(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, LOOPBACK, () => {
      const { port: opened } = server.address() as { port: number };
      server.close(() => resolve(opened));
    });
  });
}
