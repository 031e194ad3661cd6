import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';

/** Files of a package by their paths. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** Time of all files: the same sources give the same bytes, so that a checksum holds for every build. */
const WRITTEN = new Date('2026-01-01T00:00:00Z');

const BLOCK = 512;
const SAFE_PATH = /^[\w.\-/@]{1,100}$/;

/** Archive as npm has it: gzipped tar (ustar) with everything below `package/`. */
export function tarball(files: Files): Buffer {
  const parts = Object.entries(files).flatMap(([path, content]) => {
    const bytes = Buffer.from(content);
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [tarHeader(`package/${path}`, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function tarHeader(path: string, size: number): Buffer {
  if (!SAFE_PATH.test(path)) throw new Error(`${path} does not fit into a header of tar.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(path, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(WRITTEN.getTime() / 1_000, 12), 136);
  // The checksum counts itself as spaces.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return header;
}

/** Wheel (PEP 427): a zip whose RECORD has the digest of each file. */
export function wheel(files: Files, info: string): Buffer {
  const record = `${info}/RECORD`;
  const lines = Object.entries(files).map(([path, content]) => {
    const bytes = Buffer.from(content);
    return `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`;
  });
  const all = { ...files, [record]: [...lines, `${record},,`, ''].join('\n') };
  const bytes = Object.entries(all).map(([path, content]) => [path, new Uint8Array(Buffer.from(content))] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes), { mtime: WRITTEN, level: 9 }));
}
