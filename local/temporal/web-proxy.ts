import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { forThisMachine } from '../../stand-ins/base/http';
import { LOOPBACK } from '../ports';

/** Where Temporal Web itself listens. */
export interface WebTarget {
  host: string;
  port: number;
}

/**
 * Passes requests of this machine on to Temporal Web, which answers to any name and asks for no key. Resolves once it
 * listens; the result closes it.
 */
export async function startWebProxy(port: number, target: WebTarget): Promise<() => void> {
  const server = createServer(
    forThisMachine((incoming, outgoing) => {
      const { method, url: path, headers } = incoming;
      const passed = request({ ...target, method, path, headers, agent: false });
      passed.once('response', (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
      outgoing.once('close', () => passed.destroy());
      incoming.pipe(passed);
    }),
  );
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
