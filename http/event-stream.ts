import { Readable } from 'node:stream';
import type { ApiDeps } from './deps';
import type { Reply } from './endpoint';

/** Longest life of a stream; its reader then opens another, elsewhere if need be. */
const LIFETIME_MS = 600_000;
/** Time after which a reader opens a stream that ended. */
const RETRY_MS = 2_000;

export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

const HEADERS = {
  'Cache-Control': 'no-store, no-transform',
  // Proxies would keep the events until there are enough of them.
  'X-Accel-Buffering': 'no',
  // The connection ends with the stream, so that a process that stops does not wait for it.
  Connection: 'close',
};

/** Who reads a stream. */
export interface StreamReader {
  /** False once the reader has left, which a generator itself learns only when it yields. */
  hasLeft(): boolean;
}

/** Comment that keeps a connection open. */
export const HEARTBEAT = ': still here\n\n';

/** One server-sent event; `id` is what its reader resumes after. */
export function serverSent(event: string, data: object, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Reply with server-sent events, for one account at most as long as a stream lives; of HEAD, its headers.
 *
 * @throws Failure `rate_limited` where the account or its network has as many streams as it may, `overloaded` where the
 * process has
 */
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
  // A reader that takes nothing would hold its place for ever.
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
