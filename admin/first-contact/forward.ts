import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a provider and its answer, as they went over the wire. */
export interface Exchange {
  method: string;
  path: string;
  /** Body of the request; empty if there is none. */
  asked: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Address on this machine that passes requests on, until it is closed. */
export interface Forward {
  url: string;
  close(): Promise<void>;
}

/** Headers of one connection, or of a body as it was before it was decoded. */
const NOT_PASSED = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'content-encoding',
  'transfer-encoding',
]);

/**
 * Passes what is sent to an address on loopback on to `upstream`, and each answer through `pass` back: so the product's
 * own clients are watched as they are. It has no key of its own. A stream goes through `pass` as it begins, and then event by
 * event.
 */
export async function forward(
  upstream: string,
  pass: (exchange: Exchange) => Pick<Exchange, 'status' | 'headers' | 'body'>,
): Promise<Forward> {
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const send = async () => {
      const asked = await bodyOf(request);
      const { method = 'GET', url: path = '/' } = request;
      const answer = await fetch(upstream.replace(/\/$/, '') + path, {
        method,
        headers: { ...passed(Object.entries(request.headers)), 'accept-encoding': 'identity' },
        redirect: 'manual',
        signal: gone.signal,
        ...(asked !== '' && { body: asked }),
      });
      const seen = { method, path, asked, status: answer.status, headers: passed([...answer.headers]) };
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
        const { status, headers } = pass({ ...seen, body: '' });
        response.writeHead(status, headers).flushHeaders();
        for await (const event of eventsOf(answer.body!)) response.write(pass({ ...seen, body: event }).body);
        return response.end();
      }
      const { status, headers, body } = pass({ ...seen, body: await answer.text() });
      return response.writeHead(status, headers).end(body);
    };
    // As a provider that is away: the connection ends without an answer.
    send().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

/** Passes requests on to a provider, and keeps what went over the wire; the control surface of a stand-in is none of it. */
export async function watch(provider: string): Promise<Forward & { exchanges: Exchange[] }> {
  const exchanges: Exchange[] = [];
  const wire = await forward(provider, (exchange) => {
    if (!exchange.path.startsWith('/_control/')) exchanges.push(exchange);
    return exchange;
  });
  return { ...wire, exchanges };
}

/** Body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield text.slice(0, end + 2);
      text = text.slice(end + 2);
    }
  }
}

function passed(headers: [string, string | string[] | undefined][]): Record<string, string> {
  return Object.fromEntries(
    headers
      .filter(([name, value]) => value !== undefined && !NOT_PASSED.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
