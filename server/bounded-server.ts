import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Metrics } from '../base/observation/metrics';

/**
 * Server limits that bound the cost of slow callers, silent callers and large numbers of callers. Times are in
 * milliseconds.
 */
export interface ServerBounds {
  maxConnections: number;
  /** Idle timeout while a request is open. Must exceed the longest wait for a change that a caller can request. */
  silenceMs: number;
  idleMs: number;
  headMs: number;
  /** Time for the caller to send a whole request, excluding the time to respond. */
  requestMs: number;
  /** Time for the caller to receive a whole response. Event streams end by themselves. */
  takeMs: number;
}

export const SERVER_BOUNDS: ServerBounds = {
  // Limited because each connection needs a file descriptor.
  maxConnections: 5_000,
  // Longer than the maximum `Prefer: wait` of 30 s.
  silenceMs: 120_000,
  // Longer than the idle timeout of load balancers (60 s by default), so that they never send on a closing connection.
  idleMs: 65_000,
  headMs: 20_000,
  // Enough for the largest bodies (256 kB) on slow connections.
  requestMs: 60_000,
  // Enough for the largest responses (2 MB) at 7 kB per second.
  takeMs: 300_000,
};

/** Intervals between checks for late requests, and between log lines about closed connections. */
const CHECK_MS = 5_000;
const LOG_EVERY_MS = 60_000;

/** Creates an HTTP server with these limits. Counts and logs connections that exceed them. */
export function createBoundedServer(
  bounds: ServerBounds,
  { log, metrics }: { log: Logger; metrics: Metrics },
  answer?: RequestListener,
): Server {
  const { maxConnections, silenceMs, idleMs, headMs, requestMs, takeMs } = bounds;
  const server = createServer(
    {
      keepAliveTimeout: idleMs,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, headMs),
    },
    answer,
  );
  server.maxConnections = maxConnections;
  // Node closes a connection that is silent for this long, unless the caller is still receiving data.
  server.setTimeout(silenceMs);
  // Runs before the handler, because the handler may complete the response immediately.
  server.prependListener('request', (_, response) => endSlowReader(response, takeMs));
  server.on('clientError', answerInvalidHttp);
  let loggedAt = -Infinity;
  server.on('drop', () => {
    metrics.add('noi_http_connections_refused_total', {});
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ maxConnections }, 'too many connections are open: new ones are closed');
  });
  return server;
}

/** Responses to invalid HTTP, keyed by Node's parser error code. No handler sees these requests. */
const INVALID_HTTP: Readonly<Record<string, [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The URL and the headers of the request together exceed 16 kB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not sent completely in time.'],
};

/** Sends a Problem (RFC 9457) instead of Node's empty response, and closes the connection. */
function answerInvalidHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  // If a response has already started, ours would become part of its body.
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  if (!socket.writable || answer?.headersSent || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, detail] = INVALID_HTTP[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const title = STATUS_CODES[status]!;
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail,
    code: 'invalid_request',
    instance: '/',
    requestId: randomUUID(),
    retryable: false,
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Ends a connection whose client reads a byte only now and then, because it would hold its response forever. */
function endSlowReader(response: ServerResponse, takeMs: number): void {
  response.once('prefinish', () => {
    const late = setTimeout(() => response.destroy(), takeMs).unref();
    response.once('close', () => clearTimeout(late));
  });
}
