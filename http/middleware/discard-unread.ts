import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from '../state';

/** Bytes of a body that are read after the response, so that a client still sending can receive it. */
const LINGER_BYTES = 1024 * 1024;

/**
 * Drains the unread rest of a body, at most another megabyte, then closes the connection. Closing it at once could lose
 * the response (RFC 9112, 9.6).
 */
export function discardUnread(): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      if (!ctx.req.complete) discard(ctx.req, ctx.res);
    }
  };
}

function discard(request: IncomingMessage, response: ServerResponse): void {
  let left = LINGER_BYTES;
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    request.off('data', count).pause();
    if (response.writableFinished) request.destroy();
    else response.once('finish', () => request.destroy());
  };
  request.on('data', count);
}
