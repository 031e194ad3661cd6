import Negotiator from 'negotiator';

/** Format that an Accept header prefers (RFC 9110, 12.5.1); the first where it prefers none or takes none of them. */
export function preferredFormat<F extends string>(accept: string, types: Readonly<Record<F, string>>): F {
  const formats = Object.keys(types) as F[];
  const bare = (format: F) => types[format].split(';')[0]!;
  const preferred = new Negotiator({ headers: { accept } }).mediaType(formats.map(bare));
  return formats.find((format) => bare(format) === preferred) ?? formats[0]!;
}
