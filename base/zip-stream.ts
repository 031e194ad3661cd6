import { Readable } from 'node:stream';
import { Zip, ZipDeflate } from 'fflate';

/** File in an archive. Its content can be streamed in pieces. */
export interface ArchiveEntry {
  name: string;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Streams a zip archive, holding at most one piece of one file in memory. A failing entry also fails the stream. */
export function zipStream(entries: AsyncIterable<ArchiveEntry>): Readable {
  return Readable.from(pieces(entries), { objectMode: false });
}

async function* pieces(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const taken = () => ready.splice(0).filter(({ length }) => length > 0);
  for await (const { name, content } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    for await (const piece of content) {
      file.push(piece);
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
  ready = [];
}
