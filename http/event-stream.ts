import { Readable } from 'node:stream';
import type { ApiDeps } from './deps';
import type { Reply } from './endpoint';

/** Maximum lifetime of a stream. The reader then reconnects, possibly to another process. */
const LIFETIME_MS = 600_000;
/** Delay before a reader reconnects. */
const RETRY_MS = 2_000;

export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

const HEADERS = {
  'Cache-Control': 'no-store, no-transform',
  // Keeps proxies from buffering events.
  'X-Accel-Buffering': 'no',
  // Closes the connection with the stream, so that a stopping process does not wait for it.
  Connection: 'close',
};

export interface StreamReader {
  /** True once the reader has disconnected. A generator itself notices only when it yields. */
  hasLeft(): boolean;
}

/** Comment that keeps a connection open. */
export const HEARTBEAT = ': still here\n\n';

/** One server-sent event. A reader resumes after `id`. */
export function serverSent(event: string, data: object, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Streams events for the maximum lifetime; only headers for HEAD. @throws Failure `rate_limited`, `overloaded` */
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
  // A client that never reads would hold its slot forever.
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
