import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forThisMachine } from '../../stand-ins/base/http';
import { LOOPBACK } from '../ports';
import type { Part } from '../start-context';
import type { HoldablePart } from './holdable';

/** What an operator does to parts of a cluster, as `docker compose` does it to services. */
export const CONTROLS = ['stop', 'start', 'restart'] as const;
export type Control = (typeof CONTROLS)[number];

/** Listens for `POST /<control>/<part>`; a part is one of them, or all of a kind (`worker`). */
interface ControlServer {
  url: string;
  close(): Promise<void>;
}

const isHoldable = (part: Part): part is HoldablePart => 'hold' in part;

/**
 * Lets `npm run cluster -- stop|start|restart` reach the parts. One order is carried out after the other; its answer says
 * what it did: 204, 404 for a part that there is none of, 500 with the message of one that did not start.
 */
export async function startControl(parts: readonly Part[]): Promise<ControlServer> {
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer(
    forThisMachine((request, response) => {
      const order = last.then(() => obey(parts, request.method === 'POST' ? request.url! : ''));
      last = order.catch(() => undefined);
      order.then(
        (status) => response.writeHead(status).end(),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    }),
  );
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function obey(parts: readonly Part[], path: string): Promise<number> {
  const [, control, name] = path.split('/');
  const chosen = parts.filter(isHoldable).filter((part) => part.name === name || part.name.startsWith(`${name}-`));
  if (chosen.length === 0 || !CONTROLS.includes(control as Control)) return 404;
  if (control === 'stop') await Promise.all(chosen.map((part) => part.hold()));
  if (control === 'start') await Promise.all(chosen.map((part) => part.resume()));
  if (control === 'restart') for (const part of chosen) await part.hold().then(() => part.resume());
  return 204;
}
