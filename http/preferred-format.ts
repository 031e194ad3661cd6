import Negotiator from 'negotiator';

/** Format that an Accept header prefers (RFC 9110, 12.5.1); the first where it prefers none or takes none of them. */
export function preferredFormat<F extends string>(accept: string, types: Readonly<Record<F, string>>): F {
  const formats = Object.keys(types) as F[];
  const bare = (format: F) => types[format].split(';')[0]!;
  const preferred = new Negotiator({ headers: { accept } }).mediaType(formats.map(bare));
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
