import { deflateSync } from 'node:zlib';

/** Operators that show nothing; a page of so many is read for longer than a page may be. */
const OPERATORS = 40_000_000;

/** A PDF of 157 kB that takes a reader a quarter of a minute: one page with forty million operators, which compress well. */
export function dearPdf(): Buffer {
  const content = deflateSync(Buffer.alloc('q Q '.length * OPERATORS, 'q Q '));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R >>',
  ];
  const before = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n${before}4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n', 'latin1'),
  ]);
}
