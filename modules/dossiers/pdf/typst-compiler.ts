import { join } from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { zlibSync } from 'fflate';
import { PACKAGE_ROOT } from '../../../base/package-root';

const ASSETS = join(PACKAGE_ROOT, 'modules', 'dossiers', 'assets');
/** Number of renders after which Typst evicts unused memoized values. Frees old documents but keeps the template. */
const CACHE_AGE = 5;

/** Fraction of a page. A last page that is filled less than this counts as nearly empty. */
const NEARLY_EMPTY = 0.33;

/**
 * Creates a function that turns the JSON of `pdfInput` into a PDF. Equal input gives equal bytes. The function blocks
 * its thread. It tightens the spacing if that removes a nearly empty last page.
 * @throws Error with Typst's diagnostics
 */
export function typstCompiler(): (dossier: string, template?: string) => Buffer {
  const compiler = NodeCompiler.create({ workspace: ASSETS, fontArgs: [{ fontPaths: [join(ASSETS, 'fonts')] }] });
  const set = (template: string, inputs: Record<string, string>): NodeTypstDocument => {
    // `inputs` reaches the template as data and is never parsed as Typst.
    const compiled = compiler.compile({ mainFilePath: join(ASSETS, template), inputs });
    if (compiled.result) return compiled.result;
    const error = compiled.takeError();
    throw new Error(`The dossier did not compile: ${JSON.stringify(error && compiler.fetchDiagnostics(error))}`);
  };
  const endOf = (document: NodeTypstDocument) =>
    (compiler.query(document, { selector: '<end>', field: 'value' }) as [{ page: number; share: number }])[0];
  const written = (document: NodeTypstDocument) => packTags(compiler.pdf(document, { pdfTags: true }));
  return (dossier, template = 'dossier.typ') => {
    try {
      const document = set(template, { dossier });
      const end = endOf(document);
      if (end.page === 1 || end.share > NEARLY_EMPTY) return written(document);
      const closer = set(template, { dossier, close: 'yes' });
      const chosen = endOf(closer).page < end.page ? closer : document;
      return written(chosen);
    } finally {
      compiler.evictCache(CACHE_AGE);
    }
  };
}

const NEWLINE = Buffer.from('\n');
/** Bytes per field of a cross-reference entry (ISO 32000-1, 7.5.8.3). */
const FIELDS = { type: 1, position: 4, place: 2 };

/** An indirect object of a PDF: its number and its bytes from `N 0 obj` to `endobj`. */
interface Indirect {
  number: number;
  bytes: Buffer;
}

/**
 * Packs the tags for screen readers, which are half of a dossier's bytes, into one compressed stream (ISO 32000-1,
 * 7.5.7). Compresses in JavaScript, because zlib's output differs between processors.
 * @throws Error if the PDF is not in the form that Typst writes
 */
export function packTags(pdf: Buffer): Buffer {
  const { objects, trailer, size } = read(pdf);
  const packed = objects.filter(isTag);
  const parts: Buffer[] = [pdf.subarray(0, headEnd(pdf))];
  const entries = new Map<number, { type: 1 | 2; position: number; place: number }>();
  let length = parts[0]!.length;
  const add = ({ number, bytes }: Indirect) => {
    entries.set(number, { type: 1, position: length, place: 0 });
    parts.push(bytes, NEWLINE);
    length += bytes.length + 1;
  };

  for (const object of objects) if (!isTag(object)) add(object);
  packed.forEach(({ number }, place) => entries.set(number, { type: 2, position: size, place }));
  add({ number: size, bytes: objectStream(size, packed) });
  entries.set(size + 1, { type: 1, position: length, place: 0 });
  const table = crossReferences(size + 2, entries);
  const keys = `/Type /XRef /W [${Object.values(FIELDS).join(' ')}] /Size ${size + 2} ${trailer}`;
  const start = length;
  parts.push(streamOf(size + 1, keys, table), Buffer.from(`\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function read(pdf: Buffer): { objects: Indirect[]; trailer: string; size: number } {
  const text = pdf.toString('latin1');
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const tail = text.slice(start);
  const [, count] = /^xref\s+0 (\d+)\s/.exec(tail) ?? [];
  const trailer = /trailer\s*<<([^]*)>>\s*startxref/
    .exec(tail)?.[1]
    ?.replace(/\/Size \d+/, '')
    .trim();
  if (!count || !trailer) throw new Error('The PDF has no table of cross-references.');
  const offsets = [...tail.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset)).sort((a, b) => a - b);
  const objects = offsets.map((offset, i) => {
    const number = Number(/^(\d+) 0 obj/.exec(text.slice(offset, offset + 20))?.[1]);
    const end = text.lastIndexOf('endobj', offsets[i + 1] ?? start) + 'endobj'.length;
    if (!(number > 0) || end <= offset) throw new Error(`The PDF has no object at ${offset}.`);
    return { number, bytes: pdf.subarray(offset, end) };
  });
  return { objects, trailer, size: Number(count) };
}

/** Returns the offset after the first line and after the comment that marks the file as binary. */
function headEnd(pdf: Buffer): number {
  return pdf.indexOf('\n', pdf.indexOf('\n') + 1) + 1;
}

function isTag({ bytes }: Indirect): boolean {
  return bytes.subarray(0, 60).includes('/Type /StructElem');
}

function objectStream(number: number, packed: readonly Indirect[]): Buffer {
  const bodies = packed.map(({ bytes }) => {
    const text = bytes.toString('latin1');
    return text.slice(text.indexOf('obj') + 'obj'.length, -'endobj'.length).trim();
  });
  let offset = 0;
  const heads = packed.map((object, i) => {
    const head = `${object.number} ${offset}`;
    offset += bodies[i]!.length + 1;
    return head;
  });
  const first = `${heads.join(' ')}\n`;
  const content = Buffer.from(first + bodies.join('\n'), 'latin1');
  return streamOf(number, `/Type /ObjStm /N ${packed.length} /First ${first.length}`, content);
}

function crossReferences(
  size: number,
  entries: ReadonlyMap<number, { type: number; position: number; place: number }>,
): Buffer {
  const width = FIELDS.type + FIELDS.position + FIELDS.place;
  const table = Buffer.alloc(size * width);
  for (const [number, { type, position, place }] of entries) {
    const at = number * width;
    table.writeUIntBE(type, at, FIELDS.type);
    table.writeUIntBE(position, at + FIELDS.type, FIELDS.position);
    table.writeUIntBE(place, at + FIELDS.type + FIELDS.position, FIELDS.place);
  }
  // Entry 0 belongs to no object. Its generation number is always 65,535 (ISO 32000-1, 7.5.4).
  table.writeUIntBE(0xffff, FIELDS.type + FIELDS.position, FIELDS.place);
  return table;
}

function streamOf(number: number, keys: string, content: Buffer): Buffer {
  const data = zlibSync(content, { level: 6 });
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${keys} /Length ${data.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj', 'latin1'),
  ]);
}
