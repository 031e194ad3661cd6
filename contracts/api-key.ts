import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { MODES, type Mode } from './access';

/** Brand of key prefixes (docs/interface.md, Style: one setting). */
export const BRAND = 'noi';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${BRAND}_(${MODES.join('|')})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = BASE62[Number(rest % 62n)]! + digits;
  return digits.padStart(length, '0');
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

/**
 * Generates an API key: `noi_live_` or `noi_test_`, 256 random bits in base62, then the CRC-32 of everything before.
 * Shown to its owner once and stored only as {@link hashApiKey}.
 */
export function generateApiKey(mode: Mode): string {
  const body = `${BRAND}_${mode}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)}`;
  return body + checksum(body);
}

/** Mode of a well-formed key, or null if its form or checksum is wrong: a typo never reaches the database. */
export function readApiKey(candidate: string): Mode | null {
  const match = SHAPE.exec(candidate);
  if (!match) return null;
  const body = candidate.slice(0, -CHECKSUM_LENGTH);
  return candidate.endsWith(checksum(body)) ? (match[1] as Mode) : null;
}

/** SHA-512 of the whole key, the stored and looked-up form (docs/interface.md, Keys and accounts). */
export function hashApiKey(apiKey: string): Buffer {
  return hash('sha512', apiKey, 'buffer');
}

/** {@link hashApiKey} as base64: asked for on every request, and a text costs a third of a buffer. */
export function hashApiKeyAsText(apiKey: string): string {
  return hash('sha512', apiKey, 'base64');
}

/** Displayable part that identifies a key: its prefix and four characters of the secret. */
export function displayPrefix(apiKey: string): string {
  return apiKey.slice(0, BRAND.length + 1 + 5 + 4);
}
