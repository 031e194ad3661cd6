import { Type } from '@sinclair/typebox';
import { uuidv7obj } from 'uuidv7';

/**
 * Type prefixes of ids (docs/interface/requests.md). These types have no public endpoint: links, consents, ledger
 * credits, audit events, shared links, opportunity watches, logged requests, reconciliation runs and breaks.
 */
export type IdPrefix =
  | 'run'
  | 'bat'
  | 'ord'
  | 'opp'
  | 'ent'
  | 'scn'
  | 'wdr'
  | 'whk'
  | 'whd'
  | 'evt'
  | 'key'
  | 'sup'
  | 'acc'
  | 'lnk'
  | 'con'
  | 'led'
  | 'ses'
  | 'dev'
  | 'pky'
  | 'aud'
  | 'brk'
  | 'rcn'
  | 'shr'
  | 'wch'
  | 'req';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Generates an id: the prefix, an underscore and a UUIDv7 (RFC 9562) as 26 digits of lower-case Crockford base32. Ids
 * of one kind sort by creation time to the millisecond, which list cursors rely on.
 */
export function newId<P extends IdPrefix>(prefix: P): `${P}_${string}` {
  return `${prefix}_${encoded(BigInt(`0x${uuidv7obj().toHex()}`))}`;
}

function encoded(value: bigint): string {
  let rest = value;
  let digits = '';
  for (let i = 0; i < 26; i++) {
    digits = CROCKFORD[Number(rest & 31n)]! + digits;
    rest >>= 5n;
  }
  return digits;
}

/** Lower bound for ids of one kind generated at or after `moment`, by the clock of the generating machine. */
export function idsSince(prefix: IdPrefix, moment: Date): string {
  return `${prefix}_${encoded(BigInt(moment.getTime()) << 80n)}`;
}

/** Upper bound for every id with this prefix. Allows the first page to be queried like any later page. */
export function lastId(prefix: IdPrefix): string {
  return `${prefix}_${'z'.repeat(26)}`;
}

/** JSON Schema of an id with this prefix. The first digit is at most 7: 26 digits hold 130 bits, but an id has 128. */
export function idSchema(prefix: IdPrefix, description?: string) {
  return Type.String({
    ...(description && { description }),
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    examples: [`${prefix}_01kah2v5q8e4wb6t7n9rjx3mzc`],
  });
}
