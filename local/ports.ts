import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';

/** Address on which local processes listen. */
export const LOOPBACK = '127.0.0.1';

const NEIGHBORS = 50;
/** Below the ephemeral ports (Linux: from 32,768), which outgoing connections could take during a restart. */
const LASTING = { first: 20_000, end: 32_768 };
const ATTEMPTS = 1_000;

/** Sockets that reserve ports until this process ends. */
const held: Socket[] = [];

/**
 * Finds a free loopback port: `preferred`, one of the next 50, or a random one. Reserves the port until this process
 * ends, so that nobody takes it while the child that listens on it restarts.
 */
export async function freePort(preferred?: number): Promise<number> {
  for (const port of candidates(preferred)) {
    const holder = await hold(port);
    if (!holder) continue;
    if (await isFree(port)) {
      held.push(holder);
      return port;
    }
    holder.close();
  }
  throw new Error('No free port on the loopback interface');
}

/** Reserves a port with a UDP socket, which does not block our TCP servers. Null if the port is taken. */
function hold(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(null);
    });
    socket.bind({ port, address: LOOPBACK, exclusive: true }, () => resolve(socket.unref()));
  });
}

function* candidates(preferred?: number): Generator<number> {
  if (preferred !== undefined)
    for (let port = preferred; port <= Math.min(preferred + NEIGHBORS, 65_535); port++) yield port;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) yield randomInt(LASTING.first, LASTING.end);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
  });
}
