import { createHmac } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** Seeded pseudo-random numbers from 0 to 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A body as sent, with the headers that describe it. */
export interface Hostile {
  bytes: Buffer;
  headers: Record<string, string>;
}

type Dice = () => number;
const pick = <T>(dice: Dice, among: readonly T[]): T => among[Math.floor(dice() * among.length)]!;
const upTo = (dice: Dice, most: number) => Math.floor(dice() * most);
const list = (part: string, times: number) => Array.from({ length: times }, () => part).join(',');

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u0007',
  'constructor',
  '__proto__',
  "'; DROP TABLE runs; --",
  '%00%ff',
  '\u0301'.repeat(500),
  '😀'.repeat(600),
  'x'.repeat(9_000),
];
const ODD_VALUES: unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.1,
  2 ** 53,
  [],
  {},
  [[]],
  { a: { b: { c: {} } } },
  ...ODD_TEXTS,
];
const ODD_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'application/problem+json',
  'json',
  '/',
  ';',
  '\u00ff/\u00ff',
];

/** Kinds of hostile bodies; `example` is a body that the endpoint accepts. */
const SORTS: Record<string, (dice: Dice, example: unknown) => string | Hostile | Buffer> = {
  deep: (dice) => '['.repeat(20 + upTo(dice, 30_000)),
  deepClosed: (dice) => nested(20 + upTo(dice, 30_000)),
  wide: (dice) => `[${list('[]', upTo(dice, 20_000))}]`,
  deepAndWide: (dice) =>
    `{"${'k'.repeat(upTo(dice, 31_000))}":${'['.repeat(7)}${list('[]', 1 + upTo(dice, 10_000))}${']'.repeat(7)}}`,
  manyNames: (dice) => members(dice, 'k'),
  longNames: (dice) => members(dice, 'n'.repeat(500)),
  longText: (dice, example) => replaced(dice, example, 'x'.repeat(upTo(dice, 60_000))),
  marks: (dice, example) => replaced(dice, example, '\u0301\u0323'.repeat(upTo(dice, 12_000))),
  oddField: (dice, example) => replaced(dice, example, pick(dice, ODD_VALUES)),
  extraField: (dice, example) => JSON.stringify({ ...(example as object), [pick(dice, ODD_TEXTS)]: 1 }),
  twice: (dice, example) => JSON.stringify(example).replace(/}$/, `,${JSON.stringify(example).slice(1)}`),
  prototype: () => '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"\\u005f_proto__":1}',
  hugeNumbers: (dice, example) =>
    JSON.stringify(example).replace(
      /:("[^"]*"|\d+)/g,
      () => `:${pick(dice, ['1e400', '-1e400', '9'.repeat(400), '0.'.padEnd(400, '1')])}`,
    ),
  scalar: (dice) => pick(dice, ['', 'null', '0', '"x"', 'true', '[]', '{}', '{', '\u0000', '\ufeff{}', 'NaN']),
  badUtf8: (dice, example) =>
    Buffer.concat([
      Buffer.from(JSON.stringify(example)).subarray(0, 12),
      Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
    ]),
  noise: (dice) => Buffer.from(Array.from({ length: upTo(dice, 2_000) }, () => upTo(dice, 256))),
  tooLarge: (dice) => Buffer.alloc(70_000 + upTo(dice, 400_000), 'x'),
  gzipBomb: () => encoded('gzip', GZIP_BOMB),
  brotliBomb: () => encoded('br', BROTLI_BOMB),
  deflated: (dice, example) => encoded('deflate', deflateSync(JSON.stringify(example))),
  badCompression: (dice, example) =>
    encoded(pick(dice, ['gzip', 'deflate', 'br']), Buffer.from(JSON.stringify(example))),
  cutCompression: (dice, example) => encoded('gzip', gzipSync(JSON.stringify(example)).subarray(0, 15)),
  oddEncoding: (dice, example) =>
    encoded(
      pick(dice, ['zstd', 'gzip, gzip', 'constructor', '\u00ff', 'identity;q=0']),
      Buffer.from(JSON.stringify(example)),
    ),
  oddType: (dice, example) => ({
    bytes: Buffer.from(JSON.stringify(example)),
    headers: { 'content-type': pick(dice, ODD_TYPES) },
  }),
  right: (_dice, example) => JSON.stringify(example),
};

const GZIP_BOMB = gzipSync(Buffer.alloc(50_000_000, ' '));
const BROTLI_BOMB = brotliCompressSync(Buffer.alloc(50_000_000, ' '));

/** Names of all kinds. */
export const SORT_NAMES = Object.keys(SORTS);

/** Makes one hostile body of a kind. */
export function hostileBody(sort: string, dice: Dice, example: unknown): Hostile {
  const made = SORTS[sort]!(dice, example ?? {});
  if (typeof made === 'string') return { bytes: Buffer.from(made), headers: {} };
  return Buffer.isBuffer(made) ? { bytes: made, headers: {} } : made;
}

/** The headers by which the payment provider signs these bytes. */
export function stripeHeaders(bytes: Buffer, secret: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex');
  return { 'stripe-signature': `t=${seconds},v1=${signature}` };
}

/** The headers by which the mail provider signs these bytes. */
export function mailHeaders(bytes: Buffer, secret: string, id: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${bytes.toString()}`).digest('base64');
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` };
}

function encoded(encoding: string, bytes: Buffer): Hostile {
  return { bytes, headers: { 'content-encoding': encoding } };
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

function members(dice: Dice, name: string): string {
  const count = upTo(dice, Math.floor(60_000 / (name.length + 8)));
  return `{${Array.from({ length: count }, (_, i) => `"${name}${i}":1`).join(',')}}`;
}

function replaced(dice: Dice, example: unknown, value: unknown): string {
  const names = Object.keys(example as object);
  return JSON.stringify({ ...(example as object), [names.length > 0 ? pick(dice, names) : 'x']: value });
}
