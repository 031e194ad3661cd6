import { createHash } from 'node:crypto';
import { isTyped, type Reply, type AnyRoute, type ResponseSpec } from './endpoint';
import { EVENT_STREAM } from './event-stream';
import { answerCheck } from './validation';

export function ok(body: object, headers?: Record<string, string>): Reply {
  return { status: 200, body, ...(headers && { headers }) };
}

/** Headers of responses that must not be cached: findings, dossiers, portfolios. */
export const NO_STORE = { 'Cache-Control': 'no-store' };

// Policy for dossiers. They contain model output, so browsers may display them but must not run anything in them.
const DOSSIER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/** Headers of an HTML dossier shown as a page. Links may open sources in new tabs and download files. */
export const READ_DOSSIER = {
  ...NO_STORE,
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': `${DOSSIER_POLICY} allow-popups allow-popups-to-escape-sandbox allow-downloads; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Maximum length of a title in a file name, well below the limit of common file systems. */
const MAX_FILE_NAME = 80;

/** File name for a title in any script (RFC 6266). Older browsers use only the ASCII variant. */
function named(title: string, ending: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}.,()& -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_FILE_NAME)
    .toWellFormed()
    .trim();
  const latin = name
    .normalize('NFKD')
    .replace(/[^ -~]+/g, '')
    .trim();
  const encoded = encodeURIComponent(`${name || 'Dossier'}.${ending}`).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${latin || 'Dossier'}.${ending}"; filename*=UTF-8''${encoded}`;
}

/** Headers of a download whose file name derives from its title. */
export function savedAs(title: string, ending: string): Record<string, string | null> {
  const disposition = `attachment; ${named(title, ending)}`;
  return { ...NO_STORE, 'Content-Disposition': disposition, 'Content-Security-Policy': null };
}

/** Headers of a dossier. A PDF is named after its title and has no CSP, which would break browsers' PDF viewers. */
export function dossierHeaders(format: 'html' | 'pdf' | 'json' | 'md', title: string): Record<string, string | null> {
  if (format === 'json' || format === 'md') return NO_STORE;
  if (format === 'html') return { ...NO_STORE, 'Content-Security-Policy': DOSSIER_POLICY };
  return { ...savedAs(title, 'pdf'), 'Content-Disposition': `inline; ${named(title, 'pdf')}` };
}

/** Reply that changes only with a release: publicly cached for five minutes, with an ETag. Serialized only once. */
export function fixed(body: object | string, type = 'application/json'): (ifNoneMatch: string | null) => Reply {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const headers = { 'Cache-Control': 'public, max-age=300', ETag: tagOf(bytes) };
  return (ifNoneMatch) => tagged({ status: 200, headers, body: bytes, type }, ifNoneMatch);
}

/** Reply with a document that never changes. Has an ETag, although caches must not store it. */
export function document(
  body: Buffer,
  type: string,
  { ifNoneMatch, headers = NO_STORE }: { ifNoneMatch: string | null; headers?: Record<string, string | null> },
): Reply {
  return tagged({ status: 200, headers: { ...headers, ETag: tagOf(body) }, body, type }, ifNoneMatch);
}

function tagged(reply: Reply & { headers: { ETag: string } }, ifNoneMatch: string | null): Reply {
  return matches(ifNoneMatch, reply.headers.ETag) ? { status: 304, headers: reply.headers } : reply;
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Suffix that compressing proxies add to an entity tag: `"7-gzip"` (Apache), `"7--gzip"` (Jetty), `"7;gzip"`. */
const PROXY_SUFFIX = /(?:--?|;)(?:gzip|br|zstd|deflate)"$/;

/**
 * True if an If-None-Match header matches the entity tag (RFC 9110, 13.1.2: weak comparison), even if a proxy added a
 * suffix. Our own tags never end with such a suffix.
 */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === opaque || tag.replace(PROXY_SUFFIX, '"') === opaque);
}

/** Reply of an `idempotent` route. Never cached. Marked as a repetition if it repeats the first response. */
export function operationReply(
  status: 200 | 201 | 202,
  { body, replayed, headers }: { body: object; replayed: boolean; headers?: Record<string, string> },
): Reply {
  return { status, body, headers: { ...NO_STORE, ...headers, ...(replayed && { 'Idempotency-Replayed': 'true' }) } };
}

/** Throws on an undeclared status, body or type. Off by default, because users prefer a wrong response to an error. */
export function checkReply(endpoint: AnyRoute): (reply: Reply) => void {
  const checks = new Map(
    Object.entries(endpoint.responses ?? {}).map(([status, spec]) => [
      Number(status),
      spec === null ? null : expectation(spec),
    ]),
  );
  if (endpoint.streams) checks.set(204, null);
  const checkSelection = endpoint.selection && answerCheck(endpoint.selection.schema);
  const name = `${endpoint.method} ${endpoint.path}`;
  return (reply) => {
    if (endpoint.streams && reply.type === EVENT_STREAM) return;
    const check =
      reply.partial && reply.status === 200 && checkSelection ? jsonCheck(checkSelection) : checks.get(reply.status);
    if (check === undefined) throw new Error(`${name} answered ${reply.status}, which it does not declare`);
    const flaw = check === null ? (reply.body === undefined ? null : 'must not have a body') : check(reply);
    if (flaw) throw new Error(`${name} answered ${reply.status} with a body that is not as declared: ${flaw}`);
  };
}

function expectation(spec: NonNullable<ResponseSpec>): (reply: Reply) => string | null {
  if (isTyped(spec)) {
    const types = Object.keys(spec.content);
    return ({ type }) => (types.includes(type ?? '') ? null : `${type} is not among ${types.join(', ')}`);
  }
  return jsonCheck(answerCheck(spec));
}

const jsonCheck =
  (check: (value: unknown) => string | null) =>
  ({ body }: Reply) =>
    check(Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body);
