import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../base/package-root';
import { open, type Reply, type Route } from '../http/endpoint';

/** Static file. Its URL changes with its content, so browsers can cache it indefinitely. */
export interface Asset {
  /** Path with a content digest as the query. */
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

/** Serves `content` at `path`, whose extension determines the type. Compresses text if the client accepts it. */
export function asset(path: string, content: string | Buffer): Asset {
  const body = Buffer.from(content);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  return { href: `${path}?v=${digest}`, route: fileRoute(path, TYPES[extname(path)]!, body, FOREVER) };
}

/** Route of a file at a fixed path, such as /favicon.ico. */
export function fileRoute(path: string, type: string, body: Buffer, cacheControl: string): Route {
  const reply = fileReply(type, body, cacheControl);
  return {
    method: 'GET',
    path,
    auth: open,
    // Exempt from limits: a page loads six assets, so visitors who share an IP address would soon lose their styles.
    uncounted: true,
    failsAs: 'negotiated',
    ignoresQuery: true,
    responses: null,
    handle: ({ header }) => reply(header('accept-encoding')),
  };
}

/** Replies with a file, compressed if the client accepts gzip. Caches compressed text: never pass secrets. */
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

/** Reads a file in web/assets. */
export function assetFile(...path: string[]): Buffer {
  return readFileSync(join(PACKAGE_ROOT, 'web', 'assets', ...path));
}
