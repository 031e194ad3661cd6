import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Metrics } from '../base/observation/metrics';

/** Bounds of a server, so that callers who are slow, silent or many cost little; times in milliseconds. */
export interface ServerBounds {
  maxConnections: number;
  /** Silence that ends a connection with a request under way: longer than a caller may wait for a change. */
  silenceMs: number;
  idleMs: number;
  headMs: number;
  /** Time to send a whole request; answering it is not part of that. */
  requestMs: number;
  /** Time to take an answer that is whole; event streams end by themselves. */
  takeMs: number;
}

/** Bounds of an API. */
export const SERVER_BOUNDS: ServerBounds = {
  // Each needs a file descriptor.
  maxConnections: 5_000,
  // Longer than `Prefer: wait`, 30 s.
  silenceMs: 120_000,
  // Longer than load balancers keep theirs (60 s by default), so that none sends a request into one that is being closed.
  idleMs: 65_000,
  headMs: 20_000,
  // A body has at most 256 kB.
  requestMs: 60_000,
  // The largest answers, two megabytes, at 7 kB a second.
  takeMs: 300_000,
};

/** Interval of the checks for requests that are late, and of log lines about connections that were closed. */
const CHECK_MS = 5_000;
const LOG_EVERY_MS = 60_000;

/** Creates an HTTP server within bounds; counts and logs connections beyond them. */
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
  // Node closes a connection then, but for one that still takes what was written.
  server.setTimeout(silenceMs);
  // Before the answer, which may be whole at once.
  server.prependListener('request', (_, response) => endWhereTakenLate(response, takeMs));
  server.on('clientError', answerUnread);
  let loggedAt = -Infinity;
  server.on('drop', () => {
    metrics.add('noi_http_connections_refused_total', {});
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ maxConnections }, 'connections are closed at once: too many are open');
  });
  return server;
}

/** Answers of requests that cannot be read as HTTP, so that no handler sees them: by the code of Node's parser. */
const UNREAD: Readonly<Record<string, [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers of the request are longer than 16 kB together.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not sent to its end in time.'],
};

/** Sends a Problem (RFC 9457) in place of Node's empty answer, and closes the connection. */
function answerUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Where an answer has begun, ours would become a part of it.
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  if (!socket.writable || answer?.headersSent || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, detail] = UNREAD[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
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

/** Ends the connection of who takes a byte now and then: that is not silence, and would keep an answer for ever. */
function endWhereTakenLate(response: ServerResponse, takeMs: number): void {
  response.once('prefinish', () => {
    const late = setTimeout(() => response.destroy(), takeMs).unref();
    response.once('close', () => clearTimeout(late));
  });
}
