import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../base/package-root';
import { open, type Reply, type Route } from '../http/endpoint';

/** Static file of a page. Its URL changes with its content, so it is cached forever. */
export interface Asset {
  /** Path with the digest of the content as query. */
  href: string;
  route: Route;
}

const FOREVER = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves `content` at `path`, whose ending gives the type; text is compressed for clients that accept it. */
export function asset(path: string, content: string | Buffer): Asset {
  const body = Buffer.from(content);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  return { href: `${path}?v=${digest}`, route: fileRoute(path, TYPES[extname(path)]!, body, FOREVER) };
}

/** Route of a file at a path that others chose, such as /favicon.ico. */
export function fileRoute(path: string, type: string, body: Buffer, cacheControl: string): Route {
  const reply = fileReply(type, body, cacheControl);
  return {
    method: 'GET',
    path,
    auth: open,
    // One page loads six of them, from memory: counted, readers behind one address would lose their style first.
    uncounted: true,
    failsAs: 'negotiated',
    ignoresQuery: true,
    responses: null,
    handle: ({ header }) => reply(header('accept-encoding')),
  };
}

/** Replies with a file by the Accept-Encoding header. Text is compressed once; it must hold no secret. */
export function fileReply(type: string, body: Buffer, cacheControl: string): (acceptEncoding: string) => Reply {
  const isText = type.startsWith('text/') || type.startsWith('image/svg');
  let compressed: Buffer | null = null;
  return (accepted) => {
    const headers = { 'Cache-Control': cacheControl, ...(isText && { Vary: 'Accept-Encoding' }) };
    if (!isText || !/\bgzip\b/.test(accepted)) return { status: 200, type, body, headers };
    compressed ??= gzipSync(body, { level: 9 });
    return { status: 200, type, body: compressed, headers: { ...headers, 'Content-Encoding': 'gzip' } };
  };
}

/** Content of a file below web/assets. */
export function assetFile(...path: string[]): Buffer {
  return readFileSync(join(PACKAGE_ROOT, 'web', 'assets', ...path));
}
