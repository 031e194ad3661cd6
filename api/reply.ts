import { createHash } from 'node:crypto';
import type { Reply } from './endpoint';

/** 200 with a JSON body. */
export function ok(body: object, headers?: Record<string, string>): Reply {
  return { status: 200, body, ...(headers && { headers }) };
}

/** What nobody may keep: findings, dossiers, portfolios. */
export const NO_STORE = { 'Cache-Control': 'no-store' };

// A dossier is text that a model wrote: a browser may show it and do nothing else with it.
const DOSSIER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Headers of a dossier in a format; a PDF has no policy, since the viewers of browsers refuse it. */
export function dossierHeaders(format: 'html' | 'pdf' | 'json', fileName: string): Record<string, string | null> {
  if (format === 'json') return NO_STORE;
  if (format === 'html') return { ...NO_STORE, 'Content-Security-Policy': DOSSIER_POLICY };
  const disposition = `inline; filename="${fileName}.pdf"`;
  return { ...NO_STORE, 'Content-Disposition': disposition, 'Content-Security-Policy': null };
}

/**
 * 200 with a JSON body that changes only with a release: cached by anyone for five minutes, 304 on its ETag. The body is
 * serialised once, when the endpoint is set up.
 */
export function fixed(body: object): (ifNoneMatch: string | null) => Reply {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    'Cache-Control': 'public, max-age=300',
    ETag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  };
  return (ifNoneMatch) =>
    matches(ifNoneMatch, headers.ETag)
      ? { status: 304, headers }
      : { status: 200, headers, body: bytes, type: 'application/json' };
}

/** Whether an If-None-Match field names this entity tag (RFC 9110, 13.1.2: weak comparison). */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
