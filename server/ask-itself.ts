import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Sends requests to this application as the caller at this IP address. Their log lines have the same `requestId`. */
export type AskItself = (caller: { address: string; requestId: string }) => typeof fetch;

/** Placeholder origin for requests within the process. No server listens there. */
export const ITSELF = 'http://127.0.0.1';

/**
 * Sends requests to `answer` over a connection within this process, with the same protocol, checks, limits and logs as
 * requests from the network. Bodies are strings, and responses are read completely. Aborting a request closes its
 * connection.
 */
export function createAskItself(answer: RequestListener): AskItself {
  const server = createServer(answer);
  return ({ address, requestId }) =>
    (url, { method = 'GET', headers, body, signal } = {}) => {
      const [ours, theirs] = duplexPair();
      ours.once('close', () => theirs.destroy());
      server.emit('connection', Object.assign(theirs, { remoteAddress: address }));
      return new Promise((resolve, reject) => {
        const sent = request(url as string, {
          method,
          headers: { ...(headers as Record<string, string>), 'X-Request-Id': requestId },
          createConnection: () => ours,
          ...(signal && { signal }),
        });
        sent.once('error', reject);
        sent.once('response', (answered) => void responseOf(answered).then(resolve, reject));
        sent.end(body as string | undefined);
      });
    };
}

async function responseOf(answered: IncomingMessage): Promise<Response> {
  const body = await buffer(answered);
  const status = answered.statusCode!;
  const headers = Object.entries(answered.headersDistinct).flatMap(([name, values]) =>
    values!.map((value): [string, string] => [name, value]),
  );
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(body), { status, headers });
}

/** Pages that can be served from memory while the database is busy. */
const PAGES = ['/', '/opportunities'];
/** Number of tries. The first request to a cold process can exceed the time limit of a request. */
const TRIES = 3;

/** Requests these pages once before the process is ready, so that each has a cached response. Never throws. */
export async function warmUp(answer: RequestListener): Promise<void> {
  const ask = createAskItself(answer)({ address: '127.0.0.1', requestId: 'warm-up-at-start' });
  const isShown = (path: string) =>
    ask(ITSELF + path).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; tries < TRIES; tries++) {
    const shown = await Promise.all(PAGES.map(isShown));
    if (shown.every(Boolean)) return;
  }
}
