import { Type } from '@sinclair/typebox';
import { uuidv7obj } from 'uuidv7';

/** Type prefix of every public id (contract.md, Style); links, consents and ledger credits are named inside mails and the house only. */
export type IdPrefix =
  'run' | 'ord' | 'opp' | 'ent' | 'scn' | 'wdr' | 'whk' | 'whd' | 'key' | 'sup' | 'acc' | 'lnk' | 'con' | 'led';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new id: the prefix, an underscore and a UUIDv7 (RFC 9562) as 26 digits of lower-case Crockford base32.
 * Ids of one kind sort by creation time, to the millisecond, which is what list cursors rely on.
 */
export function newId<P extends IdPrefix>(prefix: P): `${P}_${string}` {
  let rest = BigInt(`0x${uuidv7obj().toHex()}`);
  let digits = '';
  for (let i = 0; i < 26; i++) {
    digits = CROCKFORD[Number(rest & 31n)]! + digits;
    rest >>= 5n;
  }
  return `${prefix}_${digits}`;
}

/** JSON Schema of an id with this prefix. 128 bits in 26 digits leave the first digit at most 7. */
export function idSchema(prefix: IdPrefix) {
  return Type.String({
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    examples: [`${prefix}_01kah2v5q8e4wb6t7n9rjx3mzc`],
  });
}
