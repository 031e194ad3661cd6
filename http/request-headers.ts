import { Type, type TSchema } from '@sinclair/typebox';
import Negotiator from 'negotiator';
import { IDEMPOTENCY_KEY_PATTERN } from '../base/idempotency';
import type { AnyEndpoint } from './endpoint';

/** Request header that an endpoint reads, other than the key. */
export interface RequestHeader {
  name: string;
  /** Text with code in backticks. */
  description: string;
  schema: TSchema;
  required: boolean;
}

/** Request headers implied by an endpoint's declaration, for the API description and the reference. */
export function requestHeaders(spec: AnyEndpoint): RequestHeader[] {
  const key = Type.String({ minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY_PATTERN });
  const when = (
    isRead: unknown,
    name: string,
    description: string,
    schema: TSchema = Type.String(),
    required = false,
  ) => (isRead ? [{ name, description, schema, required }] : []);
  return [
    ...when(
      spec.idempotent,
      'Idempotency-Key',
      'A new value for each operation. Send the same value to repeat a request.',
      key,
      spec.idempotent === true,
    ),
    ...when(spec.waits, 'Prefer', '`wait=N` holds the response until something changes, for up to 30 seconds.'),
    ...when(
      spec.streams,
      'Last-Event-ID',
      'With `Accept: text/event-stream`, the id of the last event you received. The stream continues after it.',
    ),
    ...when(304 in spec.responses, 'If-None-Match', 'ETag of an earlier response. Returns 304 if nothing has changed.'),
  ];
}

const MAX_WAIT_SECONDS = 30;

/** Longer Prefer headers are not parsed. `wait=30` takes only seven characters. */
const MAX_LENGTH = 100;

/**
 * Seconds of `wait` in a Prefer header, 0 to 30; null if absent, out of range or malformed. Ignores unknown preferences
 * (RFC 7240, 2) and headers longer than 100 characters. If `wait` is repeated, the first one counts.
 */
export function readPreferredWait(prefer: string): number | null {
  if (prefer.length > MAX_LENGTH) return null;
  for (const preference of prefer.split(',')) {
    const [token = ''] = preference.split(';', 1);
    const [name = '', ...value] = token.split('=');
    if (name.trim().toLowerCase() !== 'wait' || value.length === 0) continue;
    return secondsOf(value.join('=').trim());
  }
  return null;
}

function secondsOf(value: string): number | null {
  const digits = /^(?:"(\d{1,2})"|(\d{1,2}))$/.exec(value);
  const seconds = digits ? Number(digits[1] ?? digits[2]) : Infinity;
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}

/** Returns the format that an Accept header prefers (RFC 9110, 12.5.1), or the first format if it prefers none. */
export function preferredFormat<F extends string>(accept: string, types: Readonly<Record<F, string>>): F {
  const formats = Object.keys(types) as F[];
  const bare = (format: F) => types[format].split(';')[0]!;
  // Parameters other than quality, such as a charset, do not affect the result.
  const ranges = accept.replace(/;(?!\s*q=)[^;,"]+(?:"[^"]*")?/gi, '');
  const preferred = new Negotiator({ headers: { accept: ranges } }).mediaType(formats.map(bare));
  return formats.find((format) => bare(format) === preferred) ?? formats[0]!;
}

/** True if the Accept header prefers HTML, as browsers do. `*` ranges alone do not. */
export function prefersPage(accept: string): boolean {
  return preferredFormat(accept, { json: 'application/json', html: 'text/html' }) === 'html';
}

/**
 * True if the caller prefers JSON to both HTML and any type (docs/interface/scans.md). Mail scanners, prefetching
 * browsers and the defaults of HTTP libraries do not.
 */
export function insistsOnJson(accept: string): boolean {
  const json = quality(accept, ['application/json', 'application/*', '*/*']);
  return json > quality(accept, ['text/html', 'text/*', '*/*']) && json > quality(accept, ['*/*']);
}

/** Quality (0 to 1) of the first of these ranges that the header contains; 0 if none. List specific ranges first. */
function quality(accept: string, ranges: readonly string[]): number {
  const sent = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()));
  for (const name of ranges) {
    const found = sent.find(([range]) => range === name);
    const weight = found?.find((part) => part.startsWith('q='));
    if (found) return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}
