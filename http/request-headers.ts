import { Type, type TSchema } from '@sinclair/typebox';
import Negotiator from 'negotiator';
import { IDEMPOTENCY_KEY_PATTERN } from '../base/idempotency';
import type { AnyEndpoint } from './endpoint';

/** Header that an endpoint reads from a request, besides that of the key. */
export interface RequestHeader {
  name: string;
  /** Text with code between backticks. */
  description: string;
  schema: TSchema;
  required: boolean;
}

/** Headers that follow from the declaration of an endpoint, for its description and its reference. */
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

/** Longest header that is read. What we honour takes seven characters; the rest of a header costs nothing. */
const MAX_LENGTH = 100;

/**
 * Seconds of `wait` in a Prefer header, 0 to 30; null if absent, out of range or malformed. Preferences that cannot be
 * honoured are ignored (RFC 7240, 2), and so is a header of more than 100 characters; the first of several counts.
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

/** Format that an Accept header prefers (RFC 9110, 12.5.1); the first where it prefers none or takes none of them. */
export function preferredFormat<F extends string>(accept: string, types: Readonly<Record<F, string>>): F {
  const formats = Object.keys(types) as F[];
  const bare = (format: F) => types[format].split(';')[0]!;
  // Our types are the same with any parameter but quality, such as a charset.
  const ranges = accept.replace(/;(?!\s*q=)[^;,"]+(?:"[^"]*")?/gi, '');
  const preferred = new Negotiator({ headers: { accept: ranges } }).mediaType(formats.map(bare));
  return formats.find((format) => bare(format) === preferred) ?? formats[0]!;
}

/** True if a person reads the answer: the Accept header prefers HTML, as browsers do and `*` ranges alone do not. */
export function prefersPage(accept: string): boolean {
  return preferredFormat(accept, { json: 'application/json', html: 'text/html' }) === 'html';
}

/**
 * True if the caller wants JSON rather than HTML or anything else (docs/interface.md, Free scans): mail scanners,
 * prefetching browsers and HTTP libraries with their default header take those at least as gladly.
 */
export function insistsOnJson(accept: string): boolean {
  const json = quality(accept, ['application/json', 'application/*', '*/*']);
  return json > quality(accept, ['text/html', 'text/*', '*/*']) && json > quality(accept, ['*/*']);
}

/** Quality, 0 to 1, of the first of these ranges that the header has, most specific first; 0 for none. */
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
