import { Readable } from 'node:stream';
import type { ApiDeps } from './deps';
import type { Reply } from './endpoint';

/** Maximum lifetime of a stream. The client then reconnects, possibly to another process. */
const LIFETIME_MS = 600_000;
/** Delay before a client reconnects. */
const RETRY_MS = 2_000;

export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

const HEADERS = {
  'Cache-Control': 'no-store, no-transform',
  // Keeps proxies from buffering events.
  'X-Accel-Buffering': 'no',
  // Closes the connection at the end of the stream, so that it does not delay the shutdown of the process.
  Connection: 'close',
};

export interface StreamReader {
  /** True once the client has disconnected. The generator itself would notice that only when it yields. */
  hasLeft(): boolean;
}

/** Comment line that keeps a connection open. */
export const HEARTBEAT = ': still here\n\n';

/** Formats a server-sent event. After a reconnect, the client resumes after `id`. */
export function serverSent(event: string, data: object, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Streams events for the maximum lifetime; HEAD gets only headers. @throws Failure `rate_limited`, `overloaded` */
export function eventStream(
  { deps, isHead, address }: { deps: ApiDeps; isHead: boolean; address: string },
  accountId: string,
  events: (reader: StreamReader) => AsyncIterable<string>,
): Reply {
  if (isHead) return { status: 200, headers: HEADERS, type: EVENT_STREAM, body: Buffer.alloc(0) };
  const release = deps.streams.enter({ accountId, address });
  deps.metrics.add('noi_http_streams', {});
  const reader = { hasLeft: (): boolean => stream.destroyed };
  const stream: Readable = Readable.from(withRetry(events(reader)), { highWaterMark: 1 });
  // Without this limit, a client that never reads would hold its slot forever.
  const over = setTimeout(() => stream.destroy(), LIFETIME_MS);
  stream.once('close', () => {
    clearTimeout(over);
    release();
    deps.metrics.add('noi_http_streams', {}, -1);
  });
  return { status: 200, headers: HEADERS, type: EVENT_STREAM, body: stream };
}

async function* withRetry(events: AsyncIterable<string>) {
  yield `retry: ${RETRY_MS}\n\n`;
  yield* events;
}
